import { PAYMENT_TIMEOUT_MS } from '#domain/wallet/wallet-limits.ts';
import {
  firstStand,
  isPassing,
  unreadOf,
  type ZapFailure,
  type ZapStand,
  type ZapTimes,
  type ZapView,
} from '#domain/wallet/zap-wish.ts';
import { SECOND, toSeconds } from '#domain/units.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useSeconds } from '#ui/kit/use-clock.ts';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useDisplayName } from '#ui/queries.ts';
import { useLoginGate } from '#ui/session/use-login-gate.ts';
import { useArea } from '#ui/system-context.ts';
import { socialTexts } from '#ui/texts/social.ts';
import { whole } from '#ui/texts/formats.ts';
import { zapTexts as texts } from '#ui/texts/zap.ts';
import { UnreadWay } from './unread-way.tsx';
import { useStuck } from './use-stuck.ts';
import { usePayees } from './use-zapping.ts';
import { notGivenText, notPaidText, zapDoubtText, zapFailureText } from './zap-failure-text.ts';
import { ZapInvoice } from './zap-invoice.tsx';
import { ZapPerson } from './zap-person.tsx';
import { SeePayment } from './zaps-under-way.tsx';

const STEPS = ['address', 'request', 'invoice', 'payment'] as const;
type Step = (typeof STEPS)[number];

const STEP_OF: Readonly<Partial<Record<string, Step>>> = {
  resolving: 'address',
  signing: 'request',
  invoicing: 'invoice',
  checking: 'invoice',
};

/** Which step a zap is at; undefined when all are done. */
const stepOf = ({ state, stand }: ZapView): Step | undefined =>
  stand === 'sent' ? undefined : (STEP_OF[state] ?? 'payment');

/** the address is there, and no request is signed: nobody could, or the provider says before that it takes no such zap */
const REQUEST =
  /^(?:zap-key-locked|zap-unsigned|no-signing-method|signer-required|secret-inside|amount-.*|comment-too-long|no-zaps-taken)$/;
const ADDRESS = /^(?:no-lightning-address|lnurl-not-https|lud\d+-format|address-.*|pay-parameters)$/;
const INVOICE = /^(?:invoice-.*|no-payment-request)$/;

/** Which step a failure ended. */
const failedAt = (failure: ZapFailure): Step => {
  if ('wallet' in failure || 'ecash' in failure) return 'payment';
  const { code } = failure.problem;
  if (REQUEST.test(code)) return 'request';
  if (ADDRESS.test(code)) return 'address';
  return INVOICE.test(code) ? 'invoice' : 'payment';
};

/** ms that a step took, as far as it is known. */
const tookOf = ({ begun, address, request, invoice }: ZapTimes, step: Step): number | undefined => {
  const [from, to] = {
    address: [begun, address],
    request: [address, request],
    invoice: [request, invoice],
    payment: [],
  }[step];
  return from === undefined || to === undefined ? undefined : to - from;
};

/** How long the wallet has been asked to pay, of the time it has (ZAP-13). */
const Waited = ({ since }: { since: number }) => {
  const gone = toSeconds(useSeconds() - since);
  const most = PAYMENT_TIMEOUT_MS / SECOND;
  return <span className="num">{texts.ofSeconds(Math.min(Math.max(gone, 0), most), most)}</span>;
};

const GIFT_STEPS = ['written', 'locked', 'told'] as const;
/** The same where the Lightning wallet pays for it. */
const BOUGHT_STEPS = ['invoice', 'bought', 'told'] as const;

/** How far ecash came that is given. */
const GiftSteps = ({ zap }: { zap: ZapView }) => {
  const steps = zap.wish.fromWallet ? BOUGHT_STEPS : GIFT_STEPS;
  const { failure } = zap;
  const isBad = failure !== undefined;
  const isPaying = zap.state === 'following' || (failure && 'wallet' in failure);
  const at = zap.stand === 'sent' ? steps.length : isPaying ? 1 : 0;
  return (
    <ol className="steps">
      {steps.slice(0, isBad ? at + 1 : undefined).map((step, index) => {
        const state = index < at ? 'done' : index > at ? 'next' : isBad ? 'bad' : 'now';
        return (
          <li key={step} data-s={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span>{texts.giftSteps[step][state === 'done' ? 'done' : 'now']}</span>
          </li>
        );
      })}
    </ol>
  );
};

const StepTime = ({ zap: { times, stand }, step, isDone }: { zap: ZapView; step: Step; isDone: boolean }) => {
  const took = isDone ? tookOf(times, step) : undefined;
  if (took !== undefined) return <span className="num">{texts.took(took)}</span>;
  const isPaying = step === 'payment' && stand === 'sending' && times.paying !== undefined;
  return isPaying ? <Waited since={times.paying!} /> : null;
};

const Steps = ({ zap }: { zap: ZapView }) => {
  const { failure } = zap;
  const bad = failure && failedAt(failure);
  const now = bad ?? stepOf(zap);
  const at = now === undefined ? STEPS.length : STEPS.indexOf(now);
  return (
    <>
      <div
        className="stripe stripe--value"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn as the eye-stripe
        role="progressbar"
        aria-label={texts.progress}
        aria-valuenow={(100 * at) / STEPS.length}
      >
        <i style={{ '--v': `${(100 * at) / STEPS.length}%` } as object} />
      </div>
      <ol className="steps">
        {STEPS.slice(0, bad ? at + 1 : undefined).map((step, index) => {
          const state = index < at ? 'done' : index > at ? 'next' : bad ? 'bad' : 'now';
          return (
            <li key={step} data-s={state} aria-current={state === 'now' ? 'step' : undefined}>
              <span>
                {zap.state === 'warned' && state === 'now'
                  ? texts.unpaid
                  : texts.steps[step][state === 'next' ? 'now' : state]}
              </span>
              <StepTime zap={zap} step={step} isDone={state === 'done'} />
            </li>
          );
        })}
      </ol>
    </>
  );
};

/** What a zap says beyond its steps. */
const Word = ({ zap, address }: { zap: ZapView; address: string }) => {
  const { failure } = zap;
  const stuck = useStuck()(zap.payment);
  const isGift = zap.wish.mint !== undefined;
  const unread = failure && unreadOf(failure);
  if (failure)
    return (
      <Banner tone="bad" icon="alert" title={zapFailureText(failure)}>
        {unread ? <UnreadWay unread={unread} /> : (isGift ? notGivenText : notPaidText)(failure)}
      </Banner>
    );
  if (isGift && !zap.wish.fromWallet && zap.stand === 'not known')
    return <Banner tone="warn" icon="clock" title={texts.giftWaits} />;
  if (zap.state === 'given') return <Banner tone="ok" icon="check" title={texts.given} />;
  if (stuck)
    return (
      <Banner tone="bad" icon="alert" title={stuck.title}>
        {stuck.why} <SeePayment id={stuck.id} />
      </Banner>
    );
  if (zap.stand === 'not known')
    return (
      <Banner tone="warn" icon="clock" title={zapDoubtText(zap.doubt)}>
        {texts.mayStillPay}
      </Banner>
    );
  if (zap.state === 'warned')
    return (
      <Banner tone="warn" icon="alert" title={texts.otherPayee(address)}>
        {texts.otherPayeeWhy}
      </Banner>
    );
  if (zap.state === 'receipted') return <Banner tone="ok" icon="check" title={texts.receipted} />;
  return zap.state === 'unreceipted' ? <Banner tone="ok" icon="check" title={texts.unreceipted} /> : null;
};

const One = ({ zap }: { zap: ZapView }) => {
  const { recipient } = zap.wish;
  const address = usePayees([recipient]).payees.get(recipient)?.payee?.endpoint.shown ?? '';
  return (
    <>
      <ZapPerson pubkey={recipient} address={address} />
      <Word zap={zap} address={address} />
      {zap.state === 'offered' ? (
        <ZapInvoice id={zap.id} />
      ) : zap.wish.mint === undefined ? (
        <Steps zap={zap} />
      ) : (
        <GiftSteps zap={zap} />
      )}
    </>
  );
};

const TONES: Readonly<Record<ZapStand, string | undefined>> = {
  asks: 'warn',
  'not known': 'warn',
  sending: undefined,
  failed: 'bad',
  sent: 'ok',
};

/** One of those who share in a zap: each is paid by itself. */
const Part = ({ zap }: { zap: ZapView }) => {
  const { failure, stand = 'failed' } = zap;
  const { recipient, sats } = zap.wish;
  const address = usePayees([recipient]).payees.get(recipient)?.payee?.endpoint.shown ?? '';
  return (
    <>
      <li className="split">
        <PersonAvatar pubkey={recipient} size="s" />
        <span className="item__txt">
          <b>
            <bdi>{useDisplayName(recipient)}</bdi>
          </b>
          <small data-tone={TONES[stand]}>
            {texts.stands[stand]}
            {failure && `. ${zapFailureText(failure)}`}
          </small>
        </span>
        <b className="num end">{whole(sats)}</b>
      </li>
      {(stand === 'not known' || zap.state === 'warned') && (
        <li>
          <Word zap={zap} address={address} />
        </li>
      )}
      {zap.state === 'offered' && (
        <li className="split__more">
          <ZapInvoice id={zap.id} />
        </li>
      )}
    </>
  );
};

const firstOf = (zaps: readonly ZapView[]): ZapStand =>
  firstStand(zaps.map(({ stand = 'failed' }) => stand)) ?? 'sending';

const titleOf = (zaps: readonly ZapView[], sats: number): string => {
  const first = firstOf(zaps);
  if (first === 'failed')
    return zaps.every(({ stand }) => stand === 'failed') ? texts.titles.failed : texts.titles.partly;
  const title = texts.titles[first];
  return typeof title === 'string' ? title : title(sats);
};

const CLOSING: Readonly<Record<ZapStand, () => string>> = {
  asks: () => texts.keepWatching,
  'not known': () => texts.keepAsking,
  sending: () => texts.keepPaying,
  failed: () => texts.close,
  sent: () => texts.close,
};

const isLocked = ({ failure }: ZapView): boolean =>
  failure !== undefined && 'problem' in failure && failure.problem.code === 'zap-key-locked';

type Props = { zaps: readonly ZapView[]; onClose: () => void };

/** The buttons for what waits for the user. */
const Acts = ({ zaps, onClose }: Props) => {
  const desk = useArea('zap-desk');
  const requireLogin = useLoginGate();
  const stuckOf = useStuck();
  const idsIn = (state: string) => zaps.filter((zap) => zap.state === state).map(({ id }) => id);
  const [warned, offered] = [idsIn('warned'), idsIn('offered')];
  const failed = zaps.filter(({ state, failure }) => state === 'failed' && (!failure || isPassing(failure)));
  const again = () =>
    requireLogin({
      act: { area: 'zap-desk', event: { type: 'zap.again', ids: failed.map(({ id }) => id) } },
      title: socialTexts.zap,
    });
  const first = firstOf(zaps);
  const isAsked = first !== 'not known' || zaps.some((zap) => zap.stand === first && !stuckOf(zap.payment));
  const stop = () => {
    desk.send({ type: 'zap.cancel', ids: [...warned, ...offered] });
    onClose();
  };
  return (
    <>
      {warned.length + offered.length > 0 && (
        <Button onClick={stop}>{offered.length > 0 ? texts.invoice.stop : texts.cancel}</Button>
      )}
      {warned.length === 0 && <Button onClick={onClose}>{isAsked ? CLOSING[first]() : texts.close}</Button>}
      {warned.length > 0 && (
        <Button look="value" icon="bolt" onClick={() => desk.send({ type: 'zap.confirm', ids: warned })}>
          {texts.anyway}
        </Button>
      )}
      {failed.length > 0 && (
        <Button look="value" onClick={again}>
          {zaps.some(isLocked) ? texts.unlock : zaps.length === 1 ? texts.again : texts.againParts}
        </Button>
      )}
    </>
  );
};

/** What becomes of a zap, each part for itself. It goes on when this is closed. */
export const ZapProgress = ({ zaps, onClose }: Props) => {
  const [only, ...others] = zaps;
  const sats = zaps.reduce((sum, { wish }) => sum + wish.sats, 0);
  const title = titleOf(zaps, sats);
  return (
    <Sheet title={title} onClose={onClose} foot={<Acts zaps={zaps} onClose={onClose} />}>
      <output className="vh">{title}</output>
      {only && others.length === 0 ? (
        <One zap={only} />
      ) : (
        <ul className="list">
          {zaps.map((zap) => (
            <Part key={zap.id} zap={zap} />
          ))}
        </ul>
      )}
    </Sheet>
  );
};
