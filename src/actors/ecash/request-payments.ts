import { EcashError, ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { readPayload } from '#domain/ecash/payment-payload.ts';
import {
  decided,
  isAwaited,
  REQUEST_PREFIX,
  requestName,
  withPayment,
  type MadeRequest,
  type RequestPayment,
} from '#domain/ecash/made-request.ts';
import { mintUrl } from '#domain/ecash/mint-url.ts';
import { readBareToken } from '#domain/ecash/read-token.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import type { Token } from '#domain/ecash/token.ts';
import { openWrap, PRIVATE_MESSAGE, type OpenedWrap } from '#domain/protocol/gift-wrap.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { SECOND } from '#domain/units.ts';
import type { Alone } from '#actors/shell/alone.ts';
import { beginReceive } from './begin.ts';
import type { Purse } from './purse.ts';
import { readWholeToken } from './token-look.ts';

export type RequestPaymentsDeps = {
  readonly purse: () => Purse | undefined;
  readonly signer: CurrentSigner;
  /** Writes something down, and has it led by the tab that acts. */
  readonly begin: (act: (mine: Purse) => Promise<string>) => Promise<string>;
  /** one tab takes a payment */
  readonly alone: Alone;
  readonly loopback: () => boolean;
  /** ms since the epoch */
  readonly now: () => number;
};

type Named = { readonly request: string; readonly rumor: string };

const requestOf = ({ ledger }: Pick<Purse, 'ledger'>, id: string) => ledger.beside.get<MadeRequest>(requestName(id));

const change = (
  { ledger }: Pick<Purse, 'ledger'>,
  id: string,
  next: (known: MadeRequest) => MadeRequest | undefined,
): Promise<void> => ledger.beside.change<MadeRequest>(requestName(id), (known) => known && next(known));

/** What is wrong with it whatever one does; else it may be taken another time. */
const isHopeless = ({ code }: EcashProblem): boolean =>
  code.startsWith('token-') || code === 'funds-swap' || code === 'mint-url' || code === 'mint-insecure';

/** The ecash of a message, read once more from what relays gave. Throws 'token-unreadable' when there is none in it. */
const tokenOf = async (deps: RequestPaymentsDeps, purse: Purse, { wrap }: RequestPayment): Promise<Token> => {
  const signer = deps.signer();
  if (!wrap || !signer) throw new EcashError({ code: signer ? 'token-unreadable' : 'ecash-locked' });
  const opened = await openWrap(wrap, signer, Math.floor(deps.now() / SECOND));
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

const receivedAs = async ({ ledger }: Purse, rumor: string): Promise<string | undefined> =>
  (await ledger.operations('all')).find(({ payment }) => payment?.rumor === rumor)?.id;

/** Takes a payment, once: an operation that takes it is found again by the name of its message. */
const takePayment = async (deps: RequestPaymentsDeps, purse: Purse, { request, rumor }: Named): Promise<void> => {
  const payment = (await requestOf(purse, request))?.payments.find((one) => one.rumor === rumor);
  if (payment?.state !== 'new') return;
  const taken = await receivedAs(purse, rumor);
  if (taken !== undefined)
    return await change(purse, request, (known) => decided(known, rumor, { state: 'taken', operation: taken }));
  try {
    const token = await tokenOf(deps, purse, payment);
    await purse.mints.use(await purse.mints.facts(token.mint));
    await check(purse, token);
    const name = { request, rumor, from: payment.from };
    const operation = await deps.begin((mine) =>
      beginReceive(mine.deps, { ...token, payment: name, person: payment.from }),
    );
    await change(purse, request, (known) => decided(known, rumor, { state: 'taken', operation }));
  } catch (error) {
    const trouble = ecashProblemOf(error);
    const state = isHopeless(trouble) ? 'refused' : 'new';
    await change(purse, request, (known) => decided(known, rumor, { state, trouble }));
  }
};

const mintOf = (text: string, loopback: boolean): string => {
  try {
    return mintUrl(text, loopback);
  } catch {
    return '';
  }
};

/** A payment as its message says; undefined for another message, and for what no wallet could read. */
const readPayment = (
  { wrap, rumor }: OpenedWrap,
  request: MadeRequest,
  { loopback, now }: Pick<RequestPaymentsDeps, 'loopback' | 'now'>,
): RequestPayment | undefined => {
  const payload = readPayload(rumor.content)!;
  const mint = mintOf(payload.mint, loopback());
  const isListed = request.mints.length === 0 || request.mints.includes(mint);
  const said = { rumor: rumor.id, from: rumor.pubkey, at: now(), mint };
  try {
    const { proofs, memo } = readBareToken(payload.token);
    const amount = sumOf(proofs);
    const state = mint === '' ? 'refused' : isListed ? 'new' : 'asks';
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
  const { purse, alone } = deps;
  const never = new AbortController().signal;
  const take = (mine: Purse, named: Named) =>
    alone(`payment ${named.rumor}`, () => takePayment(deps, mine, named), never);
  return {
    /** A private message: what pays a request is written down before anything else, then taken. */
    async hear(message: OpenedWrap): Promise<void> {
      const mine = purse();
      const { rumor } = message;
      if (!mine || rumor.kind !== PRIVATE_MESSAGE) return;
      const payload = readPayload(rumor.content);
      const request = payload && (await requestOf(mine, payload.id));
      const payment = request && readPayment(message, request, deps);
      if (!payment) return;
      await change(mine, request.id, (known) => withPayment(known, payment));
      if (payment.state === 'new') await take(mine, { request: request.id, rumor: rumor.id });
    },
    /** What was not taken yet is tried again. */
    async resume(): Promise<void> {
      const mine = purse();
      if (!mine?.isOpen()) return;
      for (const { id, payments } of await mine.ledger.beside.all<MadeRequest>(REQUEST_PREFIX))
        for (const { rumor, state } of payments) if (state === 'new') await take(mine, { request: id, rumor });
    },
    /** The user decided about a payment of a mint that was not asked for. */
    async decide({ request, rumor }: Named, isWanted: boolean): Promise<void> {
      const mine = purse();
      if (!mine) throw new EcashError({ code: 'ecash-locked' });
      await change(mine, request, (known) => {
        const payment = known.payments.find((one) => one.rumor === rumor);
        if (payment?.state !== 'asks') return undefined;
        return isWanted
          ? { ...known, payments: known.payments.map((one) => (one === payment ? { ...one, state: 'new' } : one)) }
          : decided(known, rumor, { state: 'refused' });
      });
      if (isWanted) await take(mine, { request, rumor });
    },
    /** Whether a payment is awaited: then private messages are read. */
    isAwaiting: (requests: readonly MadeRequest[]): boolean =>
      requests.some(
        (request) => isAwaited(request, deps.now()) || request.payments.some(({ state }) => state === 'new'),
      ),
  };
};
