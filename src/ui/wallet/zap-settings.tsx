import { useId, useState, type FormEvent } from 'react';
import { readSats } from '#domain/money/sats.ts';
import { readPresets } from '#domain/wallet/zap-choice.ts';
import { Button } from '#ui/kit/button.tsx';
import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { whole } from '#ui/texts/formats.ts';
import { zapTexts as texts } from '#ui/texts/zap.ts';
import { useZapChoice } from './use-zapping.ts';

const words = texts.settings;

type FieldProps = {
  label: string;
  hint?: string;
  /** as it is saved */
  saved: string;
  /** false: it makes no sense */
  save: (text: string) => boolean;
};

/** A field that is saved with its button or Enter. */
const Field = ({ label, hint, saved, save }: FieldProps) => {
  const id = useId();
  const [text, setText] = useState(saved);
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWrong(!save(text));
  };
  return (
    <form className="field" onSubmit={submit}>
      <label htmlFor={id}>
        {label} {hint !== undefined && <small>{hint}</small>}
      </label>
      <div className="joined">
        <input
          className="input"
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          aria-invalid={isWrong}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" aria-label={`${words.save}: ${label}`}>
          {words.save}
        </Button>
      </div>
      <p className="err" id={`${id}-problem`} role="alert" hidden={!isWrong}>
        {words.wrong}
      </p>
    </form>
  );
};

/** How much a zap is: without asking, and to choose from. */
export const ZapSettings = () => {
  const [{ usual, presets, oneTap }, choose] = useZapChoice();
  const saveUsual = (text: string) => {
    const sats = readSats(text);
    if (sats !== undefined) choose({ usual: sats });
    return sats !== undefined;
  };
  const savePresets = (text: string) => {
    const list = readPresets(text);
    if (list !== undefined) choose({ presets: list });
    return list !== undefined;
  };
  return (
    <section className="stack" aria-label={words.title}>
      <h3 className="t-sm c-2">{words.title}</h3>
      <Field key={usual} label={words.usual} saved={whole(usual)} save={saveUsual} />
      <Field
        key={presets.join(' ')}
        label={words.presets}
        hint={words.presetsHint}
        saved={presets.map((sats) => whole(sats)).join('  ')}
        save={savePresets}
      />
      <div className="list">
        <SwitchRow
          label={texts.oneTap(usual)}
          hint={oneTap ? texts.oneTapWhy : words.hold}
          checked={oneTap}
          onChange={(checked) => choose({ oneTap: checked })}
        />
      </div>
    </section>
  );
};
