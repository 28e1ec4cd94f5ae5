import { useId, useLayoutEffect, type ClipboardEvent, type RefObject } from 'react';
import { withNostrLinks } from '#domain/publish/compose.ts';
import type { Draft } from '#domain/publish/draft.ts';
import { useGrowing } from '#ui/kit/use-growing.ts';
import { MentionList } from './mention-list.tsx';
import { placeCaret, replaced } from './text-edit.ts';
import { useMentions } from './use-mentions.ts';
import { publishTexts as texts } from '#ui/texts/publish.ts';

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

/** A draft that was taken up goes on at its end. */
const useEndFirst = (field: Props['field']) => {
  useLayoutEffect(() => {
    const end = field.current!.value.length;
    field.current!.setSelectionRange(end, end);
  }, [field]);
};

/** What stands under the text while a name is being written. */
const Names = ({
  id,
  of: { people, searching, active, choose },
}: {
  id: string;
  of: ReturnType<typeof useMentions>;
}) => (
  <>
    <output className="vh">{people.length > 0 && texts.mention.found(people.length)}</output>
    {searching && people.length === 0 && <p className="hint">{texts.mention.searching}</p>}
    {people.length > 0 && <MentionList id={id} people={people} active={active} onChoose={choose} />}
  </>
);

type Insert = (range: readonly [number, number], text: string) => void;

/** Pasted ids become links. */
const pasteLinks = (event: ClipboardEvent<HTMLTextAreaElement>, insert: Insert) => {
  const pasted = event.clipboardData.getData('text/plain');
  const linked = withNostrLinks(pasted);
  if (linked === pasted) return;
  event.preventDefault();
  insert([event.currentTarget.selectionStart, event.currentTarget.selectionEnd], linked);
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
  const mentions = useMentions(draft, field, (text, named) => onEdit({ text, mentions: named }));
  const isOpen = mentions.people.length > 0;
  useGrowing(field);
  useEndFirst(field);
  const edit = (text: string, caret: number) => {
    onEdit({ text });
    mentions.look(text, caret);
  };
  const insert: Insert = (range, linked) => {
    const result = replaced(draft.text, range, linked);
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
        onSelect={({ currentTarget: { value, selectionStart, selectionEnd } }) =>
          selectionStart === selectionEnd ? mentions.look(value, selectionStart) : mentions.close()
        }
        onPaste={(event) => pasteLinks(event, insert)}
        onBlur={mentions.close}
        onKeyDown={(event) => {
          if (mentions.onKey(event)) return;
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onSubmit();
        }}
      />
      <Names id={listId} of={mentions} />
    </>
  );
};
