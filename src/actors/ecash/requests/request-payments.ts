import { REQUEST_TRIES_MOST } from '#domain/ecash/ecash-limits.ts';
import { EcashError, ecashProblemOf } from '#domain/ecash/ecash-problem.ts';
import { readPayload } from '#domain/ecash/requests/payment-payload.ts';
import {
  decided,
  decisionBy,
  failedBy,
  firstStateOf,
  isAwaited,
  REQUEST_PREFIX,
  requestName,
  settled,
  takerOf,
  withPayment,
  type Decision,
  type MadeRequest,
  type RequestPayment,
} from '#domain/ecash/requests/made-request.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { mintUrl } from '#domain/ecash/mints/mint-url.ts';
import { readBareToken } from '#domain/ecash/tokens/read-token.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import type { Token } from '#domain/ecash/tokens/token.ts';
import { openWrap, PRIVATE_MESSAGE, type OpenedWrap } from '#domain/messages/gift-wrap.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { toSeconds } from '#domain/units.ts';
import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import type { EcashStand } from '#ports/ecash.ts';
import type { Changing } from '#ports/session.ts';
import type { Alone } from '#actors/shell/alone.ts';
import type { RunningAreas } from '#machines/areas.ts';
import { beginReceive } from '#actors/ecash/operations/begin.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import { readWholeToken } from '#actors/ecash/wallet/token-look.ts';

export type RequestPaymentsDeps = {
  readonly purse: () => Purse | undefined;
  /** the wallet, opened for what somebody pressed */
  readonly opened: () => Promise<Purse>;
  readonly signer: CurrentSigner;
  /** Writes something down, and has it led by the tab that acts. */
  readonly begin: (act: (mine: Purse) => Promise<string>) => Promise<string>;
  /** one tab takes a payment */
  readonly alone: Alone;
  /** ms since the epoch */
  readonly now: () => number;
};

/** Why a message is opened again in the next visit: its payment was neither taken nor written down. */
class NotKept extends Error {}

type Named = { readonly request: string; readonly rumor: string };

/** Who wants it tried: by itself that ends after some tries in vain. */
type Wish = 'by itself' | 'by hand';

const requestOf = ({ ledger }: Pick<Purse, 'ledger'>, id: string) => ledger.beside.get<MadeRequest>(requestName(id));

const paymentOf = async (purse: Pick<Purse, 'ledger'>, { request, rumor }: Named) =>
  (await requestOf(purse, request))?.payments.find((one) => one.rumor === rumor);

const change = (
  { ledger }: Pick<Purse, 'ledger'>,
  id: string,
  next: (known: MadeRequest) => MadeRequest | undefined,
): Promise<void> => ledger.beside.change<MadeRequest>(requestName(id), (known) => known && next(known));

/** The ecash of a message, read once more from what relays gave. Throws 'token-unreadable' when there is none in it. */
const tokenOf = async (deps: RequestPaymentsDeps, purse: Purse, { wrap, at }: RequestPayment): Promise<Token> => {
  const signer = deps.signer();
  if (!wrap || !signer) throw new EcashError({ code: signer ? 'token-unreadable' : 'ecash-locked' });
  // a message that expired since it came pays all the same
  const opened = await openWrap(wrap, signer, toSeconds(at));
  const payload = opened && readPayload(opened.rumor.content);
  if (!payload) throw new EcashError({ code: 'token-unreadable' });
  return await readWholeToken(purse, payload.token);
};

/** What speaks against ecash is said before it is taken: locked to others, not signed by its mint, spent. */
const check = async ({ core }: Purse, { mint, proofs }: Token): Promise<void> => {
  if (proofs.some(({ locked }) => locked && !locked.ours)) throw new EcashError({ code: 'token-locked' });
  await core.checkToken({ mint, proofs, requireDleq: false });
  const states = await core.checkStates({ mint, ys: proofs.map(({ y }) => y) });
  if (Object.values(states).includes('SPENT')) throw new EcashError({ code: 'token-spent' });
};

/** Whether it ended without its ecash, and its payment may be taken all the same. */
const isInVain = (record: Operation): boolean => decisionBy(record).state === 'new';

/** Takes a payment, once: an operation that takes it is found again by the name of its message. Gives what became of it. */
const takenBy = async (
  deps: RequestPaymentsDeps,
  purse: Purse,
  { request, payment }: { readonly request: string; readonly payment: RequestPayment },
  wish: Wish,
): Promise<Decision | undefined> => {
  const { rumor, from } = payment;
  const all = (await purse.ledger.operations('all')).filter((record) => record.payment?.rumor === rumor);
  const taken = all.find((record) => !isInVain(record));
  if (taken) return decisionBy(taken);
  if (wish === 'by itself' && all.length >= REQUEST_TRIES_MOST) return undefined;
  try {
    const token = await tokenOf(deps, purse, payment);
    const facts = await purse.mints.facts(token.mint);
    await check(purse, token);
    await purse.mints.use(facts);
    const operation = await deps.begin((mine) =>
      beginReceive(mine.deps, { ...token, payment: { request, rumor, from }, person: from }),
    );
    return { state: 'taken', operation };
  } catch (error) {
    return failedBy(ecashProblemOf(error));
  }
};

/** Takes a payment that was written down, or, where there was no room for that, as it was `heard`. */
const takePayment = async (
  deps: RequestPaymentsDeps,
  purse: Purse,
  { request, rumor }: Named,
  { wish, heard }: { readonly wish: Wish; readonly heard?: RequestPayment },
): Promise<void> => {
  const payment = (await paymentOf(purse, { request, rumor })) ?? heard;
  if (payment?.state !== 'new') return;
  const decision = await takenBy(deps, purse, { request, payment }, wish);
  if (decision) await change(purse, request, (known) => decided(known, payment, decision));
};

const mintOf = (text: string): string => {
  try {
    return mintUrl(text, isSampleNetwork());
  } catch {
    return '';
  }
};

/** A payment as its message says. */
const readPayment = (
  { wrap, rumor }: OpenedWrap,
  request: MadeRequest,
  { now }: Pick<RequestPaymentsDeps, 'now'>,
): RequestPayment => {
  const payload = readPayload(rumor.content)!;
  const mint = mintOf(payload.mint);
  const said = { rumor: rumor.id, from: rumor.pubkey, at: now(), mint };
  try {
    const { proofs, memo } = readBareToken(payload.token);
    const amount = sumOf(proofs);
    const state = mint === '' ? 'refused' : firstStateOf(request, mint);
    const note = memo !== undefined && { memo };
    return state === 'refused'
      ? { ...said, ...note, amount, state, trouble: { code: 'mint-url' } }
      : { ...said, ...note, amount, state, wrap };
  } catch (error) {
    return { ...said, amount: 0, state: 'refused', trouble: ecashProblemOf(error) };
  }
};

/** What comes in for requests of whoever is logged in. */
export const createRequestPayments = (deps: RequestPaymentsDeps) => {
  const { purse, opened, alone } = deps;
  const never = new AbortController().signal;
  const take = (mine: Purse, named: Named, how: { readonly wish: Wish; readonly heard?: RequestPayment }) =>
    alone(`payment ${named.rumor}`, () => takePayment(deps, mine, named, how), never);
  const allOf = ({ ledger }: Purse) => ledger.beside.all<MadeRequest>(REQUEST_PREFIX);
  const settle = async (mine: Purse): Promise<void> => {
    const operations = await mine.ledger.operations('all');
    for (const request of await allOf(mine))
      if (settled(request, operations)) await change(mine, request.id, (known) => settled(known, operations));
  };
  return {
    /**
     * A private message: what pays a request is written down before anything else, then taken. Rejects as long as the message is to
     * be opened again.
     */
    async hear(message: OpenedWrap): Promise<void> {
      const { rumor } = message;
      const payload = rumor.kind === PRIVATE_MESSAGE ? readPayload(rumor.content) : undefined;
      if (!payload) return;
      const mine = purse();
      if (!mine) throw new NotKept();
      const request = await requestOf(mine, payload.id);
      if (!request) return;
      const payment = readPayment(message, request, deps);
      const named = { request: request.id, rumor: rumor.id };
      await change(mine, request.id, (known) => withPayment(known, payment));
      if (payment.state === 'new') await take(mine, named, { wish: 'by itself', heard: payment });
      if (!(await paymentOf(mine, named))) throw new NotKept();
    },
    /** What operations that are over took is here, or is to be taken again. */
    async settle(): Promise<void> {
      const mine = purse();
      if (mine) await settle(mine);
    },
    /** What was not taken yet is tried again. */
    async resume(wish: Wish): Promise<void> {
      const mine = wish === 'by hand' ? await opened() : purse();
      if (!mine?.isOpen()) return;
      await settle(mine);
      for (const { id, payments } of await allOf(mine))
        for (const { rumor, state } of payments)
          if (state === 'new') await take(mine, { request: id, rumor }, { wish });
    },
    /** The user decided about a payment of a mint that was not asked for. */
    async decide({ request, rumor }: Named, isWanted: boolean): Promise<void> {
      const mine = isWanted ? await opened() : purse();
      if (!mine) throw new EcashError({ code: 'ecash-locked' });
      await change(mine, request, (known) => {
        const payment = known.payments.find((one) => one.rumor === rumor);
        if (payment?.state !== 'asks') return undefined;
        return isWanted
          ? { ...known, payments: known.payments.map((one) => (one === payment ? { ...one, state: 'new' } : one)) }
          : decided(known, payment, { state: 'refused' });
      });
      if (isWanted) await take(mine, { request, rumor }, { wish: 'by hand' });
    },
  };
};

/** Whether an operation that takes a payment is over, and the payment does not know yet. */
const isUnsettled = ({ requests, history }: EcashStand): boolean => {
  const taking = requests.flatMap(({ payments }) => payments.flatMap((payment) => takerOf(payment) ?? []));
  return history.some(({ operation }) => taking.includes(operation));
};

type Again = {
  readonly stand: Changing<EcashStand | undefined>;
  readonly follow: RunningAreas['follow'];
  readonly ending: AbortSignal;
};

/** What an earlier visit did not get done is tried again when the wallet opens; what an operation ended, at once. */
export const tryAgain = (
  { stand, follow, ending }: Again,
  payments: Pick<ReturnType<typeof createRequestPayments>, 'settle' | 'resume'>,
): void => {
  const settle = () => {
    const seen = stand.get();
    if (seen && isUnsettled(seen)) void payments.settle().catch(() => {});
  };
  let wasOpen = false;
  const opened = (isOpen: boolean) => {
    if (isOpen && !wasOpen) void payments.resume('by itself').catch(() => {});
    wasOpen = isOpen;
  };
  const ends = [stand.subscribe(settle), follow('ecash', (snapshot) => opened(snapshot.hasTag('open')))];
  ending.addEventListener('abort', () => {
    for (const end of ends) end();
  });
};

/** Whether something of this account waits for others: then its ecash starts with the app. */
export const isAwaitingPayment = ({ requests }: EcashStand, now: number): boolean =>
  requests.some((one) => isAwaited(one, now));
