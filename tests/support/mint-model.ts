import { EcashError } from '#domain/ecash/ecash-problem.ts';
import type { MeltQuoteState, MintFacts, MintMethod, MintQuoteState } from '#domain/ecash/mints/mint.ts';
import type { MadeProof, OutputRole, SealedOutputs, SealedProof, SpentState } from '#domain/ecash/proof.ts';
import type { EcashExchange } from '#actors/ecash/ecash-deps.ts';
import type { MeltOutcome } from '#workers/ecash-calls.ts';

export const MINT = 'https://mint.example';
export const OTHER_MINT = 'https://other.example';
export const UNIT = 'sat';
const KEYS = Object.fromEntries([1, 2, 4, 8, 16, 32, 64].map((amount) => [amount, '02']));

type ModelKeyset = {
  readonly id: string;
  readonly active: boolean;
  readonly feePpk: number;
  readonly expiry?: number;
};
type MeltRow = {
  state: MeltQuoteState;
  amount: number;
  request: string;
  isPart: boolean;
  method: MintMethod;
  ys: readonly string[];
  change: string[];
};
type Signed = { readonly amount: number; readonly keyset: string };

/** as the large mints bound one request */
const INPUTS_TAKEN = 1_000;

const refuse = (number: number): never => {
  throw new EcashError({ code: 'mint-refused', number, said: '' });
};

/** How a payment ends that the model is asked to make. */
export type PaymentEnd =
  | 'paid'
  | 'failed'
  | 'expired'
  | 'pending, then paid'
  | 'pending, then failed'
  /** the quote is not known to who asks, though a request that comes late is paid */
  | 'forgotten'
  | 'failed, then forgotten'
  | 'pending, then forgotten';

/** An invoice that several mints pay together (NUT-15): the money moves once the parts come to all of it. */
export const createSharedInvoice = (whole: number) => {
  const held = new Map<string, { readonly amount: number; readonly settle: () => void }>();
  let isSettled = false;
  return {
    isSettled: () => isSettled,
    hold(part: string, amount: number, settle: () => void) {
      held.set(part, { amount, settle });
      if ([...held.values()].reduce((sum, each) => sum + each.amount, 0) < whole) return;
      isSettled = true;
      for (const each of held.values()) each.settle();
      held.clear();
    },
    /** false when it is settled already */
    withdraw: (part: string) => held.delete(part),
  };
};

export type SharedInvoice = ReturnType<typeof createSharedInvoice>;

/** What the secret of an output is to the mint: the same with another letter in front. */
const yOf = (b: string) => b.replace('b', 'y');

/**
 * A mint without cryptography: books that say who was signed what. `b<seed>/<keyset>/<number>` is an output of a seed, its
 * proof has the same name with a `y`.
 */
export const createMintModel = ({
  feePpk = 0,
  payment = 'paid' as PaymentEnd,
  url = MINT,
  ids = '00',
  shared = undefined as SharedInvoice | undefined,
} = {}) => {
  const idOf = (number: number) => `${ids}${String(number).padStart(16 - ids.length, '0')}`;
  const keysets: ModelKeyset[] = [{ id: idOf(0), active: true, feePpk }];
  const signed = new Map<string, Signed>();
  const spent = new Set<string>();
  const pending = new Set<string>();
  const mintQuotes = new Map<string, { state: MintQuoteState; amount: number }>();
  /** what came in by offers, and what of it was signed */
  const offers = new Map<string, { paid: number; issued: number }>();
  const meltQuotes = new Map<string, MeltRow>();
  const melted: string[] = [];
  let refusals = 0;
  let overpays = 0;

  const worth = (y: string): Signed => signed.get(y.replace('y', 'b')) ?? refuse(10_003);
  const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
  const feeOf = (ys: readonly string[]) =>
    Math.ceil(sum(ys.map((y) => keysets.find(({ id }) => id === worth(y).keyset)!.feePpk)) / 1000);
  const flat = (outputs: readonly SealedOutputs[]) =>
    outputs.flatMap(({ b, amounts, keyset, role }) =>
      b.map((each, index) => ({ b: each, amount: amounts[index]!, keyset, role })),
    );
  const checkInputs = (ys: readonly string[]) => {
    if (ys.length > INPUTS_TAKEN) throw new EcashError({ code: 'mint-status', status: 422, said: '' });
    if (ys.some((y) => spent.has(y))) refuse(11_001);
    if (ys.some((y) => pending.has(y))) refuse(11_002);
  };
  const checkOutputs = (outputs: readonly { b: string; keyset: string }[]) => {
    if (outputs.some(({ b }) => signed.has(b))) refuse(11_003);
    if (outputs.some(({ keyset }) => !keysets.find(({ id }) => id === keyset)?.active)) refuse(12_002);
  };
  const sign = (outputs: readonly { b: string; amount: number; keyset: string }[]) => {
    for (const { b, amount, keyset } of outputs) signed.set(b, { amount, keyset });
  };
  const change = (row: MeltRow, blanks: readonly { b: string; keyset: string }[], left: number) => {
    let rest = left + overpays;
    const usable = blanks.filter(({ keyset }) => keysets.find(({ id }) => id === keyset)?.active);
    for (const { b, keyset } of usable) {
      const amount = [64, 32, 16, 8, 4, 2, 1].find((one) => one <= rest);
      if (amount === undefined) break;
      rest -= amount;
      sign([{ b, amount, keyset }]);
      row.change.push(b);
    }
  };
  const settle = (id: string, isPaid: boolean) => {
    const row = meltQuotes.get(id)!;
    for (const y of row.ys) pending.delete(y);
    row.state = isPaid ? 'PAID' : 'UNPAID';
    if (!isPaid) return;
    melted.push(id);
    for (const y of row.ys) spent.add(y);
    books.onPaid(row.request);
  };
  const books = {
    url,
    /** an invoice was paid: whoever has given it out hears of it */
    onPaid: (_request: string) => {},
    keysets: () => keysets,
    /** Outputs that this seed asks for the same numbers of are signed already: by another device. */
    sign,
    /** `expiry`: when what was in use ends, in seconds */
    rotate(expiry?: number) {
      const next = keysets.length;
      const old = { active: false, ...(expiry !== undefined && { expiry }) };
      keysets.splice(0, next, ...keysets.map((keyset) => ({ ...keyset, ...old })));
      keysets.push({ id: idOf(next), active: true, feePpk });
    },
    /** It says no to so many exchanges, for a reason of its own. */
    refuseSwaps(count: number) {
      refusals = count;
    },
    /** It signs so many more of change than it owes. */
    overpay(sats: number) {
      overpays = sats;
    },
    swap(ys: readonly string[], outputs: readonly SealedOutputs[]) {
      const wanted = flat(outputs);
      if (refusals > 0) {
        refusals -= 1;
        refuse(20_008);
      }
      checkInputs(ys);
      checkOutputs(wanted);
      const [inputs, made] = [sum(ys.map((y) => worth(y).amount)), sum(wanted.map(({ amount }) => amount))];
      if (inputs - feeOf(ys) !== made) refuse(11_005);
      for (const y of ys) spent.add(y);
      sign(wanted);
    },
    mintQuote(amount: number) {
      const id = `mq${mintQuotes.size}`;
      mintQuotes.set(id, { state: 'UNPAID', amount });
      return id;
    },
    makeOffer() {
      const id = `of${offers.size}`;
      offers.set(id, { paid: 0, issued: 0 });
      return id;
    },
    payOffer(id: string, amount: number) {
      offers.get(id)!.paid += amount;
    },
    mintOffer(id: string, outputs: readonly SealedOutputs[]) {
      const [row, wanted] = [offers.get(id)!, flat(outputs)];
      if (row.paid === 0) refuse(20_001);
      checkOutputs(wanted);
      if (row.paid === row.issued) refuse(20_002);
      const made = sum(wanted.map(({ amount }) => amount));
      if (made > row.paid - row.issued) refuse(11_005);
      row.issued += made;
      sign(wanted);
    },
    pay(id: string) {
      mintQuotes.get(id)!.state = 'PAID';
    },
    mint(id: string, outputs: readonly SealedOutputs[]) {
      const [row, wanted] = [mintQuotes.get(id)!, flat(outputs)];
      if (row.state === 'UNPAID') refuse(20_001);
      if (row.state === 'ISSUED') refuse(20_002);
      checkOutputs(wanted);
      if (sum(wanted.map(({ amount }) => amount)) !== row.amount) refuse(11_005);
      row.state = 'ISSUED';
      sign(wanted);
    },
    meltQuote(amount: number, request = 'lnbc', { isPart = false, method = 'bolt11' as MintMethod } = {}) {
      const id = `lq${meltQuotes.size}`;
      meltQuotes.set(id, { state: 'UNPAID', amount, request, isPart, method, ys: [], change: [] });
      return id;
    },
    melt(id: string, ys: readonly string[], blanks: readonly SealedOutputs[]) {
      const row = meltQuotes.get(id)!;
      if (row.state === 'PAID') refuse(20_006);
      if (row.state === 'PENDING') refuse(20_005);
      checkInputs(ys);
      checkOutputs(flat(blanks));
      const left = sum(ys.map((y) => worth(y).amount)) - feeOf(ys) - row.amount;
      if (left < 0) refuse(11_005);
      row.ys = ys;
      if (payment === 'failed' || payment === 'failed, then forgotten') refuse(20_004);
      if (payment === 'expired') refuse(20_007);
      const isPaid = payment === 'paid' || payment === 'forgotten';
      if (!isPaid || row.isPart) {
        row.state = 'PENDING';
        for (const y of ys) pending.add(y);
      }
      if (row.isPart) {
        const part = `${url} ${id}`;
        // it waits for the others, and not for ever
        later.push(() => {
          if (shared!.withdraw(part)) settle(id, false);
        });
        shared!.hold(part, row.amount, () => {
          settle(id, true);
          change(row, flat(blanks), left);
        });
        return;
      }
      if (!isPaid) {
        later.push(() => {
          settle(id, payment === 'pending, then paid');
          if (row.state === 'PAID') change(row, flat(blanks), left);
        });
        return;
      }
      settle(id, true);
      change(row, flat(blanks), left);
    },
    /** whether it says that it has no such quote: as long as it did not pay it */
    forgets: (id: string) => payment.endsWith('forgotten') && meltQuotes.get(id)!.state !== 'PAID',
    stateOf: (y: string): SpentState => (spent.has(y) ? 'SPENT' : pending.has(y) ? 'PENDING' : 'UNSPENT'),
    mintQuotes,
    offers,
    meltQuotes,
    signed,
    /** which invoices were paid, each as often as it was */
    melted,
    /** What this seed has that is not spent, by Y. */
    unspentOf: (seed: string) =>
      [...signed.keys()].filter((b) => b.startsWith(`b${seed}/`) && !spent.has(yOf(b))).map(yOf),
    /** Payments that hang come to their end. */
    tick() {
      for (const end of later.splice(0)) end();
    },
  };
  const later: (() => void)[] = [];
  return books;
};

export type MintModel = ReturnType<typeof createMintModel>;

const SEALED = { ivB64: '', ciphertextB64: '' };

/** A proof of the model, by its output. */
export const proofOf = (model: MintModel, b: string): SealedProof => {
  const { amount, keyset } = model.signed.get(b)!;
  return { y: yOf(b), mint: model.url, unit: UNIT, keyset, amount, sealed: SEALED };
};

/** What goes out to the model and comes back, with its name: where things go wrong. */
export type Net = <T>(name: string, act: () => T) => Promise<T>;

const madeOf = (model: MintModel, outputs: readonly SealedOutputs[]): readonly MadeProof[] =>
  outputs.flatMap(({ b, role }) =>
    b.filter((each) => model.signed.has(each)).map((each) => ({ ...proofOf(model, each), role })),
  );

/** What the worker does, over the model: outputs of a seed by their numbers, nothing hidden. */
export const createModelCore = (model: MintModel, net: Net, seed: string, newName: () => string): EcashExchange => {
  const outputsOf = (role: OutputRole, keyset: string, amounts: readonly number[], name: (at: number) => string) =>
    amounts.length === 0
      ? []
      : [{ role, keyset, amounts, b: amounts.map((_, at) => `b${seed}/${keyset}/${name(at)}`), sealed: SEALED }];
  const facts = (): MintFacts => ({
    url: model.url,
    info: {
      name: 'model',
      contact: [],
      mint: OFFER,
      melt: OFFER,
      nuts: [8, 9],
      multiPath: PARTS,
      tells: [],
      guarded: [],
    },
    keysets: model.keysets().map((keyset) => ({ ...keyset, unit: UNIT, keys: KEYS })),
  });
  const offerAnswer = (quote: string) => ({
    quote,
    method: 'bolt12' as const,
    request: `lno ${quote}`,
    amount: 0,
    unit: UNIT,
    // of all arrivals together it says nothing that is of use
    state: 'UNPAID' as const,
    ...model.offers.get(quote)!,
  });
  /** A quote is known by the method that it was made by, and by no other. */
  const meltRow = (quote: string, method: MintMethod = 'bolt11') => {
    const row = model.meltQuotes.get(quote)!;
    return row.method === method ? row : refuse(0);
  };
  const outcome = (row: ReturnType<typeof meltRow>, blanks: readonly SealedOutputs[]): MeltOutcome => {
    if (row.state !== 'PAID') return { state: row.state };
    const made = madeOf(model, blanks).filter(({ y }) => row.change.includes(y.replace('y', 'b')));
    return { state: 'PAID', preimage: PREIMAGE, change: made };
  };
  return {
    loadMint: () => net('load', facts),
    async prepareOutputs({ keyset, counter, keep = [], send = [], blanks = 0, lock }) {
      const sendAt = counter + keep.length;
      const outputs = [
        ...outputsOf('keep', keyset, keep, (at) => String(counter + at)),
        ...outputsOf('send', keyset, send, lock ? () => newName() : (at) => String(sendAt + at)),
        ...outputsOf('change', keyset, Array<number>(blanks).fill(0), (at) => String(sendAt + send.length + at)),
      ];
      return { outputs, used: keep.length + (lock ? 0 : send.length) + blanks };
    },
    swap: ({ inputs, outputs }) =>
      net('swap', () => {
        model.swap(
          inputs.map(({ y }) => y),
          outputs,
        );
        return { proofs: madeOf(model, outputs) };
      }),
    mintQuote: ({ amount = 0, method }) =>
      net('mint quote', () => {
        if (method === 'bolt12') {
          const quote = model.makeOffer();
          return { ...offerAnswer(quote), lockKey: SEALED };
        }
        const quote = model.mintQuote(amount);
        return {
          quote,
          method: 'bolt11' as const,
          request: `${amount} ${quote}`,
          amount,
          unit: UNIT,
          state: 'UNPAID' as const,
        };
      }),
    checkMintQuote: ({ quote, method }) =>
      net('check mint quote', () => {
        if (method === 'bolt12') return offerAnswer(quote);
        const { state, amount } = model.mintQuotes.get(quote)!;
        return { quote, method: 'bolt11' as const, request: 'lnbc', amount, unit: UNIT, state };
      }),
    mint: ({ quote, outputs, method }) =>
      net('mint', () => {
        if (method === 'bolt12') model.mintOffer(quote, outputs);
        else model.mint(quote, outputs);
        return { proofs: madeOf(model, outputs) };
      }),
    meltQuote: ({ invoice, partMsat, method = 'bolt11' }) =>
      net('melt quote', () => {
        const amount = partMsat === undefined ? Number.parseInt(invoice, 10) : partMsat / 1000;
        const quote = model.meltQuote(amount, invoice, { isPart: partMsat !== undefined, method });
        return {
          quote,
          method,
          request: invoice,
          amount,
          feeReserve: 2,
          unit: UNIT,
          state: 'UNPAID' as const,
        };
      }),
    checkMeltQuote: ({ quote, method, outputs = [] }) =>
      net('check melt quote', () => (model.forgets(quote) ? refuse(20_000) : outcome(meltRow(quote, method), outputs))),
    melt: ({ quote, method, inputs, outputs }) =>
      net('melt', () => {
        const row = meltRow(quote, method);
        model.melt(
          quote,
          inputs.map(({ y }) => y),
          outputs,
        );
        return outcome(row, outputs);
      }),
    restore: ({ outputs }) =>
      net('restore', () => madeOf(model, outputs).map((proof) => ({ ...proof, b: proof.y.replace('y', 'b') }))),
    scanSeed: ({ keyset, from, count }) =>
      net('scan', () => {
        const numbers = Array.from({ length: count }, (_, at) => from + at);
        const proofs = numbers
          .filter((number) => model.signed.has(`b${seed}/${keyset}/${number}`))
          .map((number) => ({ ...proofOf(model, `b${seed}/${keyset}/${number}`), number }));
        return { proofs, last: proofs.at(-1)?.number };
      }),
    checkStates: ({ ys }) => net('check states', () => Object.fromEntries(ys.map((y) => [y, model.stateOf(y)]))),
  };
};

/** The worker that knows two mints: each call goes to the one that it names. */
export const createModelsCore = (cores: ReadonlyMap<string, EcashExchange>): EcashExchange => {
  const at = (asked: unknown) => cores.get(typeof asked === 'string' ? asked : (asked as { mint: string }).mint)!;
  const [first] = cores.values();
  const names = Object.keys(first!) as (keyof EcashExchange)[];
  const route =
    (name: keyof EcashExchange) =>
    (asked: unknown): unknown =>
      (at(asked)[name] as (given: unknown) => unknown)(asked);
  return Object.fromEntries(names.map((name) => [name, route(name)])) as unknown as EcashExchange;
};

const PREIMAGE = '01'.repeat(32);
const OFFER = { disabled: false, methods: [] };
const PARTS = [{ method: 'bolt11', unit: UNIT }];
