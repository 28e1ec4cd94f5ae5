import { useEffect, useState } from 'react';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { MoneyPage } from '#ui/money/money-page.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { mintTints } from '#domain/ecash/words/shares.ts';
import { UnlockButton } from '#ui/ecash/act.tsx';
import { AddMint } from '#ui/ecash/mints/add-mint.tsx';
import { useMeeting } from '#ui/ecash/mints/meetings.ts';
import { failureText } from '#ui/ecash/failure-text.ts';
import { shortMint } from '#ui/ecash/mints/mint-address.ts';
import { MintMark } from '#ui/kit/mint-mark.tsx';
import { Nuts } from '#ui/ecash/nuts.tsx';
import { RecommendedMints } from '#ui/ecash/mints/recommended-mints.tsx';
import { useAdding } from '#ui/ecash/mints/use-adding.ts';
import { LostEcash } from './lost-ecash.tsx';
import { useEcash, useEcashStand } from '#ui/ecash/use-ecash.ts';
import { useEcashAccess } from '#ui/ecash/use-ecash-access.ts';
import { useElsewhere } from '#ui/ecash/mints/use-elsewhere.ts';
import '#ui/ecash/ecash.css';

const { first: texts } = ecashTexts;

const What = () => (
  <section className="wl__part ef">
    <Nuts />
    <h2>{texts.heading}</h2>
    <p className="ef__lead">{texts.lead}</p>
    <h3 className="t-sm c-2">{texts.before}</h3>
    <ul className="risks">
      <li>
        <Icon name="alert" />
        <span>
          <b>{texts.vanish}</b> {texts.vanishWhy}
        </span>
      </li>
      <li>
        <Icon name="key" />
        <span>
          <b>{texts.live}</b> {texts.liveWhy}
        </span>
      </li>
    </ul>
  </section>
);

type OfferProps = { url: string; urls: readonly string[]; isBusy: boolean; onAdd: () => void };

/** One mint that is offered: it is asked for its name, once somebody who can use it is there. */
const Offer = ({ url, urls, isBusy, onAdd }: OfferProps) => {
  const open = useOpenOverlay();
  const access = useEcashAccess();
  const { meeting, problem, meet } = useMeeting(url);
  const isUnknown = meeting === undefined;
  useEffect(() => {
    if (access === 'open' && isUnknown) void meet();
    // oxlint-disable-next-line react/exhaustive-deps -- asked once, whatever else changes
  }, [access, url]);
  const name = meeting?.facts.info.name || shortMint(url);
  return (
    <li className="item">
      <MintMark name={name} tint={mintTints(urls).get(url)} />
      <button
        type="button"
        className="item__txt"
        aria-haspopup="dialog"
        onClick={() => open({ money: 'mint', of: url })}
      >
        <b className="clip">
          <bdi>{name}</bdi>
        </b>
        <small className={problem === undefined ? 'clip' : 'c-warn'}>{problem ?? shortMint(url)}</small>
      </button>
      <Button size="s" busy={isBusy} aria-label={ecashTexts.add.addName(name)} onClick={onAdd}>
        {ecashTexts.add.add}
      </Button>
    </li>
  );
};

const Choose = () => {
  const open = useOpenOverlay();
  const { sample } = useEcash();
  const { add, isBusy, problem } = useAdding();
  return (
    <section className="wl__part ef__choose">
      <div className="spread">
        <h2>{texts.choose}</h2>
        {sample.length > 0 && <span className="t-sm c-3">{texts.sample}</span>}
      </div>
      {sample.length > 0 ? (
        <>
          <ul className="list rec" aria-label={texts.choose}>
            {sample.map((url) => (
              <Offer key={url} url={url} urls={sample} isBusy={isBusy} onAdd={() => add(url)} />
            ))}
          </ul>
          <p className="hint">{texts.sampleHint}</p>
        </>
      ) : (
        <p className="hint">{texts.none}</p>
      )}
      {problem !== undefined && <Problem>{problem}</Problem>}
      <AddMint label={sample.length > 0 ? ecashTexts.add.another : ecashTexts.add.label} />
      <Button look="ghost" icon="refresh" aria-haspopup="dialog" onClick={() => open({ money: 'restore' })}>
        {texts.restore}
      </Button>
    </section>
  );
};

/** Which mints a wallet has is encrypted for the key of its account. */
const LockedMints = () => (
  <div className="row">
    <p className="hint grow">{texts.elsewhereLocked}</p>
    <UnlockButton />
  </div>
);

/** There is a wallet of this account elsewhere: a second one is made here only when somebody says so. */
const Elsewhere = ({ mints }: { mints: readonly string[] }) => {
  const ecash = useEcash();
  const open = useOpenOverlay();
  const isLocked = useEcashAccess() !== 'open';
  const [isBusy, setBusy] = useState(false);
  const [problem, tell] = useState<string>();
  const goOn = async () => {
    if (isLocked) return open({ unlockKey: true });
    setBusy(true);
    tell(undefined);
    try {
      await ecash.create();
      open({ money: 'words' });
    } catch (error) {
      tell(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="wl__part ef__choose">
      <Banner icon="key" title={texts.elsewhere}>
        {texts.elsewhereWhy}
      </Banner>
      {isLocked && mints.length === 0 && <LockedMints />}
      {mints.length > 0 && (
        <>
          <h3 className="t-sm c-2">{texts.elsewhereMints}</h3>
          <ul className="list" aria-label={texts.elsewhereMints}>
            {mints.map((url) => (
              <li key={url} className="item">
                <MintMark name={shortMint(url)} tint={mintTints(mints).get(url)} />
                <span className="item__txt">
                  <b className="clip">{shortMint(url)}</b>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {problem !== undefined && <Problem>{problem}</Problem>}
      <div className="row">
        <Button look="value" icon="key" aria-haspopup="dialog" onClick={() => open({ money: 'restore' })}>
          {texts.elsewhereWords}
        </Button>
        <Button busy={isBusy} aria-haspopup="dialog" onClick={() => void goOn()}>
          {texts.elsewhereOn}
        </Button>
      </div>
    </section>
  );
};

/** What ecash is, what can go wrong with it, and the choice of a first mint, or what is there elsewhere. */
export const FirstPage = ({ onClose }: { onClose: () => void }) => {
  const elsewhere = useElsewhere();
  const lost = useEcashStand()?.lost;
  return (
    <MoneyPage title={texts.title} onClose={onClose}>
      <div className="wl">
        {lost && <LostEcash lost={lost} />}
        <What />
        {!elsewhere?.exists && <RecommendedMints />}
        {elsewhere?.exists ? <Elsewhere mints={elsewhere.mints} /> : <Choose />}
      </div>
    </MoneyPage>
  );
};
