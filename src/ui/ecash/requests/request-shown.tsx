import { useState } from 'react';
import { REQUEST_SHOWN_MOST, REQUEST_WATCHED_MS } from '#domain/ecash/ecash-limits.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { HistoryRow } from '#domain/ecash/ledger/ledger-history.ts';
import { isAwaited, paidIn, type MadeRequest, type RequestPayment } from '#domain/ecash/requests/made-request.ts';
import { DAY } from '#domain/units.ts';
import { hostOf } from '#domain/ecash/mints/mint-url.ts';
import type { EcashStand } from '#ports/ecash.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Facts } from '#ui/kit/facts.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useNameInText } from '#ui/name-in-text.ts';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { whole } from '#ui/texts/formats.ts';
import { requestTexts as texts } from '#ui/texts/request.ts';
import { ActProblem, UnlockButton, useAct } from '#ui/ecash/act.tsx';
import { ecashProblemText } from '#ui/ecash/failure-text.ts';
import { TokenCode } from '#ui/ecash/tokens/moving-code.tsx';
import { Sats } from '#ui/ecash/sats.tsx';
import { NotThereSheet } from '#ui/ecash/not-there-sheet.tsx';
import { useEcash, useEcashStand } from '#ui/ecash/use-ecash.ts';
import { useIsEcashOpen } from '#ui/ecash/use-ecash-access.ts';
import { useMintName } from '#ui/ecash/use-operation.ts';
import '#ui/ecash/moving.css';

type EndOf = (operation: string | undefined) => HistoryRow | undefined;

const endsIn =
  ({ history }: EcashStand): EndOf =>
  (operation) =>
    history.find((one) => one.operation === operation);

/** Why a payment was not taken; what is left of one is offered where its operation is shown. */
const notTakenText = (why: EcashProblem): string =>
  why.code === 'token-partly-spent' ? texts.partly : ecashProblemText(why);

/** How the operation stands that takes a payment. */
export const takingText = (end: HistoryRow | undefined): string => {
  if (end === undefined) return texts.taking;
  if (end.outcome === 'done') return end.fee > 0 ? texts.takenLess(whole(end.amount), whole(end.fee)) : texts.taken;
  if (end.outcome === 'spent elsewhere') return texts.gone;
  return end.why ? notTakenText(end.why) : texts.later;
};

const stateOf = ({ state, operation, trouble }: RequestPayment, endOf: EndOf): string => {
  if (state === 'refused') return trouble ? notTakenText(trouble) : texts.refused;
  if (state === 'new') return trouble ? ecashProblemText(trouble) : texts.taking;
  return state === 'asks' ? '' : takingText(endOf(operation));
};

/** Ecash of a mint that was not asked for: whether it is taken. */
const Asking = ({ request, payment }: { request: string; payment: RequestPayment }) => {
  const ecash = useEcash();
  const act = useAct();
  const decide = (isWanted: boolean) => act.run(() => ecash.decidePayment({ request, rumor: payment.rumor }, isWanted));
  return (
    <Banner tone="warn" icon="alert" title={texts.asks(hostOf(payment.mint))}>
      {texts.asksWhy}
      <div className="row">
        <Button look="line" size="s" busy={act.isBusy} onClick={() => decide(true)}>
          {texts.takeIt}
        </Button>
        <Button size="s" disabled={act.isBusy} onClick={() => decide(false)}>
          {texts.leaveIt}
        </Button>
      </div>
      <ActProblem act={act} />
    </Banner>
  );
};

const Payment = ({ payment, endOf }: { payment: RequestPayment; endOf: EndOf }) => (
  <div className="item">
    <PersonAvatar pubkey={payment.from} size="s" />
    <span className="item__txt">
      <b dir="auto">{useNameInText(payment.from)}</b>
      <small>{stateOf(payment, endOf)}</small>
    </span>
    <span className="end num">{whole(payment.amount)}</span>
  </div>
);

const Payments = ({ request, endOf }: { request: MadeRequest; endOf: EndOf }) => {
  const ecash = useEcash();
  const act = useAct();
  const payments = request.payments.slice(-REQUEST_SHOWN_MOST);
  const isLate = request.payments.some(({ state, trouble }) => state === 'new' && trouble);
  if (payments.length === 0) return null;
  return (
    <section className="stack" aria-label={texts.payments}>
      <div className="list">
        {payments.map((payment) => (
          <Payment key={payment.rumor} payment={payment} endOf={endOf} />
        ))}
      </div>
      {request.payments.map(
        (payment) => payment.state === 'asks' && <Asking key={payment.rumor} request={request.id} payment={payment} />,
      )}
      {isLate && (
        <Button look="line" busy={act.isBusy} onClick={() => act.run(() => ecash.resumePayments())}>
          {texts.again}
        </Button>
      )}
      <ActProblem act={act} />
    </section>
  );
};

const PaidBy = ({ pubkey }: { pubkey: string }) => <p className="center">{texts.paidBy(useNameInText(pubkey))}</p>;

/** How it stands: awaited, paid in part, or no longer awaited; `watch`: whether payments are looked for. */
export const waitingWords = (
  request: MadeRequest,
  got: number,
  now: number,
  isOpen = true,
): { readonly stands: string; readonly watch?: string } => {
  const { amount, closedAt, relays } = request;
  const isWatched = isAwaited(request, now);
  const arrived = amount === undefined ? texts.got(whole(got)) : texts.some(whole(got), whole(amount));
  const stands = got > 0 ? arrived : isWatched ? texts.waiting : texts.stopped;
  if (isWatched) return { stands, watch: isOpen ? texts.watched(relays.length) : texts.whenOpen };
  return closedAt === undefined ? { stands, watch: texts.unwatched(REQUEST_WATCHED_MS / DAY) } : { stands };
};

const Waiting = ({ request, got, now }: { request: MadeRequest; got: number; now: number }) => {
  const isOpen = useIsEcashOpen();
  const { stands, watch } = waitingWords(request, got, now, isOpen);
  return (
    <div className="poll">
      <Icon name="clock" />
      <output className="item__txt">
        <b>{stands}</b>
        {watch !== undefined && <small>{watch}</small>}
      </output>
      {!isOpen && isAwaited(request, now) && <UnlockButton size="s" />}
    </div>
  );
};

const canShare = (text: string): boolean => 'canShare' in navigator && navigator.canShare({ text });

type FootProps = { request: MadeRequest; isOver: boolean; onClose: () => void };

const Foot = ({ request, isOver, onClose }: FootProps) => {
  const ecash = useEcash();
  const act = useAct();
  if (isOver)
    return (
      <Button look="primary" onClick={onClose}>
        {texts.done}
      </Button>
    );
  return (
    <>
      <Button busy={act.isBusy} onClick={() => act.run(() => ecash.closeRequest(request.id).then(onClose))}>
        {texts.stop}
      </Button>
      {canShare(request.text) ? (
        <Button look="primary" onClick={() => void navigator.share({ text: request.text }).catch(() => {})}>
          {texts.share}
        </Button>
      ) : (
        <Button look="primary" onClick={onClose}>
          {texts.close}
        </Button>
      )}
    </>
  );
};

const Code = ({ text }: { text: string }) => (
  <>
    <TokenCode token={text} words={texts} />
    <div className="code code--clip">
      <span>{text}</span>
      <CopyButton text={text} label={texts.copy} bare />
    </div>
  </>
);

const Shown = ({ request, stand, onClose }: { request: MadeRequest; stand: EcashStand; onClose: () => void }) => {
  const nameOf = useMintName();
  const endOf = endsIn(stand);
  const isDone = (operation: string | undefined) => endOf(operation)?.outcome === 'done';
  const { amount, memo, mints, isSingleUse, payments, text } = request;
  const [now] = useState(Date.now);
  const isWatched = isAwaited(request, now);
  const { sent, held } = paidIn(request, stand.history);
  const isPaid = isSingleUse && sent > 0 && sent >= (amount ?? 0);
  const last = payments.findLast(({ operation }) => isDone(operation));
  const take = mints.map(nameOf).reduce((all, name) => (all === '' ? name : texts.or(all, name)), '');
  return (
    <Sheet
      title={amount === undefined ? texts.title : texts.titleOf(whole(amount))}
      onClose={onClose}
      foot={<Foot request={request} isOver={isPaid || !isWatched} onClose={onClose} />}
    >
      {isPaid && (
        <div className="done">
          <Icon name="check" size="l" />
        </div>
      )}
      {isPaid && <output className="center strong">{texts.requestPaid}</output>}
      {(isPaid || amount !== undefined) && <Sats amount={isPaid ? held : (amount ?? 0)} center />}
      {isPaid && last && <PaidBy pubkey={last.from} />}
      {!isPaid && isWatched && <Code text={text} />}
      {!isPaid && <Waiting request={request} got={held} now={now} />}
      <Payments request={request} endOf={endOf} />
      <Facts
        facts={[
          [texts.for, memo === undefined ? undefined : texts.quoted(memo), 'text'],
          [texts.take, take === '' ? texts.anyMint : take],
          [texts.canBePaid, isSingleUse ? texts.oncePaid : texts.often],
        ]}
      />
    </Sheet>
  );
};

/** A request of one's own: for a camera, as text, and what came in for it. Closing this ends nothing. */
export const RequestShown = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const stand = useEcashStand();
  const request = stand?.requests.find((one) => one.id === id);
  if (stand && request) return <Shown request={request} stand={stand} onClose={onClose} />;
  return <NotThereSheet title={texts.title} missing={texts.missing} onClose={onClose} />;
};
