import { beginDeposit, beginMelt, beginReclaim, beginSend } from '#actors/ecash/operations/begin.ts';
import { startCore } from '#actors/ecash/core-process.ts';
import { createEngine } from '#actors/ecash/operations/engine.ts';
import { beginTransfer, quoteTransfer } from '#actors/ecash/operations/transfer.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { isOut } from '#domain/ecash/ledger/operation.ts';
import { openLedger } from '#store/ledger/ledger.ts';
import { renewLog } from '#store/storage/renew-log.ts';
import { spawnEcashWorker } from '#workers/ecash-spawn.ts';
import type { NewWallet } from '#workers/ecash-calls.ts';

/** What the test gives to the page. */
declare global {
  interface Window {
    payInvoice(invoice: string): Promise<void>;
    makeInvoice(sats: number): Promise<string>;
  }
}

const UNIT = 'sat';
const ROUNDS = 20;
const ROUND_MS = 50;

const { core } = startCore(
  () => spawnEcashWorker(window as never),
  () => {},
);
// as the app does at its start
void renewLog(indexedDB);
const ledger = openLedger(indexedDB, { pubkey: 'a'.repeat(64), now: Date.now });
const facts = new Map<string, ReturnType<typeof core.loadMint>>();
const deps: EcashDeps = {
  ledger,
  core,
  mintFacts(url) {
    const known = facts.get(url) ?? core.loadMint(url);
    facts.set(url, known);
    return known;
  },
  now: Date.now,
  newId: () => `${String(Date.now()).padStart(15, '0')}-${crypto.randomUUID()}`,
  random: Math.random,
};
const engine = createEngine(deps);

const below = (end: number) => Math.floor(Math.random() * end);
const led = (id: string) => engine.advance(id, 'fresh');

/** One thing that a person could do. */
const act = async (mints: readonly string[]) => {
  const mint = mints[below(mints.length)]!;
  const at = { mint, unit: UNIT };
  const acts = {
    async deposit() {
      const id = await beginDeposit(deps, { ...at, amount: 20 + below(100) });
      await window.payInvoice((await ledger.operation(id))!.quote!.invoice);
      await led(id);
    },
    send: async () => led(await beginSend(deps, { ...at, amount: 1 + below(20) })),
    async 'take back'() {
      const out = (await ledger.operations()).filter(isOut);
      const id = out.length > 0 && (await beginReclaim(deps, out[below(out.length)]!.id));
      if (id) await led(id);
    },
    async pay() {
      const invoice = await window.makeInvoice(1 + below(20));
      const { quote, amount, feeReserve } = await core.meltQuote({ ...at, invoice });
      await led(await beginMelt(deps, { ...at, quote: { id: quote, invoice, amount, reserve: feeReserve } }));
    },
    async move() {
      const to = mints.find((other) => other !== mint)!;
      const offer = await quoteTransfer(deps, { from: mint, to, unit: UNIT, amount: 1 + below(20) });
      await led(await beginTransfer(deps, offer));
    },
  };
  const names = Object.keys(acts) as (keyof typeof acts)[];
  await acts[names[below(names.length)]!]();
};

/** Goes on until the browser is gone. */
const work = async (mints: readonly string[]) => {
  for (;;)
    try {
      await act(mints);
    } catch (error) {
      // there is not enough of it at this mint
      if (!(error instanceof EcashError)) throw error;
    }
};

const stand = async () => {
  const proofs = await ledger.proofs();
  const open = await ledger.operations();
  return {
    ms: performance.now(),
    usable: proofs.filter(({ state }) => state !== 'reserved').map(({ mint, amount }) => ({ mint, amount })),
    doubtful: open
      .filter((record) => !isOut(record) && (record.kind !== 'deposit' || record.phase !== 'waiting'))
      .map(({ kind, phase, trouble }) => `a ${kind} is ${phase} (${trouble?.code})`),
  };
};

/** What the app does at its start: everything that is not over is led on. */
const recover = async () => {
  const open = await ledger.operations();
  const lead = async (id: string) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const pause = await engine.advance(id);
      if (pause.type === 'over' || pause.for === 'world') return;
      await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
    }
  };
  await Promise.all(open.map(({ id }) => lead(id)));
  return { ...(await stand()), underWay: open.filter((record) => !isOut(record)).length };
};

const bench = {
  async create(): Promise<NewWallet> {
    await core.allow({ loopback: true });
    return core.create();
  },
  async open({ wallet, key }: NewWallet) {
    await core.allow({ loopback: true });
    await core.open(wallet, key);
    return recover();
  },
  /** Two at once, and does not wait for them. */
  work(mints: readonly string[]) {
    void work(mints);
    void work(mints);
  },
};
export type EcashBench = typeof bench;
Object.assign(window, { ecash: bench });
