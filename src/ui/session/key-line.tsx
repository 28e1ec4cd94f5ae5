import { useLayoutEffect, useRef } from 'react';
import { texts as common } from '#ui/texts/app.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { useCopy } from '#ui/kit/use-copy.ts';
import { sessionTexts as texts } from '#ui/texts/session.ts';

type CopyProps = { label: string; read: () => string };

/** Copies what it reads at the press, and says so for 1.5 s (KEY-36). */
const CopyKey = ({ label, read }: CopyProps) => {
  const { result, copy } = useCopy();
  const said = result && (result === 'copied' ? common.shell.copied : common.shell.notCopied);
  const name = texts.generation.copy(label);
  return (
    <button type="button" className="tap copykey" aria-label={name} title={said ?? name} onClick={() => copy(read())}>
      {said === undefined ? (
        <Icon name="copy" />
      ) : (
        <span className={result === 'copied' ? 'tag tag--ok' : 'tag tag--bad'}>
          <Icon name={result === 'copied' ? 'check' : 'alert'} size="xs" />
          {said}
        </span>
      )}
      <output className="vh">{said}</output>
    </button>
  );
};

type Props = {
  label: string;
  hint?: string;
  /** gives the text; a secret is never handed over before */
  read: () => string;
  /** stands there while the text is hidden; left out: it is no secret */
  mask?: string;
  shown?: boolean;
};

/** A key with its name and a button that copies it. React never holds the text: it is written into the page while it is shown. */
export const KeyLine = ({ label, hint, read, mask, shown = true }: Props) => {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const written = place.current!;
    written.textContent = shown || mask === undefined ? read() : mask;
    return () => {
      written.textContent = '';
    };
  }, [shown, mask, read]);
  return (
    <fieldset className="field" aria-label={label}>
      <span className="field__label">
        {label}
        {hint !== undefined && <small>{hint}</small>}
      </span>
      <div className="code">
        <span ref={place} dir="ltr" />
        <CopyKey label={label} read={read} />
      </div>
    </fieldset>
  );
};
