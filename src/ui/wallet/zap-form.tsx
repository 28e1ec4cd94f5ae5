import { useSelector } from '@xstate/react';
import { Suspense, useId, useState, type FormEvent } from 'react';
import { mayDo } from '#domain/session/account.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { readSats } from '#domain/money/sats.ts';
import { commentMost, zapSharesOf } from '#domain/wallet/zap-split.ts';
import {
  amountProblem,
  isShortOf,
  ofWallet,
  shareOut,
  wayToOne,
  type ZapPreference,
  type ZapWay,
} from '#domain/wallet/zap-way.ts';
import { isAsShown, isPassing, unreadOf } from '#domain/wallet/zap-wish.ts';
import { problemOf, type Problem as Obstacle } from '#domain/problem.ts';
import { hostOf } from '#domain/ecash/mints/mint-url.ts';
import { toMsats } from '#domain/msats.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { FreeText } from '#ui/kit/free-text.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { UsualPayers } from './payer-setting.tsx';
import { ecashProblemText } from '#ui/ecash/failure-text.ts';
import { useGrouped } from '#ui/money/use-grouped.ts';
import { useUsualPayer } from '#ui/money/use-payer.ts';
import { useAccountState } from '#ui/session/use-login.ts';
import { useLoginGate } from '#ui/session/use-login-gate.ts';
import { useAccount, useArea, useSystem } from '#ui/system-context.ts';
import { compact, whole } from '#ui/texts/formats.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { socialTexts } from '#ui/texts/social.ts';
import { noBalanceText } from '#ui/texts/wallet.ts';
import { zapTexts as texts } from '#ui/texts/zap.ts';
import { useHindrance } from './use-hindrance.ts';
import { useHasWallet, useRefusal, useWallet } from './use-wallet.ts';
import { useWayToWallet } from './way-to-wallet.ts';
import { UnreadWay } from './unread-way.tsx';
import { useOpenZaps, usePayees, useZapChoice } from './use-zapping.ts';
import { zapFailureText } from './zap-failure-text.ts';
import { ZapPerson } from './zap-person.tsx';
import { MoreThere, NoGift, knownOffer, useGiftOffers, ZapPayers, ZapPreferences } from './zap-payers.tsx';
import { refusesZaps, ZapShares } from './zap-shares.tsx';
import { lacksOffer, takerOf } from './zap-takers.ts';
import { ZapsUnderWay } from './zaps-under-way.tsx';

/** letters of an amount that fill its chip on a phone */
const LONG = 5;

type AmountProps = { text: string; onText: (text: string) => void; problem: string | undefined };

const Amount = ({ text, onText, problem }: AmountProps) => {
  const id = useId();
  const [{ presets }] = useZapChoice();
  const grouped = useGrouped(text, onText);
  return (
    <>
      <div className="field">
        <label className="vh" htmlFor={id}>
          {texts.amount}
        </label>
        <input
          className="amount-in c-value"
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => onText(event.target.value)}
          {...grouped}
        />
        <p className="err" id={`${id}-problem`} role="alert" hidden={problem === undefined}>
          {problem}
        </p>
      </div>
      <fieldset className="zapset" aria-label={texts.amounts}>
        {presets.map((sats) => (
          <button
            key={sats}
            type="button"
            className="chip chip--value"
            aria-pressed={readSats(text) === sats}
            data-long={compact(sats).length > LONG || undefined}
            onClick={() => onText(whole(sats))}
          >
            <span className="num">{compact(sats)}</span> <span className="vh">{texts.unit}</span>
          </button>
        ))}
      </fieldset>
    </>
  );
};

type CommentProps = { text: string; most: number; onText: (text: string) => void };

/** A provider that answers late may allow less than was written by then (LNURL-17). */
const isTooLong = ({ comment, most }: { comment: string; most: number }) => comment.trim().length > most;

const Comment = ({ text, most, onText }: CommentProps) => (
  <FreeText
    label={texts.comment}
    hint={texts.ofMost(text.length, most)}
    value={text}
    most={most}
    problem={isTooLong({ comment: text, most }) ? problemText({ code: 'comment-too-long', most }) : undefined}
    onChange={onText}
  />
);

/** Which wallet will pay this and what keeps it from that, or that there is none. */
const PayingWallet = ({ sats }: { sats: number }) => {
  const openWallets = useWayToWallet();
  const wallet = useSelector(useArea('wallet-connection'), ({ context }) => context.wallet);
  const hindrance = useHindrance();
  const refusal = useRefusal(toMsats(sats));
  const balance = wallet?.balance === undefined ? noBalanceText(wallet?.balanceProblem) : texts.sats(wallet.balance);
  const stand = refusal === undefined ? balance : `${balance} · ${refusal}`;
  return (
    <button type="button" className="item pick list" aria-haspopup="dialog" onClick={openWallets}>
      <span className={wallet ? 'item__ico item__ico--value' : 'item__ico'}>
        <Icon name={wallet ? 'bolt' : 'qr'} />
      </span>
      <span className="item__txt">
        <b>{wallet ? wallet.name || wallet.alias : texts.noWallet}</b>
        <small className={hindrance || refusal ? 'c-warn' : undefined}>
          {wallet ? (hindrance ?? stand) : texts.noWalletWhy}
        </small>
      </span>
      {wallet ? <Icon name="down" size="s" /> : <span className="c-accent t-sm">{texts.connect}</span>}
    </button>
  );
};

/** Why this login cannot zap (ZAP-07). */
const useObstacle = (): Obstacle | undefined => {
  const state = useAccountState();
  const verdict = mayDo('sign', state);
  if (verdict.allowed) return undefined;
  return state === 'locked' ? { code: 'zap-key-locked' } : verdict.problem;
};

type Props = { title: string; person: string; event: NostrEvent | undefined; onClose: () => void };

/** What the user has put together so far, and what of it can be sent. */
const useOrder = (person: string, event: NostrEvent | undefined) => {
  const [choice] = useZapChoice();
  const [amount, setAmount] = useState(() => whole(choice.usual));
  const [comment, setComment] = useState('');
  const [anonymous, setAnonymous] = useState(false);
  const [alone, setAlone] = useState(false);
  const all = event ? zapSharesOf(event) : [];
  const isShared = all.some(({ pubkey }) => pubkey !== person);
  const isAlone = !isShared || alone;
  const shares = isAlone ? [{ pubkey: person, relay: undefined, weight: 1 }] : all;
  const people = [...new Set([...all.map(({ pubkey }) => pubkey), person])];
  const [attempt, setAttempt] = useState(0);
  const { payees, isAsking } = usePayees(people, attempt);
  const { answers: offers, isAsking: isAskingGifts } = useGiftOffers(people, attempt);
  const hasWallet = useHasWallet();
  const takers = shares.map(({ pubkey }) => takerOf({ payees, offers, hasWallet }, pubkey));
  const sats = readSats(amount);
  const bounds = shares.flatMap(({ pubkey }) => payees.get(pubkey)?.payee?.parameters.commentAllowed || []);
  const most = commentMost(bounds);
  const [picked, setPicked] = useState<ZapWay>();
  const usual = useUsualPayer();
  const [preferred, setPreferred] = useState<ZapPreference['by']>();
  const by = preferred ?? (usual ? 'ecash' : 'lightning');
  const way = isAlone ? (picked ?? wayToOne(takers[0]!, sats ?? 0, refusesZaps(payees.get(person)))) : undefined;
  const { parts, ...shared } = shareOut(sats ?? 0, { shares, takers }, { by });
  const ways = way ? [way] : shared.ways;
  const problems = way
    ? [sats && way.by === 'lightning' ? amountProblem(takers[0]!, sats) : undefined]
    : shared.problems;
  const isShort = way !== undefined && isShortOf(takers[0]!, way, sats ?? 0);
  /** nobody takes it, for certain, or it is not there */
  const isInVain =
    isShort ||
    (sats !== undefined &&
      shares.every(
        ({ pubkey }, at) =>
          ways[at]!.by === 'lightning' && (problems[at] !== undefined || refusesZaps(payees.get(pubkey))),
      ));
  const state = { amount, setAmount, comment, setComment, anonymous, setAnonymous, alone, setAlone };
  const gift = isAlone ? offers.get(person) : undefined;
  const paying = { way, setPicked, by, setPreferred, takers, ways, offer: knownOffer(gift) };
  const again = () => setAttempt(attempt + 1);
  const isUnclear = !isAlone && (isAsking || lacksOffer(shares, { takers, offers, by }));
  const asking = { isUnclear, isGiftUnknown: gift === 'not known', isAsking: isAsking || isAskingGifts, again };
  return {
    ...state,
    ...paying,
    ...asking,
    all,
    isShared,
    shares,
    payees,
    sats,
    parts,
    problems,
    isShort,
    isInVain,
    most,
  };
};

const useSend = (event: NostrEvent | undefined, person: string) => {
  const { app } = useSystem();
  const { zapping } = useWallet();
  const requireLogin = useLoginGate();
  const [isBusy, setBusy] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const send = async (order: ReturnType<typeof useOrder>) => {
    const { sats, comment, anonymous, alone, way, by } = order;
    setBusy(true);
    setChanged(false);
    try {
      const wishes = await zapping.wishes({
        event,
        person,
        sats: sats!,
        comment: comment.trim(),
        anonymous,
        alone,
        way,
        by: { by },
      });
      // what is sent is what was shown
      if (!way && !isAsShown(wishes, order)) {
        setChanged(true);
        order.again();
      } else requireLogin({ act: { area: 'zap-desk', event: { type: 'zap.send', wishes } }, title: socialTexts.zap });
    } catch (error) {
      app.send({ type: 'notice.show', problem: problemOf(error) });
    }
    setBusy(false);
  };
  return { isBusy, isChanged, send };
};

type Order = ReturnType<typeof useOrder>;

const Options = ({ order }: { order: Order }) => {
  const [{ usual, oneTap }, choose] = useZapChoice();
  return (
    <div className="list">
      <SwitchRow
        label={texts.nameless}
        hint={texts.namelessWhy}
        checked={order.anonymous}
        onChange={order.setAnonymous}
      />
      <SwitchRow
        label={texts.oneTap(usual)}
        hint={oneTap ? texts.oneTapWhy : texts.settings.hold}
        checked={oneTap}
        onChange={(checked) => choose({ oneTap: checked })}
      />
    </div>
  );
};

/** What the recipient takes, as far as it is known. */
const takesOf = ({ offer }: Order, address: string | undefined, isFailed: boolean): string => {
  const mints = offer && offer.names.length > 0 ? texts.or(offer.names) : undefined;
  if (mints === undefined) return address ?? (isFailed ? '' : texts.looking);
  return address === undefined ? texts.takesEcash(mints) : texts.takesBoth(mints);
};

/** What pays over Lightning, and for ecash that is made for it: a wallet, but over Lightning ecash where that was chosen. */
const Paying = ({ order: { ways, way, parts: shared, sats: typed } }: { order: Order }) => {
  const isByEcash = useUsualPayer() !== undefined;
  const sats = ofWallet({ ways, parts: way ? [typed ?? 0] : shared, isByEcash });
  return (
    <>
      {isByEcash && ways.some((way) => way.by === 'lightning') && (
        <Suspense fallback={null}>
          <UsualPayers />
        </Suspense>
      )}
      {sats !== undefined && <PayingWallet sats={sats} />}
    </>
  );
};

/** With what several are paid who share in it. */
const SharedWays = ({ order }: { order: Order }) => {
  const { takers, by, setPreferred } = order;
  const count = takers.filter(({ common }) => common.length > 0).length;
  return (
    <>
      {count > 0 && <ZapPreferences by={by} onChoose={setPreferred} takers={count} of={takers.length} />}
      <Paying order={order} />
    </>
  );
};

/** With what it is paid: where ecash can be given, that is one of the ways. */
const Ways = ({ order, person }: { order: Order; person: string }) => {
  const { offer, way, sats, setPicked, payees } = order;
  const usual = useUsualPayer();
  const wallet = useSelector(useArea('wallet-connection'), ({ context }) => context.wallet);
  if (!way) return <SharedWays order={order} />;
  const isRefused = refusesZaps(payees.get(person));
  const name = wallet && (wallet.name || wallet.alias);
  const isChoice = offer && (offer.common.length > 0 || (name !== undefined && offer.through));
  return (
    <>
      {isChoice && (
        <ZapPayers
          offer={offer}
          sats={sats ?? 0}
          chosen={way}
          onChoose={setPicked}
          lightning={isRefused ? undefined : usual ? texts.ofMint(hostOf(usual.mint)) : (name ?? texts.noWallet)}
          wallet={name}
        />
      )}
      {order.isShort && way.by === 'ecash' && (
        <Suspense fallback={null}>
          <MoreThere mint={way.mint} />
        </Suspense>
      )}
      {offer && <NoGift offer={offer} isPayee={!isRefused} hasWallet={name !== undefined} />}
      {!(isRefused && way.by === 'lightning') && <Paying order={order} />}
    </>
  );
};

/** Why somebody cannot be paid over Lightning, and what can be done: what was not reached can be asked again. */
const NotPaid = ({ order, person }: { order: Order; person: string }) => {
  const { payees, way, isShort, isGiftUnknown, isAsking, again } = order;
  const { payee, failure } = payees.get(person) ?? {};
  const takesNone = payee?.parameters.allowsNostr === false;
  const isLeftOut = way?.by !== 'lightning' && (!isShort || refusesZaps(payees.get(person)));
  if (!takesNone && (!failure || isLeftOut)) return null;
  const unread = failure && unreadOf(failure);
  const canAsk = isGiftUnknown || (failure !== undefined && isPassing(failure));
  return (
    <Banner tone="warn" icon="alert" title={failure ? zapFailureText(failure) : problemText({ code: 'no-zaps-taken' })}>
      {canAsk ? (
        <>
          {isGiftUnknown && `${texts.giftUnknown} `}
          {unread && <UnreadWay unread={unread} />}
          <Button look="line" size="s" busy={isAsking} onClick={again}>
            {texts.again}
          </Button>
        </>
      ) : undefined}
    </Banner>
  );
};

/** Who gets it: one person with their address, or all who share in it. */
const Recipients = ({ order, person }: { order: Order; person: string }) => {
  const { all, isShared, payees, parts, problems, ways, alone, setAlone } = order;
  const { payee, failure } = payees.get(person) ?? {};
  const shared = { author: person, shares: all, payees, parts, onAlone: setAlone };
  if (isShared && !alone) return <ZapShares {...shared} ways={ways} problems={problems} isAlone={false} />;
  return (
    <>
      <ZapPerson pubkey={person} address={takesOf(order, payee?.endpoint.shown, failure !== undefined)} />
      {isShared && <ZapShares {...shared} ways={[]} problems={[]} isAlone />}
      <NotPaid order={order} person={person} />
    </>
  );
};

/** How much, to whom and with which words; sent by the wallet that is connected, else as an invoice. */
export const ZapForm = ({ title, person, event, onClose }: Props) => {
  const formId = useId();
  const order = useOrder(person, event);
  const { isBusy, isChanged, send } = useSend(event, person);
  const obstacle = useObstacle();
  const { method } = useAccount();
  const [isTried, setTried] = useState(false);
  const { sats, isShort, isInVain, isUnclear, way, problems } = order;
  const amountIs = isShort ? ecashProblemText({ code: 'funds-send' }) : way && problems[0] && problemText(problems[0]);
  const submit = (pressed: FormEvent) => {
    pressed.preventDefault();
    setTried(true);
    if (sats !== undefined && !isTooLong(order) && !isInVain && !isUnclear && !isBusy) void send(order);
  };
  const before = useOpenZaps(event?.id ?? person);
  const words = before.length > 0 ? texts.another : { send: texts.send(sats ?? 0), unlock: texts.unlock };
  const label = obstacle ? (method === 'nsec' ? words.unlock : texts.logIn) : words.send;
  return (
    <Sheet
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            look={obstacle ? 'primary' : 'value'}
            icon={obstacle ? 'unlock' : 'bolt'}
            type="submit"
            form={formId}
            busy={isBusy}
            disabled={isInVain || isUnclear}
          >
            {label}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={submit}>
        <ZapsUnderWay zaps={before} />
        {isChanged && !way && <Banner tone="warn" icon="alert" title={texts.changed} />}
        {!order.isShared && <Recipients order={order} person={person} />}
        {obstacle && <Banner tone="warn" icon="lock" title={problemText(obstacle)} />}
        <Amount
          text={order.amount}
          onText={order.setAmount}
          problem={isTried && sats === undefined ? texts.noAmount : amountIs}
        />
        {order.isShared && <Recipients order={order} person={person} />}
        <Comment text={order.comment} most={order.most} onText={order.setComment} />
        {!obstacle && (
          <>
            <Ways order={order} person={person} />
            <Options order={order} />
          </>
        )}
      </form>
    </Sheet>
  );
};
