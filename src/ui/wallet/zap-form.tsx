import { useSelector } from '@xstate/react';
import { Suspense, useId, useState, type FormEvent } from 'react';
import { mayDo } from '#domain/session/account.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { readSats } from '#domain/wallet/zap-choice.ts';
import { divideAmong, zapSharesOf } from '#domain/wallet/zap-split.ts';
import { ZAP_COMMENT_MAX_CHARACTERS } from '#domain/wallet/zap.ts';
import { problemOf, type Problem } from '#domain/problem.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { UsualPayers } from '#ui/money/payer-setting.tsx';
import { useUsualPayer } from '#ui/money/use-payer.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useAccountState } from '#ui/session/use-login.ts';
import { useLoginGate } from '#ui/session/use-login-gate.ts';
import { useAccount, useArea, useSystem } from '#ui/system-context.ts';
import { compact, whole } from '#ui/texts/formats.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { socialTexts } from '#ui/texts/social.ts';
import { walletTexts } from '#ui/texts/wallet.ts';
import { zapTexts as texts } from '#ui/texts/zap.ts';
import { useWallet } from './use-wallet.ts';
import { usePayees, useZapChoice } from './use-zapping.ts';
import { zapFailureText } from './zap-failure-text.ts';
import { ZapPerson } from './zap-person.tsx';
import { NoGift, useGiftOffer, ZapPayers } from './zap-payers.tsx';
import { takesZaps, ZapShares } from './zap-shares.tsx';

type AmountProps = { text: string; onText: (text: string) => void; problem: string | undefined };

const Amount = ({ text, onText, problem }: AmountProps) => {
  const id = useId();
  const [{ presets }] = useZapChoice();
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

const Comment = ({ text, most, onText }: CommentProps) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{texts.comment}</label>
      <input
        className="input"
        id={id}
        dir="auto"
        value={text}
        maxLength={most}
        autoComplete="off"
        aria-describedby={`${id}-most`}
        onChange={(event) => onText(event.target.value)}
      />
      <small className="hint num" id={`${id}-most`}>
        {texts.ofMost(text.length, most)}
      </small>
    </div>
  );
};

/** Which wallet will pay, or that there is none. */
const PayingWallet = () => {
  const open = useOpenOverlay();
  const wallet = useSelector(useArea('wallet-connection'), ({ context }) => context.wallet);
  const openWallets = () => open(wallet ? { savedWallets: true } : { walletConnect: true });
  return (
    <button type="button" className="item pick list" aria-haspopup="dialog" onClick={openWallets}>
      <span className="item__ico">
        <Icon name={wallet ? 'bolt' : 'qr'} />
      </span>
      <span className="item__txt">
        <b>{wallet ? wallet.name || wallet.alias : texts.noWallet}</b>
        <small>
          {wallet
            ? wallet.balance === undefined
              ? walletTexts.noBalance
              : texts.sats(wallet.balance)
            : texts.noWalletWhy}
        </small>
      </span>
      {wallet ? <Icon name="down" size="s" /> : <span className="c-accent t-sm">{texts.connect}</span>}
    </button>
  );
};

/** Why this login cannot zap (ZAP-07). */
const useObstacle = (): Problem | undefined => {
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
  const shares = isShared && !alone ? all : [{ pubkey: person, relay: undefined, weight: 1 }];
  const payees = usePayees((isShared ? all : shares).map(({ pubkey }) => pubkey).concat(isShared ? person : []));
  const sats = readSats(amount);
  const parts = divideAmong(sats ?? 0, shares, ({ pubkey }) => takesZaps(payees.get(pubkey)));
  const bounds = shares.flatMap(({ pubkey }) => payees.get(pubkey)?.payee?.parameters.commentAllowed || []);
  const most = Math.min(ZAP_COMMENT_MAX_CHARACTERS, ...bounds);
  const offer = useGiftOffer(person);
  const [way, setWay] = useState<{ readonly mint: string | undefined }>();
  const isAlone = !isShared || alone;
  const best = isAlone ? offer?.common[0] : undefined;
  const mint = way ? way.mint : best && best.balance >= (sats ?? 0) ? best.url : undefined;
  const gift = { offer: isAlone ? offer : undefined, mint: isAlone ? mint : undefined, setWay };
  const state = { ...gift, amount, setAmount, comment, setComment, anonymous, setAnonymous, alone, setAlone };
  return { ...state, all, isShared, shares, payees, sats, parts, most };
};

const useSend = (event: NostrEvent | undefined, person: string) => {
  const { app } = useSystem();
  const { zapping } = useWallet();
  const requireLogin = useLoginGate();
  const [isBusy, setBusy] = useState(false);
  const send = async ({ sats, comment, anonymous, alone, mint }: ReturnType<typeof useOrder>) => {
    setBusy(true);
    try {
      const wishes = await zapping.wishes({
        event,
        person,
        sats: sats!,
        comment: comment.trim(),
        anonymous,
        alone,
        mint,
      });
      requireLogin({ act: { area: 'zap-desk', event: { type: 'zap.send', wishes } }, title: socialTexts.zap });
    } catch (error) {
      app.send({ type: 'notice.show', problem: problemOf(error) });
    }
    setBusy(false);
  };
  return { isBusy, send };
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
        hint={texts.oneTapWhy}
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

/** With what it is paid: where ecash can be given, that is one of the ways. */
const Ways = ({ order, person }: { order: Order; person: string }) => {
  const { offer, mint, sats, setWay, payees } = order;
  const usual = useUsualPayer();
  const wallet = useSelector(useArea('wallet-connection'), ({ context }) => context.wallet);
  const isPayee = takesZaps(payees.get(person));
  const isGiven = mint !== undefined;
  const name = wallet ? wallet.name || wallet.alias : texts.noWallet;
  return (
    <>
      {offer && offer.common.length > 0 && (
        <ZapPayers
          offer={offer}
          sats={sats ?? 0}
          chosen={mint}
          onChoose={(next) => setWay({ mint: next })}
          wallet={isPayee ? name : undefined}
        />
      )}
      {offer && <NoGift offer={offer} />}
      {isGiven ? null : usual ? (
        <Suspense fallback={null}>
          <UsualPayers />
        </Suspense>
      ) : (
        <PayingWallet />
      )}
    </>
  );
};

/** Who gets it: one person with their address, or all who share in it. */
const Recipients = ({ order, person }: { order: Order; person: string }) => {
  const { all, isShared, payees, parts, alone, setAlone, offer } = order;
  const { payee, failure } = payees.get(person) ?? {};
  if (isShared && !alone)
    return <ZapShares author={person} shares={all} payees={payees} parts={parts} isAlone={false} onAlone={setAlone} />;
  return (
    <>
      <ZapPerson pubkey={person} address={takesOf(order, payee?.endpoint.shown, failure !== undefined)} />
      {isShared && <ZapShares author={person} shares={all} payees={payees} parts={parts} isAlone onAlone={setAlone} />}
      {failure && !offer && <Banner tone="warn" icon="alert" title={zapFailureText(failure)} />}
      {payee?.parameters.allowsNostr === false && (
        <Banner tone="warn" icon="alert" title={problemText({ code: 'no-zaps-taken' })} />
      )}
    </>
  );
};

/** How much, to whom and with which words; sent by the wallet that is connected, else as an invoice. */
export const ZapForm = ({ title, person, event, onClose }: Props) => {
  const formId = useId();
  const order = useOrder(person, event);
  const { isBusy, send } = useSend(event, person);
  const obstacle = useObstacle();
  const { method } = useAccount();
  const [isTried, setTried] = useState(false);
  const { sats } = order;
  const submit = (pressed: FormEvent) => {
    pressed.preventDefault();
    setTried(true);
    if (sats !== undefined && !isBusy) void send(order);
  };
  const label = obstacle ? (method === 'nsec' ? texts.unlock : texts.logIn) : texts.send(sats ?? 0);
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
          >
            {label}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" onSubmit={submit}>
        {!order.isShared && <Recipients order={order} person={person} />}
        {obstacle && <Banner tone="warn" icon="lock" title={problemText(obstacle)} />}
        <Amount
          text={order.amount}
          onText={order.setAmount}
          problem={isTried && sats === undefined ? texts.noAmount : undefined}
        />
        {order.isShared && <Recipients order={order} person={person} />}
        <Comment text={order.comment} most={order.most} onText={order.setComment} />
        <Ways order={order} person={person} />
        <Options order={order} />
      </form>
    </Sheet>
  );
};
