import { Fragment, useState } from 'react';
import { byteSize } from '#domain/text/byte-size.ts';
import type { Extent, Inspector } from '#ports/inspector.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { saveFile } from '#ui/kit/save-file.ts';
import { Sheet } from '#ui/kit/sheet.tsx';
import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { texts as appTexts } from '#ui/texts/app.ts';
import { inspectorTexts } from '#ui/texts/inspector.ts';
import { spanTime } from './times.ts';
import { useRunningInspector } from './use-inspector.ts';

const EXTENTS: readonly Extent[] = ['all', 'last'];
const EXAMPLES = 4;

type ChoiceProps = { inspector: Inspector; extent: Extent; chosen: boolean; onChoose: () => void };

const Choice = ({ inspector, extent, chosen, onChoose }: ChoiceProps) => {
  const texts = inspectorTexts.save;
  const [size] = useState(() => inspector.size(extent));
  const bytes = size && byteSize(size.bytes, appTexts.language);
  const told =
    size &&
    bytes &&
    (extent === 'all' ? texts.sizeFor(spanTime(size.ms), size.events, bytes) : texts.size(size.events, bytes));
  return (
    <label className="checkline" aria-disabled={size === undefined || undefined}>
      <input
        className="radio"
        type="radio"
        name="extent"
        checked={chosen}
        disabled={size === undefined}
        onChange={onChoose}
      />
      <b>{texts[extent]}</b>
      <span className="c-3 t-sm">{told ?? texts.nothing}</span>
    </label>
  );
};

const Changes = ({ inspector, extent }: Pick<ChoiceProps, 'inspector' | 'extent'>) => {
  const [examples] = useState(() => inspector.replacements(extent, EXAMPLES));
  if (examples.length === 0) return null;
  return (
    <fieldset className="anon" aria-label={inspectorTexts.save.changes}>
      {examples.map(({ from, to }) => (
        <Fragment key={from}>
          <span>{from}</span>
          <Icon name="next" size="xs" />
          <span>{to}</span>
        </Fragment>
      ))}
    </fieldset>
  );
};

/** What is saved of a recording, and how (`saveRecording=all` or `last`, ROUTE-17). */
export const SaveSheet = () => {
  const texts = inspectorTexts.save;
  const { inspector, ref } = useRunningInspector();
  const { value = 'all', close } = useOverlay('saveRecording');
  const [extent, setExtent] = useState<Extent>(value);
  const [anonymous, setAnonymous] = useState(true);
  const [state, setState] = useState<'ready' | 'saving' | 'failed'>('ready');
  const save = async () => {
    setState('saving');
    try {
      const { name, text } = await inspector.save(extent, { anonymous });
      saveFile(name, text, 'application/json');
      if (extent === 'all') ref.send({ type: 'inspector.forget' });
      close();
    } catch {
      setState('failed');
    }
  };
  return (
    <Sheet
      title={texts.title}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button look="primary" busy={state === 'saving'} onClick={() => void save()}>
            {texts.save}
          </Button>
        </>
      }
    >
      <fieldset className="stack stack--tight">
        <legend className="vh">{texts.what}</legend>
        {EXTENTS.map((one) => (
          <Choice
            key={one}
            inspector={inspector}
            extent={one}
            chosen={one === extent}
            onChoose={() => setExtent(one)}
          />
        ))}
      </fieldset>
      <div className="list">
        <SwitchRow label={texts.anonymous} hint={texts.anonymousWhy} checked={anonymous} onChange={setAnonymous} />
      </div>
      {anonymous && <Changes key={extent} inspector={inspector} extent={extent} />}
      {state === 'failed' ? (
        <Banner tone="bad" icon="alert" title={texts.failed} />
      ) : (
        <Banner tone="ok" icon="shield" title={texts.noSecrets}>
          {texts.noSecretsWhy}
        </Banner>
      )}
    </Sheet>
  );
};
