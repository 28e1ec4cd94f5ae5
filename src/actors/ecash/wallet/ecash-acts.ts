import { EcashError, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { checkMost } from '#domain/ecash/proofs/fees.ts';
import { DEFAULT_UNIT, readBareToken } from '#domain/ecash/tokens/read-token.ts';
import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import { readPayableOffer } from '#domain/wallet/payable.ts';
import type { Ecash } from '#ports/ecash.ts';
import type { ecashMachine } from '#machines/ecash/ecash.machine.ts';
import type { mintLinkMachine } from '#machines/ecash/mint-link.machine.ts';
import { waitFor, type ActorRefFrom } from 'xstate';
import { beginDeposit, beginReceive, beginReclaim, beginSend, tighten } from '#actors/ecash/operations/begin.ts';
import { costsOfPayment, costsOfSend, costsOfSwap } from '#actors/ecash/operations/costs.ts';
import { stopWaiting } from './deposit-slots.ts';
import { openOperation } from './ecash-slots.ts';
import { checkSpare } from '#actors/ecash/free-proofs.ts';
import { beginOfferPayment, offerQuote } from '#actors/ecash/operations/offers.ts';
import { closeOffer, makeOffer } from './own-offers.ts';
import { ecashSettled } from '#actors/wallet/ecash-settled.ts';
import { planParts } from '#actors/ecash/operations/parts.ts';
import { isMintInUse } from '#actors/ecash/mint-in-use.ts';
import { makeOwn } from '#actors/ecash/sync/mints-elsewhere.ts';
import type { Purse } from './purse.ts';
import { lockProblem, lookAtToken, readWholeToken, tokenLeft } from './token-look.ts';
import { beginTransfer, quoteTransfer } from '#actors/ecash/operations/transfer.ts';

export type EcashActsDeps = {
  /** the purse of whoever is logged in */
  readonly purse: () => Purse | undefined;
  readonly chart: () => ActorRefFrom<typeof ecashMachine> | undefined;
  /** the passphrase that was typed is that of the key; rejects when it is not */
  readonly confirm: (passphrase: string | undefined) => Promise<void>;
  /** before something is written down that a later visit has to look for */
  readonly onBegin: () => void;
  /** what ecash is locked to for somebody */
  readonly lockKeyOf: (pubkey: string) => Promise<string | undefined>;
  /** sends a private message */
  readonly message: (pubkey: string, content: string) => Promise<void>;
  readonly now: () => number;
};

const fail = (code: 'ecash-locked' | 'ecash-none' | 'ecash-other-tab' | 'mint-in-use'): never => {
  throw new EcashError({ code });
};

const at = (mint: string) => ({ mint, unit: DEFAULT_UNIT });

/** What the acts share: whose wallet it is, and the way to begin. */
const createBeginning = ({ purse, chart, onBegin }: EcashActsDeps) => {
  const mine = () => purse() ?? fail('ecash-locked');
  /** The wallet if it is open, or opens at this moment. */
  const ifOpen = async (): Promise<Purse> => {
    const found = mine();
    const actor = chart();
    if (actor) await ecashSettled(actor).catch(() => undefined);
    // also of one that is open: the browser may have thrown the ledger away, and what came into an empty one could not be
    // opened at the next visit
    if (!(await found.ledger.wallet.get())) return fail('ecash-none');
    const stands = actor?.getSnapshot();
    if (stands?.hasTag('attention') && stands.context.problem) throw new EcashError(stands.context.problem);
    if (!found.isOpen()) return fail('ecash-locked');
    if (stands?.hasTag('read only')) return fail('ecash-other-tab');
    return found;
  };
  /** The same for what somebody pressed: a signer that said no is asked once more. */
  const opened = (): Promise<Purse> => {
    // heard only where it could not be opened
    chart()?.send({ type: 'ecash.retry' });
    return ifOpen();
  };
  return {
    mine,
    ifOpen,
    opened,
    look(operation: string) {
      chart()?.send({ type: 'operation.look', operation });
    },
    /** Written down first; then the tab that acts leads it. */
    async begin(act: (mine: Purse) => Promise<string>): Promise<string> {
      const found = await opened();
      onBegin();
      const id = await act(found);
      const record = await found.ledger.operation(id);
      if (record) chart()?.send({ type: 'operation.begun', operation: openOperation(record, true) });
      return id;
    },
  };
};

type Beginning = ReturnType<typeof createBeginning>;

const createWalletActs = ({ mine, opened }: Beginning, { confirm, now }: EcashActsDeps) =>
  ({
    create: (words) => mine().create(words),
    async words(passphrase) {
      const purse = await opened();
      await confirm(passphrase);
      return await purse.words();
    },
    keepWords: () => mine().ledger.wallet.keepWords(now()),
  }) satisfies Partial<Ecash>;

type MintLink = ActorRefFrom<typeof mintLinkMachine> | undefined;

const createMintActs = ({ mine }: Beginning, { chart }: EcashActsDeps) =>
  ({
    async meet(url) {
      refuseSecrets(url);
      const began = performance.now();
      const facts = await mine().core.loadMint(url);
      return { facts, tookMs: Math.round(performance.now() - began) };
    },
    async addMint(url) {
      refuseSecrets(url);
      const purse = mine();
      await makeOwn(purse, await purse.mints.load(url));
    },
    async removeMint(url) {
      const purse = mine();
      if (await isMintInUse(purse.ledger, url)) fail('mint-in-use');
      await purse.ledger.mints.remove(url);
    },
    async refreshMint(url) {
      const link = chart()?.getSnapshot().children[`mint ${url}`] as MintLink;
      if (!link) return void (await mine().mints.load(url));
      link.send({ type: 'mint.refresh' });
      const looked = await waitFor(link, (now) => !now.hasTag('loading')).catch(() => undefined);
      // the tab does not act any more
      if (!looked) return void (await mine().mints.load(url));
      const { problem } = looked.context;
      if (problem) throw new EcashError(problem);
    },
  }) satisfies Partial<Ecash>;

const createTokenActs = (
  { ifOpen, opened, begin, look }: Beginning,
  { lockKeyOf, message }: Pick<EcashActsDeps, 'lockKeyOf' | 'message'>,
) => {
  const token = async (operation: string): Promise<string> => {
    const { ledger, core } = await ifOpen();
    const record = await ledger.operation(operation);
    const out = (await ledger.proofsOf(operation)).filter(({ state }) => state === 'out');
    const proofs = record?.brought ?? out;
    return await core.writeToken({ proofs, ...(record?.memo !== undefined && { memo: record.memo }) });
  };
  return {
    token,
    sendToken: async (operation, pubkey) => await message(pubkey, await token(operation)),
    lockKeyOf,
    async readToken(text) {
      // what is none is told without the key
      readBareToken(text);
      return await lookAtToken(await ifOpen(), text);
    },
    receive: (text, into, { amount, gone } = { amount: 0, gone: 0 }) =>
      begin(async (purse) => {
        const whole = await readWholeToken(purse, text);
        const facts = await purse.mints.facts(whole.mint);
        // else it is written down at once: what went meanwhile is told of it then
        const token = gone > 0 ? await tokenLeft(purse, whole) : whole;
        const left = token.amount;
        const problem: EcashProblem | undefined =
          left < amount ? { code: 'token-partly-spent', gone: whole.amount - left, left } : lockProblem(token);
        if (problem) throw new EcashError(problem);
        await purse.core.checkToken({ mint: token.mint, proofs: token.proofs, requireDleq: false });
        if (into === undefined) await makeOwn(purse, facts);
        return await beginReceive(purse.deps, { ...token, ...(into !== undefined && { into }) });
      }),
    swapCosts: async (seen, into) => await costsOfSwap((await ifOpen()).deps, seen, into),
    sendCosts: async ({ mint, ...wish }) => await costsOfSend((await ifOpen()).deps, at(mint), wish),
    send: ({ mint, ...wish }) =>
      begin(async ({ deps }) => {
        refuseSecrets(wish);
        return await beginSend(deps, { ...at(mint), ...wish });
      }),
    async reclaim(operation) {
      const { deps, ledger } = await opened();
      const child = await beginReclaim(deps, operation, (await ledger.wallet.get())?.pubkey);
      // it is led by the one whose token it takes back
      if (child !== undefined) look(operation);
      return child;
    },
  } satisfies Partial<Ecash>;
};

const createPaymentActs = ({ mine, ifOpen, opened, begin, look }: Beginning, { onBegin, now }: EcashActsDeps) =>
  ({
    async stopWaiting(operation) {
      // whether it is led still, or was over for this visit
      await begin(async ({ deps }) => {
        await stopWaiting(deps, operation);
        return operation;
      });
      look(operation);
    },
    deposit: ({ mint, ...wish }) => begin(({ deps }) => beginDeposit(deps, { ...at(mint), ...wish })),
    async payCosts({ mint, invoice, msats, of }) {
      const { core, deps } = await ifOpen();
      const asked = { ...at(mint), invoice, ...(msats !== undefined && { amountMsat: msats }) };
      const { amount, feeReserve } = await core.meltQuote(asked);
      await checkSpare(deps, at(mint), amount);
      return await costsOfPayment(deps, at(mint), { amount, reserve: feeReserve, of });
    },
    async offerCosts(wish) {
      const { core, deps } = await ifOpen();
      const { amount, feeReserve } = await core.meltQuote(offerQuote(wish));
      await checkSpare(deps, at(wish.mint), amount);
      return await costsOfPayment(deps, at(wish.mint), { amount, reserve: feeReserve });
    },
    async makeOffer(wish) {
      const { deps } = await opened();
      onBegin();
      return await makeOffer(deps, wish, (text) => 'offer' in readPayableOffer(text, now()));
    },
    closeOffer: (id) => closeOffer(mine().deps, id),
    payOffer: (wish) => begin(({ deps }) => beginOfferPayment(deps, wish)),
    async partsCosts(wish) {
      const { deps } = await ifOpen();
      const quoted = await planParts(deps, { unit: DEFAULT_UNIT, ...wish });
      return Promise.all(
        quoted.map(async ({ quote, ...part }) => ({ ...part, ...(await costsOfPayment(deps, at(part.mint), quote)) })),
      );
    },
    async transferCosts(wish) {
      const { deps } = await ifOpen();
      const { amount, reserve, fee, from, payment } = await quoteTransfer(deps, { unit: DEFAULT_UNIT, ...wish });
      const { left } = await costsOfPayment(deps, at(from), payment);
      return { amount, reserve, fee, left };
    },
    transfer: ({ most, ...wish }) =>
      begin(async ({ deps }) => {
        const offer = await quoteTransfer(deps, { unit: DEFAULT_UNIT, ...wish });
        checkMost(most, [offer.payment]);
        await tighten(deps, { mint: offer.from, unit: offer.unit }, offer.payment.amount + offer.reserve);
        return await beginTransfer(deps, offer);
      }),
    look,
  }) satisfies Partial<Ecash>;

/** The ways to move ecash: each is written down, then led by the tab that acts. */
export const createEcashActs = (deps: EcashActsDeps) => {
  const beginning = createBeginning(deps);
  return {
    begin: beginning.begin,
    opened: beginning.opened,
    acts: {
      ...createWalletActs(beginning, deps),
      ...createMintActs(beginning, deps),
      ...createTokenActs(beginning, deps),
      ...createPaymentActs(beginning, deps),
    },
  };
};
