import { Fragment, useState } from 'react';
import { byteSize } from '#domain/text/byte-size.ts';
import type { Extent } from '#ports/inspector.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { saveFile } from '#ui/kit/save-file.ts';
import { Sheet } from '#ui/kit/sheet.tsx';
import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { texts as appTexts } from '#ui/texts/app.ts';
import { inspectorTexts } from '#ui/texts/inspector.ts';
import { useInspecting } from './inspector-context.ts';
import { spanTime } from './times.ts';

const EXTENTS: readonly Extent[] = ['all', 'last'];
const EXAMPLES = 4;

const Choice = ({ extent, chosen, onChoose }: { extent: Extent; chosen: boolean; onChoose: () => void }) => {
  const texts = inspectorTexts.save;
  const { inspector } = useInspecting();
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

const Changes = ({ extent }: { extent: Extent }) => {
  const { inspector } = useInspecting();
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

/** What is saved of a recording, and how. */
export const SaveSheet = ({ first, onClose }: { first: Extent; onClose: () => void }) => {
  const texts = inspectorTexts.save;
  const { inspector } = useInspecting();
  const [extent, setExtent] = useState<Extent>(first);
  const [anonymous, setAnonymous] = useState(true);
  const [state, setState] = useState<'ready' | 'saving' | 'failed'>('ready');
  const save = async () => {
    setState('saving');
    try {
      const { name, text } = await inspector.save(extent, { anonymous });
      saveFile(name, text, 'application/json');
      onClose();
    } catch {
      setState('failed');
    }
  };
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="primary" busy={state === 'saving'} onClick={() => void save()}>
            {texts.save}
          </Button>
        </>
      }
    >
      <fieldset className="stack stack--tight">
        <legend className="vh">{texts.what}</legend>
        {EXTENTS.map((one) => (
          <Choice key={one} extent={one} chosen={one === extent} onChoose={() => setExtent(one)} />
        ))}
      </fieldset>
      <div className="list">
        <SwitchRow label={texts.anonymous} hint={texts.anonymousWhy} checked={anonymous} onChange={setAnonymous} />
      </div>
      {anonymous && <Changes key={extent} extent={extent} />}
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
