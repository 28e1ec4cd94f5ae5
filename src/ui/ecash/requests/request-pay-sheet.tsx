import { useId, useMemo, useState } from 'react';
import { mostOf } from '#domain/ecash/proofs/fees.ts';
import { paysRequest } from '#domain/ecash/requests/parcel-tries.ts';
import { MOVE_SPARE_SATS } from '#domain/ecash/ecash-limits.ts';
import type { ParcelWay } from '#domain/ecash/ledger/parcel.ts';
import type { PaymentRequest } from '#domain/ecash/requests/payment-request.ts';
import { backFrom } from '#domain/ecash/proofs/lock.ts';
import { mintTints } from '#domain/ecash/words/shares.ts';
import { readSats } from '#domain/money/sats.ts';
import { hostOf } from '#domain/ecash/mints/mint-url.ts';
import type { EcashMint, EcashStand, TokenCosts } from '#ports/ecash.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Facts } from '#ui/kit/facts.tsx';
import { MintMark } from '#ui/kit/mint-mark.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useNameInText } from '#ui/name-in-text.ts';
import type { PageProps } from '#ui/money/ecash-pages.ts';
import { useBegun } from '#ui/money/follow-up.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import { dateLabel, whole } from '#ui/texts/formats.ts';
import { requestTexts } from '#ui/texts/request.ts';
import { ActProblem, useAct } from '#ui/ecash/act.tsx';
import { AmountField } from '#ui/ecash/amount-field.tsx';
import { CostsProblem } from '#ui/ecash/costs-problem.tsx';
import { ecashProblemText, failureText } from '#ui/ecash/failure-text.ts';
import { withAddress } from '#ui/ecash/mints/mint-address.ts';
import { NeedsMint } from '#ui/ecash/mints/needs-mint.tsx';
import { RequestPayProgress } from './request-pay-progress.tsx';
import { Who } from './request-who.tsx';
import { Sats } from '#ui/ecash/sats.tsx';
import { notMoved, useMove } from '#ui/ecash/transfers/transfer-progress.tsx';
import { useCosts, type Costs } from '#ui/ecash/use-costs.ts';
import { useEcash } from '#ui/ecash/use-ecash.ts';
import '#ui/ecash/moving.css';
import '#ui/money/payers.css';

const texts = requestTexts.pay;

type PayersProps = {
  mints: readonly EcashMint[];
  value: string | undefined;
  sats: number;
  isFree: boolean;
  onChoose: (url: string) => void;
};

/** The mints whose ecash they take; one without enough cannot be chosen. */
const Payers = ({ mints, value, sats, isFree, onChoose }: PayersProps) => {
  const name = useId();
  const tints = mintTints(mints.map(({ url }) => url));
  return (
    <fieldset className="field">
      <legend className="field__label">
        {texts.with}
        {!isFree && <small>{texts.takes(mints.length)}</small>}
      </legend>
      <div className="payers">
        {mints.map((mint) => {
          const isShort = mint.balance < Math.max(sats, 1);
          return (
            <label key={mint.url} aria-disabled={isShort || undefined}>
              <MintMark name={mint.name} tint={tints.get(mint.url)} />
              <span className="item__txt">
                <b className="clip">{mint.name}</b>
                <small>{withAddress((isShort ? texts.short : texts.balance)(whole(mint.balance)), mint)}</small>
              </span>
              <input
                className="radio"
                type="radio"
                name={name}
                checked={mint.url === value}
                disabled={isShort}
                onChange={() => onChoose(mint.url)}
              />
            </label>
          );
        })}
      </div>
    </fieldset>
  );
};

/** Moves what is missing to a mint that they take. */
const Move = ({ from, to, sats }: { from: EcashMint; to: EcashMint; sats: number }) => {
  const ecash = useEcash();
  const act = useAct();
  const [id, begin] = useState<string>();
  const { melt, deposit, names } = useMove(id);
  const failure = notMoved({ melt, deposit, names })?.why;
  const amount = sats - to.balance + MOVE_SPARE_SATS;
  const wish = { from: from.url, to: to.url, amount };
  const asked = useCosts(`${from.url} ${to.url} ${amount}`, () => ecash.transferCosts(wish));
  const { costs, problem } = asked;
  if (id !== undefined && failure === undefined && deposit.row?.outcome !== 'done')
    return <output className="hint">{texts.moving}</output>;
  return (
    <Banner icon="info" title={texts.moveBare(to.name)}>
      {costs && texts.moveWhy(to.name, whole(costs.reserve + costs.fee))}
      {problem !== undefined && <CostsProblem costs={asked} />}
      {failure !== undefined && !act.isBusy && <Problem>{failure}</Problem>}
      <Button
        look="line"
        busy={act.isBusy}
        disabled={!costs}
        onClick={() => act.run(() => ecash.transfer({ ...wish, most: costs && mostOf([costs]) }).then(begin))}
      >
        {texts.move(whole(amount), from.name, to.name)}
      </Button>
      <ActProblem act={act} />
    </Banner>
  );
};

const NoMint = ({ mints }: { mints: readonly string[] }) => {
  const open = useOpenOverlay();
  const named = mints.map(hostOf).reduce((all, one) => (all === '' ? one : requestTexts.or(all, one)), '');
  return (
    <Banner icon="mint" title={texts.none}>
      {texts.noneWhy(named)}
      <Button look="line" aria-haspopup="dialog" onClick={() => open({ money: 'mints' })}>
        {texts.addMint}
      </Button>
    </Banner>
  );
};

const MessageFact = ({ pubkey, ...rest }: { pubkey: string } & Omit<TermsProps, 'way'>) => (
  <Terms {...rest} sentAs={texts.message(useNameInText(pubkey))} />
);

type TermsProps = {
  way: ParcelWay;
  sats: number | undefined;
  costs: Costs<TokenCosts>;
  /** what is said of its lock, where there is one */
  locked: string | undefined;
};

/** Who can open what is paid, and until when. */
const lockText = ({ lock }: PaymentRequest, ownKey: string | undefined): string | undefined => {
  if (!lock) return undefined;
  const back = backFrom(lock, ownKey);
  return back === undefined ? texts.lockedWhy : texts.lockedUntil(dateLabel(back));
};

const Terms = ({ sats, costs: { costs }, locked, sentAs }: Omit<TermsProps, 'way'> & { sentAs: string }) => (
  <Facts
    facts={[
      [texts.sentAs, sentAs],
      [texts.locked, locked],
      [texts.fee, costs && whole(costs.fee), 'num'],
      [texts.theirs, costs && costs.taking > 0 ? texts.theirsOf(costs) : undefined],
      [texts.total, costs && sats !== undefined ? texts.sats(whole(sats + costs.fee)) : undefined, 'total'],
    ]}
  />
);

const How = ({ way, ...rest }: TermsProps) =>
  way.type === 'message' ? (
    <MessageFact pubkey={way.pubkey} {...rest} />
  ) : (
    <Terms {...rest} sentAs={texts.web(hostOf(way.url))} />
  );

/** What of one's mints they take, and which of them pays. */
const usePayer = (request: PaymentRequest, stand: EcashStand, sats: number | undefined) => {
  const ecash = useEcash();
  const [chosen, choose] = useState<string>();
  const isFree = request.mints.length === 0;
  const has = ({ balance }: EcashMint) => balance >= Math.max(sats ?? 1, 1);
  const taken = stand.mints.filter((mint) => (isFree || request.mints.includes(mint.url)) && (mint.isOwn || has(mint)));
  const able = taken.filter(has);
  const mint = able.find(({ url }) => url === chosen) ?? able[0];
  const terms = { isLocked: request.lock !== undefined, byEvent: request.ways[0]?.type === 'message' };
  const key = mint && sats !== undefined ? `${mint.url} ${sats} ${mint.balance}` : undefined;
  const costs = useCosts(key, () => ecash.sendCosts({ mint: mint?.url ?? '', amount: sats ?? 0, ...terms }));
  const target = taken.find(({ isOwn }) => isOwn);
  const richest = stand.mints.find(({ url, balance }) => url !== target?.url && balance > 0);
  return { isFree, taken, mint, choose, costs, target, richest };
};

type WishProps = {
  text: string;
  request: PaymentRequest;
  stand: EcashStand;
  onBegun: (id: string) => void;
  onClose: () => void;
};

const Before = ({ id, onShow }: { id: string; onShow: (id: string) => void }) => (
  <Banner icon="info" title={texts.before}>
    <Button look="line" onClick={() => onShow(id)}>
      {texts.beforeAct}
    </Button>
  </Banner>
);

const Wish = ({ text, request, stand, onBegun, onClose }: WishProps) => {
  const ecash = useEcash();
  const act = useAct();
  const [attempt] = useState(() => crypto.randomUUID());
  const [typed, type] = useState('');
  const sats = request.amount ?? readSats(typed);
  const { isFree, taken, mint, choose, costs, target, richest } = usePayer(request, stand, sats);
  const [way] = request.ways;
  const before = stand.open.find((record) => paysRequest(record, request.key))?.id;
  const total = sats !== undefined && costs.costs ? sats + costs.costs.fee : undefined;
  const isReady = way !== undefined && mint !== undefined && total !== undefined;
  const pay = () =>
    act.run(async () => {
      if (!mint || sats === undefined) return;
      onBegun(await ecash.payRequest({ request: text, mint: mint.url, amount: sats, attempt }));
    });
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.notNow}</Button>
          <Button look="value" busy={act.isBusy} disabled={!isReady} onClick={pay}>
            {total === undefined ? texts.payBare : texts.pay(whole(total))}
          </Button>
        </>
      }
    >
      {way ? <Who way={way} /> : <Problem>{ecashProblemText({ code: 'request-transport' })}</Problem>}
      {request.amount === undefined ? (
        <AmountField value={typed} onChange={type} hint={texts.amount} />
      ) : (
        <Sats amount={request.amount} center />
      )}
      {request.memo !== undefined && (
        <p className="center c-2" dir="auto">
          {requestTexts.quoted(request.memo)}
        </p>
      )}
      {before !== undefined && <Before id={before} onShow={onBegun} />}
      {taken.length === 0 && <NoMint mints={request.mints} />}
      {taken.length > 0 && (
        <Payers mints={taken} value={mint?.url} sats={sats ?? 1} isFree={isFree} onChoose={choose} />
      )}
      {target && !mint && sats !== undefined && richest && <Move from={richest} to={target} sats={sats} />}
      {costs.problem !== undefined && <CostsProblem costs={costs} />}
      {way && <How way={way} sats={sats} costs={costs} locked={lockText(request, stand.lockKey)} />}
      <ActProblem act={act} />
    </Sheet>
  );
};

const Unreadable = ({ problem, onClose }: { problem: string; onClose: () => void }) => (
  <Sheet title={texts.title} onClose={onClose} foot={<Button onClick={onClose}>{requestTexts.close}</Button>}>
    <Problem>{problem}</Problem>
  </Sheet>
);

/** Pays a request of somebody else: who asks, how much, from which mint, what it costs, and then what becomes of it. */
export const RequestPaySheet = ({ text, onBegun, onClose }: PageProps & { text: string }) => {
  const ecash = useEcash();
  const { id, begin } = useBegun(onBegun);
  const read = useMemo(() => {
    try {
      return { request: ecash.readRequest(text) };
    } catch (error) {
      return { problem: failureText(error) };
    }
  }, [ecash, text]);
  if (id !== undefined) return <RequestPayProgress id={id} onClose={onClose} />;
  if (read.request === undefined) return <Unreadable problem={read.problem} onClose={onClose} />;
  return (
    <NeedsMint title={texts.title} wants="wallet" onClose={onClose}>
      {(_, stand) => <Wish text={text} request={read.request} stand={stand} onBegun={begin} onClose={onClose} />}
    </NeedsMint>
  );
};
