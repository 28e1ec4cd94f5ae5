import { useId, useState, useSyncExternalStore, type RefObject } from 'react';
import type { EcashStand, RestoreMint } from '#ports/ecash.ts';
import { mintTints } from '#domain/ecash/words/shares.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { MoneyPage } from '#ui/money/money-page.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { sessionTexts } from '#ui/texts/session.ts';
import { MintAddressField } from '#ui/ecash/mints/add-mint.tsx';
import { shortMint } from '#ui/ecash/mints/mint-address.ts';
import { MintMark } from '#ui/kit/mint-mark.tsx';
import { RestoreProgress } from './restore-progress.tsx';
import { useEcash, useEcashStand } from '#ui/ecash/use-ecash.ts';
import { useElsewhere } from '#ui/ecash/mints/use-elsewhere.ts';
import { useRestore } from './use-restore.ts';
import { WordsFields, type PhraseFields } from './words-fields.tsx';
import '#ui/ecash/ecash.css';

const { restore: texts } = ecashTexts;

type MintsProps = {
  chosen: readonly string[];
  onAdd: (url: string) => void;
  onRemove: (url: string) => void;
};

/** The mints where the words are looked for. */
const Where = ({ chosen, onAdd, onRemove }: MintsProps) => {
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
              <IconButton icon="close" label={texts.remove(shortMint(url))} onClick={() => onRemove(url)} />
            </li>
          ))}
        </ul>
      )}
      <MintAddressField clears label={texts.more} submit={ecashTexts.add.add} onAddress={onAdd} />
    </section>
  );
};

type PhraseProps = {
  id: string;
  exists: boolean;
  /** words are typed here */
  isTyped: boolean;
  onOthers: (areOthers: boolean) => void;
  fields: RefObject<PhraseFields | null>;
  isBusy: boolean;
  problem: string | undefined;
};

const PhrasePart = ({ id, exists, isTyped, onOthers, fields, isBusy, problem }: PhraseProps) => (
  <section className="wl__part">
    {!isTyped && (
      <Banner icon="key" title={texts.own}>
        {texts.ownWhy}
      </Banner>
    )}
    {isTyped && <WordsFields ref={fields} id={id} problem={problem} disabled={isBusy} />}
    {isTyped && exists && <p className="t-sm c-2">{texts.othersWhy}</p>}
    {!isTyped && problem !== undefined && <Problem>{problem}</Problem>}
    {exists && (
      <div className="row">
        <Button look="ghost" size="s" disabled={isBusy} onClick={() => onOthers(!isTyped)}>
          {isTyped ? texts.othersOwn : texts.others}
        </Button>
      </div>
    )}
  </section>
);

/** What somebody changed in the list of mints. */
type Edits = { readonly added: readonly string[]; readonly removed: readonly string[] };

type BeginProps = { stand: EcashStand; onClose: () => void };

/** Takes the words and the mints where they were used. */
const Begin = ({ stand, onClose }: BeginProps) => {
  const { sample } = useEcash();
  const elsewhere = useElsewhere(!stand.exists);
  const id = useId();
  const [{ added, removed }, change] = useState<Edits>({ added: [], removed: [] });
  // what relays know of may come later
  const known = [...stand.mints.map(({ url }) => url), ...(elsewhere?.mints ?? []), ...sample, ...added];
  const chosen = [...new Set(known)].filter((url) => !removed.includes(url));
  const { setOthers, start, ...phrase } = useRestore(stand.exists, chosen);
  return (
    <MoneyPage
      title={texts.title}
      onClose={onClose}
      acts={
        <div className="sheet__foot">
          <Button onClick={onClose}>{sessionTexts.cancel}</Button>
          <Button look="value" busy={phrase.isBusy} onClick={start}>
            {texts.start}
          </Button>
        </div>
      }
    >
      <div className="wl">
        <PhrasePart id={id} exists={stand.exists} onOthers={setOthers} {...phrase} />
        <Where
          chosen={chosen}
          onAdd={(url) => change({ added: [...added, url], removed: removed.filter((other) => other !== url) })}
          onRemove={(url) => change({ added, removed: [...removed, url] })}
        />
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
          <Button disabled={!isBusy} onClick={() => ecash.stopRestoring()}>
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
  if (stand && progress) return <UnderWay stand={stand} progress={progress} onClose={onClose} />;
  if (stand) return <Begin stand={stand} onClose={onClose} />;
  return (
    <MoneyPage title={texts.title} onClose={onClose}>
      <div className="wl">
        <output className="hint">{ecashTexts.reading}</output>
      </div>
    </MoneyPage>
  );
};
