import { useLayoutEffect, useRef } from 'react';
import { CopyIconButton } from '#ui/kit/copy-icon-button.tsx';
import { sessionTexts as texts } from '#ui/texts/session.ts';

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
        <CopyIconButton label={texts.generation.copy(label)} read={read} />
      </div>
    </fieldset>
  );
};
