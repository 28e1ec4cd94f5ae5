import { useId, useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react';
import { withNostrLinks } from '#domain/compose.ts';
import type { Draft, DraftMention } from '#domain/draft.ts';
import { encodeNpub } from '#domain/identifiers.ts';
import { mentionAt, whoIsMeant, type MentionQuery } from '#domain/mention.ts';
import { useSystem } from '#ui/system-context.ts';
import { MentionList, nameOf, type Person } from './mention-list.tsx';
import { placeCaret, replaced } from './text-edit.ts';
import { publishTexts as texts } from '#ui/texts/publish.ts';

/** The names that are offered while one is being written, and what the keys do with them. */
const useMentions = (
  { text, mentions }: Draft,
  field: RefObject<HTMLTextAreaElement | null>,
  onEdit: (text: string, mentions: readonly DraftMention[]) => void,
) => {
  const { names } = useSystem();
  const [asked, setAsked] = useState<MentionQuery>();
  const [active, setActive] = useState(0);
  const people = asked ? whoIsMeant(asked.query, names.entries()) : [];
  const look = (changed: string, caret: number) => {
    setAsked(mentionAt(changed, caret));
    setActive(0);
  };
  const choose = (person: Person) => {
    if (!asked) return;
    const name = nameOf(person);
    const isTaken = mentions.some((other) => other.name === name && other.pubkey !== person.pubkey);
    const link = isTaken ? `nostr:${encodeNpub(person.pubkey)}` : `@${name}`;
    const end = asked.start + 1 + asked.query.length;
    const edit = replaced(text, [asked.start, end], `${link} `);
    const known = mentions.filter((other) => other.name !== name);
    onEdit(edit.text, isTaken ? mentions : [...known, { name, pubkey: person.pubkey }]);
    setAsked(undefined);
    placeCaret(field, edit.caret);
  };
  const onKey = (event: KeyboardEvent): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (people.length === 0 || event.ctrlKey || event.metaKey) return false;
    if (step !== undefined) setActive((before) => (before + step + people.length) % people.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(people[active]!);
    else if (event.key === 'Escape') setAsked(undefined);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { people, active, look, choose, onKey, close: () => setAsked(undefined) };
};

type Props = {
  draft: Draft;
  field: RefObject<HTMLTextAreaElement | null>;
  label: string;
  placeholder: string;
  /** without a frame, as large as the screen lets it be */
  bare?: boolean;
  disabled?: boolean;
  /** the id of what says why it cannot be posted */
  problemId?: string | undefined;
  onEdit: (changed: Partial<Draft>) => void;
  /** Ctrl+Enter */
  onSubmit: () => void;
};

/** Where the text is written: names are completed, pasted ids become links, Ctrl+Enter posts. */
export const TextField = ({
  draft,
  field,
  label,
  placeholder,
  bare = false,
  disabled,
  problemId,
  onEdit,
  onSubmit,
}: Props) => {
  const listId = useId();
  const { people, ...mentions } = useMentions(draft, field, (text, named) => onEdit({ text, mentions: named }));
  const isOpen = people.length > 0;
  const edit = (text: string, caret: number) => {
    onEdit({ text });
    mentions.look(text, caret);
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text/plain');
    const linked = withNostrLinks(pasted);
    if (linked === pasted) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const result = replaced(draft.text, [selectionStart, selectionEnd], linked);
    edit(result.text, result.caret);
    placeCaret(field, result.caret);
  };
  return (
    <>
      <textarea
        ref={field}
        className={bare ? 'cr__text' : 'input'}
        aria-label={label}
        placeholder={placeholder}
        rows={bare ? 4 : 3}
        dir="auto"
        value={draft.text}
        readOnly={disabled}
        aria-invalid={problemId !== undefined || undefined}
        aria-describedby={problemId}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${mentions.active}` : undefined}
        onChange={({ target: { value, selectionStart } }) => edit(value, selectionStart)}
        onPaste={paste}
        onBlur={mentions.close}
        onKeyDown={(event) => {
          if (mentions.onKey(event)) return;
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onSubmit();
        }}
      />
      <output className="vh">{isOpen && texts.mention.found(people.length)}</output>
      {isOpen && <MentionList id={listId} people={people} active={mentions.active} onChoose={mentions.choose} />}
    </>
  );
};
