import { useSearch } from '@tanstack/react-router';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import type { MintFacts, MintInfo } from '#domain/ecash/mints/mint.ts';
import { heldEcash } from '#domain/ecash/ledger/held.ts';
import { mintTints, type MintTint } from '#domain/ecash/words/shares.ts';
import { MoneyPage } from '#ui/money/money-page.tsx';
import { OverlayLink } from '#ui/overlay-link.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { whole } from '#ui/texts/formats.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { ActProblem, useAct } from '#ui/ecash/act.tsx';
import { useMeeting } from './meetings.ts';
import { shortMint, typedMint } from './mint-address.ts';
import { MintContact } from './mint-contact.tsx';
import { MintKeysets, MintLimits } from './mint-facts.tsx';
import { sharedMints, type SharedMint } from './mint-list.tsx';
import { MintMark } from '#ui/kit/mint-mark.tsx';
import { MintReviews } from './mint-reviews.tsx';
import { MintSaw } from './mint-saw.tsx';
import { RecommendMint } from './recommend-mint.tsx';
import { RemoveMint } from './remove-mint.tsx';
import { useAdding } from './use-adding.ts';
import { useEcash, useEcashStand } from '#ui/ecash/use-ecash.ts';
import { useEcashAccess } from '#ui/ecash/use-ecash-access.ts';
import '#ui/ecash/ecash.css';

const { mintPage: texts } = ecashTexts;

type HeadProps = {
  name: string;
  url: string;
  tint: MintTint | undefined;
  info: MintInfo | undefined;
  /** what is held there; undefined for a mint that is not used */
  share: { readonly sats: number; readonly percent: number } | undefined;
};

/** Who a mint is, in its own words. */
const Head = ({ name, url, tint, info, share }: HeadProps) => (
  <section className="wl__part md">
    <div className="md__h">
      <MintMark name={name} tint={tint} large />
      <div className="grow">
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <p className="t-sm c-3">{[shortMint(url), info?.version].filter(Boolean).join(' · ')}</p>
      </div>
      <p className="end">
        {share ? (
          <>
            <b className="num t-lg">{whole(share.sats)}</b>
            <br />
            <span className="t-sm c-3">{texts.ofAll(whole(share.percent))}</span>
          </>
        ) : (
          <span className="tag">{texts.notYours}</span>
        )}
      </p>
    </div>
    {[info?.description, info?.longDescription]
      .filter((text) => text !== undefined)
      .map((text) => (
        <p key={text} className="c-2 md__text" dir="auto">
          {text}
        </p>
      ))}
    {info?.motd !== undefined && (
      <Banner icon="info" title={texts.motd}>
        {info.motd}
      </Banner>
    )}
  </section>
);

/** What all mints tell of themselves. */
const Facts = ({ facts, pieces }: { facts: MintFacts; pieces?: Readonly<Record<string, number>> }) => (
  <>
    <MintKeysets keysets={facts.keysets} {...(pieces && { pieces })} />
    <MintLimits facts={facts} />
    <MintContact info={facts.info} />
  </>
);

/** What other apps of the owner keep there. */
const Others = ({ others }: { others: Readonly<Record<string, number>> }) => {
  const list = Object.entries(others).map(([unit, amount]) => `${whole(amount)} ${unit}`);
  if (list.length === 0) return null;
  return (
    <section className="wl__part">
      <Banner icon="coin" title={texts.others}>
        {texts.othersWhy(list.join(', '))}
      </Banner>
    </section>
  );
};

/** Another device of the same person left it. */
const Left = ({ url }: { url: string }) => {
  const { add, isBusy, problem } = useAdding();
  return (
    <section className="wl__part">
      <Banner icon="info" title={texts.left}>
        {texts.leftWhy}
      </Banner>
      <Button look="line" icon="plus" busy={isBusy} onClick={() => add(url)}>
        {texts.again}
      </Button>
      {problem !== undefined && <Problem>{problem}</Problem>}
    </section>
  );
};

type PageProps = { onClose: () => void };

/** A mint that this wallet uses. */
const OwnMint = ({ mint, tint, percent, onClose }: SharedMint & PageProps) => {
  const ecash = useEcash();
  const access = useEcashAccess();
  const refresh = useAct();
  const { url, name, facts, balance, seen, pieces, others, isLeft } = mint;
  return (
    <MoneyPage
      title={name}
      onClose={onClose}
      aside={
        <>
          <CopyButton bare text={url} label={texts.copy} />
          <IconButton
            icon="refresh"
            label={texts.refresh}
            aria-busy={refresh.isBusy}
            onClick={() => refresh.run(() => ecash.refreshMint(mint.url))}
          />
        </>
      }
    >
      <div className="wl wl--mint">
        <Head name={name} url={url} tint={tint} info={facts?.info} share={{ sats: balance, percent }} />
        {isLeft && <Left url={url} />}
        <Others others={others} />
        <div className="wl__part">
          <ActProblem act={refresh} />
          <MintSaw seen={seen} />
        </div>
        <MintReviews url={url} />
        {facts && access === 'open' && <RecommendMint facts={facts} name={name} />}
        {facts && <Facts facts={facts} pieces={pieces} />}
        {access === 'open' && <RemoveMint mint={mint} onRemoved={onClose} />}
      </div>
    </MoneyPage>
  );
};

/** What became of asking a mint once. */
const Test = ({ url, onClose }: { url: string } & PageProps) => {
  const access = useEcashAccess();
  const { meeting, problem, isBusy, meet } = useMeeting(url);
  const { add, isBusy: isAdding, problem: notAdded } = useAdding(onClose);
  const open = useOpenOverlay();
  const ask = () => (access === 'open' ? void meet() : open({ unlockKey: true }));
  return (
    <section className="wl__part">
      <h2>{texts.test}</h2>
      {meeting ? (
        <>
          <p className="row">
            <i className="light light--l" data-s="ok" />
            {texts.took(whole(Math.round(meeting.tookMs)))}
          </p>
          <p className="hint">{texts.testWhy}</p>
          <Button look="primary" icon="plus" busy={isAdding} onClick={() => add(url)}>
            {ecashTexts.add.addName(meeting.facts.info.name || shortMint(url))}
          </Button>
        </>
      ) : (
        <Button look="primary" icon="refresh" busy={isBusy} onClick={ask}>
          {isBusy ? texts.testing : texts.refresh}
        </Button>
      )}
      {(notAdded ?? problem) !== undefined && <Problem>{(notAdded ?? problem)!}</Problem>}
    </section>
  );
};

type StrangeProps = { url: string; rest: SharedMint | undefined } & PageProps;

/** A mint that is not used, and what rests there: what it says when it is asked, which happens only when somebody wants it. */
const StrangeMint = ({ url, rest, onClose }: StrangeProps) => {
  const { meeting } = useMeeting(url);
  const info = meeting?.facts.info;
  const name = info?.name || shortMint(url);
  return (
    <MoneyPage title={name} onClose={onClose} aside={<CopyButton bare text={url} label={texts.copy} />}>
      <div className="wl wl--mint">
        <Head
          name={name}
          url={url}
          tint={rest?.tint ?? mintTints([url]).get(url)}
          info={info}
          share={rest && { sats: rest.mint.balance, percent: rest.percent }}
        />
        {rest && (
          <div className="wl__part">
            <Banner icon="info" title={texts.notYours}>
              {texts.restWhy}{' '}
              {rest.mint.balance > 0 && <OverlayLink to={{ money: 'transfer', of: url }}>{texts.moveRest}</OverlayLink>}{' '}
              {texts.restGoes}
            </Banner>
          </div>
        )}
        {rest && <Others others={rest.mint.others} />}
        <Test url={url} onClose={onClose} />
        <MintReviews url={url} />
        {meeting && <Facts facts={meeting.facts} />}
      </div>
    </MoneyPage>
  );
};

const readAddress = (text: string | undefined): string | undefined => {
  try {
    return typedMint(text ?? '');
  } catch {
    return undefined;
  }
};

/** One mint, by its address (`of`): who it is, what it takes, and what this wallet saw of it. */
export const MintPage = ({ onClose }: PageProps) => {
  const stand = useEcashStand();
  const { of }: AppSearch = useSearch({ strict: false });
  const url = readAddress(of);
  const own = stand && sharedMints(heldEcash(stand).mints).find(({ mint }) => mint.url === url);
  if (own && (own.mint.isOwn || own.mint.isLeft)) return <OwnMint {...own} onClose={onClose} />;
  if (url !== undefined && stand) return <StrangeMint url={url} rest={own} onClose={onClose} />;
  return (
    <MoneyPage title={ecashTexts.mint} onClose={onClose}>
      <div className="wl">
        {stand ? <EmptyState art="nut" title={texts.gone} /> : <output className="hint">{ecashTexts.reading}</output>}
      </div>
    </MoneyPage>
  );
};
