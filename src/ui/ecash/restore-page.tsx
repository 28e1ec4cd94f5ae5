import { useId, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import type { EcashStand, RestoreMint } from '#ports/ecash.ts';
import { mintTints } from '#domain/ecash/shares.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { MoneyPage } from '#ui/money/money-page.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { whole } from '#ui/texts/formats.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { sessionTexts } from '#ui/texts/session.ts';
import { MintAddressField } from './add-mint.tsx';
import { NoAccess } from './ecash-page.tsx';
import { failureText } from './failure-text.ts';
import { shortMint } from './mint-address.ts';
import { MintMark } from './mint-mark.tsx';
import { RestoreProgress } from './restore-progress.tsx';
import { useEcash, useEcashStand } from './use-ecash.ts';
import { useEcashAccess } from './use-ecash-access.ts';
import { WordsFields, type PhraseFields } from './words-fields.tsx';

const { restore: texts } = ecashTexts;

type MintsProps = { chosen: readonly string[]; onChange: (urls: readonly string[]) => void };

/** The mints where the words are looked for. */
const Where = ({ chosen, onChange }: MintsProps) => {
  const tints = mintTints(chosen);
  return (
    <section className="wl__part">
      <h2>{texts.where}</h2>
      <p className="hint">{texts.whereWhy}</p>
      {chosen.length === 0 ? (
        <p className="t-sm c-2">{texts.noMints}</p>
      ) : (
        <ul className="list" aria-label={texts.where}>
          {chosen.map((url) => (
            <li key={url} className="item">
              <MintMark name={shortMint(url)} tint={tints.get(url)} />
              <span className="item__txt">
                <b className="clip">{shortMint(url)}</b>
              </span>
              <IconButton
                icon="close"
                label={texts.remove(shortMint(url))}
                onClick={() => onChange(chosen.filter((other) => other !== url))}
              />
            </li>
          ))}
        </ul>
      )}
      <MintAddressField
        label={texts.more}
        submit={ecashTexts.add.add}
        onAddress={(url) => onChange([...new Set([...chosen, url])])}
      />
    </section>
  );
};

type PhraseProps = {
  id: string;
  exists: boolean;
  fields: RefObject<PhraseFields | null>;
  isBusy: boolean;
  problem: string | undefined;
};

const PhrasePart = ({ id, exists, fields, isBusy, problem }: PhraseProps) =>
  exists ? (
    <section className="wl__part">
      <Banner icon="key" title={texts.own}>
        {texts.ownWhy}
      </Banner>
    </section>
  ) : (
    <section className="wl__part">
      <WordsFields ref={fields} id={id} problem={problem} disabled={isBusy} />
    </section>
  );

type BeginProps = { stand: EcashStand; onClose: () => void };

/** Takes the words and the mints where they were used. */
const Begin = ({ stand, onClose }: BeginProps) => {
  const ecash = useEcash();
  const id = useId();
  const open = useOpenOverlay();
  const isLocked = useEcashAccess() === 'locked';
  const fields = useRef<PhraseFields>(null);
  const [chosen, choose] = useState<readonly string[]>(() => [
    ...new Set([...stand.mints.map(({ url }) => url), ...ecash.sample]),
  ]);
  const [isBusy, setBusy] = useState(false);
  const [problem, tell] = useState<string>();
  const start = async () => {
    if (isLocked) return open({ unlockKey: true });
    setBusy(true);
    tell(undefined);
    try {
      if (!stand.exists) {
        const { words, missing } = fields.current!.read();
        if (missing !== undefined) return tell(texts.missing(whole(missing)));
        await ecash.create(words.join(' '));
        fields.current?.clear();
        // whoever types them has them on paper
        await ecash.keepWords();
      }
      ecash.restore(chosen);
    } catch (error) {
      tell(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <MoneyPage
      title={texts.title}
      onClose={onClose}
      acts={
        <div className="sheet__foot">
          <Button onClick={onClose}>{sessionTexts.cancel}</Button>
          <Button look="value" busy={isBusy} disabled={chosen.length === 0} onClick={() => void start()}>
            {texts.start}
          </Button>
        </div>
      }
    >
      <div className="wl">
        <PhrasePart id={id} exists={stand.exists} fields={fields} isBusy={isBusy} problem={problem} />
        <Where chosen={chosen} onChange={choose} />
      </div>
    </MoneyPage>
  );
};

type UnderWayProps = BeginProps & { progress: readonly RestoreMint[] };

/** Shows what is found, mint by mint. */
const UnderWay = ({ stand, progress, onClose }: UnderWayProps) => {
  const ecash = useEcash();
  const open = useOpenOverlay();
  const isBusy = progress.some(({ stands }) => stands === 'waiting' || stands === 'asking');
  const finish = () => {
    ecash.stopRestoring();
    open({ money: 'ecash' });
  };
  return (
    <MoneyPage
      title={texts.title}
      onClose={onClose}
      acts={
        <div className="sheet__foot">
          <Button disabled={!isBusy} onClick={ecash.stopRestoring}>
            {texts.stop}
          </Button>
          <Button look="value" disabled={isBusy} onClick={finish}>
            {texts.finish}
          </Button>
        </div>
      }
    >
      <div className="wl">
        <section className="wl__part wl__all">
          <RestoreProgress progress={progress} mints={stand.mints} onAgain={(url) => ecash.restore([url])} />
        </section>
        <section className="wl__part wl__all">
          <MintAddressField label={texts.more} submit={ecashTexts.add.add} onAddress={(url) => ecash.restore([url])} />
        </section>
      </div>
    </MoneyPage>
  );
};

/** Brings ecash back from its words, at the mints that somebody names. */
export const RestorePage = ({ onClose }: { onClose: () => void }) => {
  const { restoring } = useEcash();
  const progress = useSyncExternalStore(restoring.subscribe, restoring.get);
  const stand = useEcashStand();
  const access = useEcashAccess();
  if (access !== 'none' && stand && progress) return <UnderWay stand={stand} progress={progress} onClose={onClose} />;
  if (access !== 'none' && stand) return <Begin stand={stand} onClose={onClose} />;
  return (
    <MoneyPage title={texts.title} onClose={onClose}>
      {access === 'none' ? (
        <NoAccess />
      ) : (
        <div className="wl">
          <output className="hint">{ecashTexts.reading}</output>
        </div>
      )}
    </MoneyPage>
  );
};
