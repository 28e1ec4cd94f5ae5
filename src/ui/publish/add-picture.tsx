import { useId, useRef, useState } from 'react';
import { mediaOf } from '#domain/note/media.ts';
import { safeWebUrl } from '#domain/text/web-url.ts';
import { Button } from '#ui/kit/button.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { publishTexts as texts } from '#ui/texts/publish.ts';

/** Asks for the address of a picture or video. */
export const AddPicture = ({ onAdd }: { onAdd: (url: string) => void }) => {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const add = () => {
    const url = safeWebUrl(field.current?.value ?? '');
    if (url !== '' && mediaOf(url, new Map())) return onAdd(url);
    setWrong(true);
    field.current?.focus();
  };
  return (
    <div className="field cr__panel">
      <label htmlFor={id}>{texts.picture.label}</label>
      <div className="joined">
        <input
          ref={field}
          id={id}
          className="input"
          type="url"
          inputMode="url"
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was just asked for by a press
          autoFocus
          dir="ltr"
          placeholder={texts.picture.placeholder}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-why`}
          onChange={() => setWrong(false)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            add();
          }}
        />
        <Button onClick={add}>{texts.picture.add}</Button>
      </div>
      {isWrong ? (
        <Problem id={`${id}-why`}>{texts.picture.wrong}</Problem>
      ) : (
        <p className="hint" id={`${id}-why`}>
          {texts.picture.hint}
        </p>
      )}
    </div>
  );
};
