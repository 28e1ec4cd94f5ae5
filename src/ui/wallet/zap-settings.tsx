import { useId, useState, type FormEvent } from 'react';
import { readSats } from '#domain/money/sats.ts';
import { readPresets } from '#domain/wallet/zap-choice.ts';
import { ZAP_PRESETS_MAX } from '#domain/wallet/wallet-limits.ts';
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
  /** Gives what is wrong with it instead, where that is so. */
  save: (text: string) => string | undefined;
};

/** A field that is saved with its button or Enter. */
const Field = ({ label, hint, saved, save }: FieldProps) => {
  const id = useId();
  const [text, setText] = useState(saved);
  const [known, note] = useState(saved);
  const [told, tell] = useState<{ readonly wrong?: string | undefined }>();
  if (known !== saved) {
    note(saved);
    setText(saved);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    tell({ wrong: save(text) });
  };
  const type = (typed: string) => {
    setText(typed);
    tell(undefined);
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
          aria-invalid={told?.wrong !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => type(event.target.value)}
        />
        <Button type="submit" aria-label={`${words.save}: ${label}`}>
          {words.save}
        </Button>
      </div>
      <p className="err" id={`${id}-problem`} role="alert" hidden={told?.wrong === undefined}>
        {told?.wrong}
      </p>
      <output className="hint">{told && told.wrong === undefined && words.saved}</output>
    </form>
  );
};

/** How much a zap is: without asking, and to choose from. */
export const ZapSettings = () => {
  const [{ usual, presets, oneTap }, choose] = useZapChoice();
  const saveUsual = (text: string) => {
    const sats = readSats(text);
    if (sats === undefined) return words.wrong;
    choose({ usual: sats });
    return undefined;
  };
  const savePresets = (text: string) => {
    const list = readPresets(text);
    if (list === undefined) return words.wrong;
    if (list.length > ZAP_PRESETS_MAX) return words.tooMany;
    choose({ presets: list });
    return undefined;
  };
  return (
    <section className="stack" aria-label={words.title}>
      <h3 className="t-sm c-2">{words.title}</h3>
      <Field label={words.usual} saved={whole(usual)} save={saveUsual} />
      <Field
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
