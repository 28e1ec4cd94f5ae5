import { useEffect, useId, useLayoutEffect, type ClipboardEvent, type DragEvent, type RefObject } from 'react';
import { withNostrLinks } from '#domain/publish/compose.ts';
import type { Draft } from '#domain/publish/draft.ts';
import { useGrowing } from '#ui/kit/use-growing.ts';
import { MentionList } from './mention-list.tsx';
import { typeInto } from './text-edit.ts';
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
  /** one was pasted or dropped, which cannot be kept */
  onFile: () => void;
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
}) => {
  const isOpen = people.length > 0;
  // the one that a key takes is seen
  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, isOpen, active]);
  return (
    <>
      <output className="vh">{people.length > 0 && texts.mention.found(people.length)}</output>
      {searching && people.length === 0 && <p className="hint">{texts.mention.searching}</p>}
      {people.length > 0 && <MentionList id={id} people={people} active={active} onChoose={choose} />}
    </>
  );
};

/** Pasted ids become links, but for the end of a web address, say: what is one becomes a link when it is posted. */
const pasteLinks = (event: ClipboardEvent<HTMLTextAreaElement>) => {
  const pasted = event.clipboardData.getData('text/plain');
  const linked = withNostrLinks(pasted);
  const { currentTarget: field } = event;
  if (linked === pasted || /\S$/.test(field.value.slice(0, field.selectionStart))) return;
  event.preventDefault();
  typeInto(field, { from: field.selectionStart, to: field.selectionEnd, by: linked });
};

/** A picture, say, and not its address. */
const isFile = ({ items }: DataTransfer): boolean =>
  items.length > 0 && [...items].every(({ kind }) => kind === 'file');

type Taking = ClipboardEvent<HTMLTextAreaElement> | DragEvent<HTMLTextAreaElement>;

/** What is pasted or dropped; for a file that is dropped a browser would leave the page. */
const taking = (onFile: Props['onFile']) => {
  const takeFile = (event: Taking, data: DataTransfer): boolean => {
    if (!isFile(data)) return false;
    event.preventDefault();
    if (event.type !== 'dragover') onFile();
    return true;
  };
  const drag = (event: DragEvent<HTMLTextAreaElement>) => void takeFile(event, event.dataTransfer);
  return {
    onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) =>
      void (takeFile(event, event.clipboardData) || pasteLinks(event)),
    onDragOver: drag,
    onDrop: drag,
  };
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
  onFile,
}: Props) => {
  const listId = useId();
  const mentions = useMentions(draft.mentions, field, (named) => onEdit({ mentions: named }));
  const isOpen = mentions.people.length > 0;
  useGrowing(field);
  useEndFirst(field);
  return (
    <>
      <textarea
        ref={field}
        className={bare ? 'cr__text' : 'input cr__input'}
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
        onChange={({ target: { value, selectionStart } }) => {
          onEdit({ text: value });
          mentions.look(value, selectionStart);
        }}
        onSelect={({ currentTarget: { value, selectionStart, selectionEnd } }) =>
          selectionStart === selectionEnd ? mentions.look(value, selectionStart) : mentions.close()
        }
        {...taking(onFile)}
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
