import { WORDS_FROM_SATS } from '#domain/ecash/ecash-limits.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { heldEcash } from '#domain/ecash/ledger/held.ts';
import { isWordsReminderDue } from '#domain/ecash/words/shares.ts';
import type { EcashStand } from '#ports/ecash.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { MoneyPage } from '#ui/money/money-page.tsx';
import { useAfterClosing, useOpenOverlay } from '#ui/overlay.ts';
import { OverlayLink } from '#ui/overlay-link.tsx';
import { whole } from '#ui/texts/formats.ts';
import { ecashTexts as texts } from '#ui/texts/ecash.ts';
import { EcashAddressRow } from '#ui/ecash/address/address-row.tsx';
import { CopiesLine } from './copies-line.tsx';
import { Arrived } from './arrived.tsx';
import { EcashActs, useEcashAct } from './ecash-acts.tsx';
import { ecashProblemText } from '#ui/ecash/failure-text.ts';
import { UnlockButton } from '#ui/ecash/act.tsx';
import { OpenElsewhere } from '#ui/ecash/mints/open-elsewhere.tsx';
import { OwnOffers } from './own-offers.tsx';
import { OwnRequests } from './own-requests.tsx';
import { LastMoves, OperationsUnderWay } from './held-history.tsx';
import { MintList, ShareBar } from '#ui/ecash/mints/mint-list.tsx';
import { Nuts } from '#ui/ecash/nuts.tsx';
import { InFiat } from '#ui/money/in-fiat.tsx';
import { Sats } from '#ui/ecash/sats.tsx';
import { useIsReadOnly } from '#ui/ecash/use-ecash.ts';
import { useEcashAccess, useEcashDoor, useNotOpened } from '#ui/ecash/use-ecash-access.ts';
import '#ui/ecash/ecash.css';

/** What is true of the wallet in one line. */
const Status = ({ aside }: { aside: number }) => {
  const door = useEcashDoor();
  const isOpen = door === 'open';
  const told = aside > 0 ? texts.status.setAside(whole(aside)) : isOpen && texts.status.ready;
  return (
    <p className="t-sm c-3 row">
      <i className="light light--l" data-s={!isOpen ? 'off' : aside > 0 ? 'wait' : 'ok'} />
      <span>
        {told} {isOpen ? <CopiesLine /> : texts.status[door]}
      </span>
    </p>
  );
};

/** Why the key did not open it, and the way to try again. */
const NotOpened = ({ problem }: { problem: EcashProblem }) => (
  <div className="stack">
    <Problem>{ecashProblemText(problem)}</Problem>
    <div className="row">
      <UnlockButton look="primary" />
    </div>
  </div>
);

const Top = ({ stand }: { stand: EcashStand }) => {
  const open = useOpenOverlay();
  const isLocked = useEcashAccess() === 'locked';
  const notOpened = useNotOpened();
  const { balance, aside, mints } = heldEcash(stand);
  return (
    <section className="wl__top" aria-label={texts.balance}>
      <p className="t-sm c-2">{texts.balance}</p>
      <Sats amount={balance} />
      <InFiat sats={balance} />
      <ShareBar mints={mints} />
      <Status aside={aside} />
      {isLocked && (
        <div className="row">
          <Button look="primary" icon="unlock" aria-haspopup="dialog" onClick={() => open({ unlockKey: true })}>
            {texts.unlock}
          </Button>
        </div>
      )}
      {notOpened && !isLocked && <NotOpened problem={notOpened} />}
    </section>
  );
};

/** Asks for the words while they are not on paper and there is something to lose. */
const Reminder = () => (
  <Banner tone="warn" icon="key" title={texts.remind.title}>
    {texts.remind.why(WORDS_FROM_SATS)} <OverlayLink to={{ money: 'words' }}>{texts.remind.act}</OverlayLink>
  </Banner>
);

const Mints = ({ stand }: { stand: EcashStand }) => {
  const open = useOpenOverlay();
  return (
    <section className="wl__part">
      <div className="spread">
        <h2>{texts.mints}</h2>
        <Button look="ghost" size="s" icon="plus" aria-haspopup="dialog" onClick={() => open({ money: 'mints' })}>
          {texts.addMint}
        </Button>
      </div>
      {stand.mints.length > 0 && <MintList label={texts.mints} mints={heldEcash(stand).mints} />}
      <div className="list">
        <EcashAddressRow />
      </div>
    </section>
  );
};

/** Nothing is there yet, and how to begin. */
const Empty = () => {
  const act = useEcashAct();
  return (
    <div className="empty wl__all">
      <Nuts />
      <h2>{texts.emptyTitle}</h2>
      <p>{texts.emptyWhy}</p>
      <Button look="value" aria-haspopup="dialog" onClick={() => act('deposit')}>
        {texts.emptyAct}
      </Button>
    </div>
  );
};

type Props = { stand: EcashStand; onClose: () => void };

/** What somebody has in ecash, where, and what is under way; also while the key is locked. */
export const HeldPage = ({ stand, onClose }: Props) => {
  const open = useOpenOverlay();
  const afterClosing = useAfterClosing(onClose);
  const isReadOnly = useIsReadOnly();
  const isEmpty = stand.balance === 0 && stand.open.length === 0 && stand.history.length === 0;
  return (
    <MoneyPage
      title={texts.title}
      onClose={onClose}
      aside={
        <IconButton
          icon="sliders"
          label={texts.settings}
          onClick={() => afterClosing(() => open({ settings: true }, 'ecash'))}
        />
      }
      acts={!isReadOnly && <EcashActs />}
    >
      <div className="wl">
        <Top stand={stand} />
        {stand.problem && (
          <Banner tone="bad" icon="alert" title={texts.unreadable}>
            {ecashProblemText(stand.problem)}
          </Banner>
        )}
        {isReadOnly && <OpenElsewhere />}
        <Arrived />
        <OperationsUnderWay />
        <OwnRequests />
        <OwnOffers stand={stand} />
        {isWordsReminderDue({ ...stand, balance: heldEcash(stand).balance }) && <Reminder />}
        {isEmpty && !isReadOnly && <Empty />}
        <Mints stand={stand} />
        {!isEmpty && <LastMoves />}
      </div>
    </MoneyPage>
  );
};
