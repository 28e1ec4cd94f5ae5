import { encodeNote } from '#domain/protocol/identifiers.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { useCopy } from '#ui/kit/use-copy.ts';
import { texts } from '#ui/texts/app.ts';
import { threadTexts } from '#ui/texts/thread.ts';

/** Copies the address of a note. */
export const CopyLinkButton = ({ id }: { id: string }) => {
  const { result, copy } = useCopy();
  const said = result && (result === 'copied' ? texts.shell.copied : texts.shell.notCopied);
  return (
    <button
      type="button"
      className="tap"
      aria-label={threadTexts.copyLink}
      title={said ?? threadTexts.copyLink}
      onClick={() => copy(new URL(`/note/${encodeNote(id)}`, document.baseURI).href)}
    >
      <Icon name={result === 'copied' ? 'check' : 'link'} />
      <output className="vh">{said}</output>
    </button>
  );
};
