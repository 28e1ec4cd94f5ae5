import { isOut, type Operation } from '#domain/ecash/ledger/operation.ts';
import type { Ecash, EcashStand } from '#ports/ecash.ts';

/** A wallet in one tab, and who is outside of it. Runs in a page as well as in tests. */
export type RushTab = {
  readonly ecash: Ecash;
  /** Pays an invoice with the ecash of a mint; gives what a person was told when it did not. */
  readonly pay: (mint: string, invoice: string) => Promise<string | undefined>;
  /** somebody outside pays an invoice */
  readonly payInvoice: (invoice: string) => unknown;
  /** an invoice of somebody outside */
  readonly makeInvoice: (sats: number) => Promise<string> | string;
  readonly mints: readonly string[];
  /** from 0 to 1 */
  readonly random: () => number;
  /** whether the tab is closed by now */
  readonly isGone: () => boolean;
};

type Act = (tab: RushTab, mint: string, below: (end: number) => number) => Promise<void>;

const LOOK_MS = 5;
/** of tokens that are taken at once */
const TAKEN = 'taken at once';

const codeOf = (error: unknown): string =>
  (error as { problem?: { code?: string } } | null)?.problem?.code ?? String(error);

const fail = (code: string): never => {
  throw Object.assign(new Error(code), { problem: { code } });
};

/** Waits until the page says of an operation what somebody waits for; gives its record, unless it is over. */
const until = async (
  { ecash, isGone }: RushTab,
  id: string,
  isIt: (record: Operation) => boolean,
): Promise<Operation | undefined> => {
  const look = (stand: EcashStand | undefined) => stand?.open.find((one) => one.id === id);
  for (;;) {
    if (isGone()) fail('gone');
    const record = look(ecash.stand.get());
    if (record && isIt(record)) return record;
    if (!record && ecash.stand.get()?.history.some(({ operation }) => operation === id)) return undefined;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
};

/** Pays what nobody paid because the tab that wanted to was closed before: whoever has the invoice may still do that. */
export const payWaiting = async (open: readonly Operation[], { payInvoice }: Pick<RushTab, 'payInvoice'>) => {
  for (const { kind, partner, quote } of open)
    if (kind === 'deposit' && !partner && quote) await payInvoice(quote.invoice);
};

const any = () => true;
const never = () => false;

/** What a person could do, and waits for. Each rejects with what they would be told. */
const ACTS: Readonly<Record<string, Act>> = {
  async deposit(tab, mint, below) {
    const id = await tab.ecash.deposit({ mint, amount: 20 + below(60) });
    const record = await until(tab, id, any);
    if (record?.quote) await tab.payInvoice(record.quote.invoice);
    await until(tab, id, never);
  },
  async send(tab, mint, below) {
    await until(tab, await tab.ecash.send({ mint, amount: 4 + below(12) }), isOut);
  },
  async 'take back'(tab, _, below) {
    const out = (tab.ecash.stand.get()?.open ?? []).filter((record) => isOut(record) && record.memo !== TAKEN);
    if (out.length === 0) return;
    const { id } = out[below(out.length)]!;
    if ((await tab.ecash.reclaim(id)) !== undefined) await until(tab, id, never);
  },
  async receive(tab, mint, below) {
    const sent = await tab.ecash.send({ mint, amount: 4 + below(8), memo: TAKEN });
    if (!(await until(tab, sent, isOut))) return;
    await until(tab, await tab.ecash.receive(await tab.ecash.token(sent)), never);
  },
  async pay(tab, mint, below) {
    const invoice = await tab.makeInvoice(1 + below(10));
    let isOver = false;
    const gone = until({ ...tab, isGone: () => isOver || tab.isGone() }, 'nothing', never).then(() => undefined);
    const told = await Promise.race([tab.pay(mint, invoice), gone]).finally(() => (isOver = true));
    if (told !== undefined) fail(told);
  },
  async move(tab, mint, below) {
    const to = tab.mints.find((other) => other !== mint)!;
    await until(tab, await tab.ecash.transfer({ from: mint, to, amount: 2 + below(10) }), never);
  },
};

/** What there is at a mint and what is not over, for whoever reads why something was refused. */
const standAt = ({ ecash }: RushTab, mint: string): string => {
  const stand = ecash.stand.get();
  const { balance, held } = stand?.mints.find(({ url }) => url === mint) ?? {};
  const counts = new Map<string, number>();
  for (const { kind, phase } of stand?.open ?? [])
    counts.set(`${kind} ${phase}`, (counts.get(`${kind} ${phase}`) ?? 0) + 1);
  return `${balance} free, ${held} held; ${[...counts].map(([what, count]) => `${count} ${what}`).join(', ')}`;
};

/** Does one thing by chance. Undefined when it went well, else what it was and what a person was told; of a closed tab that is nothing. */
export const rushOnce = async (tab: RushTab): Promise<string | undefined> => {
  const below = (end: number) => Math.floor(tab.random() * end);
  const names = Object.keys(ACTS);
  const name = names[below(names.length)]!;
  const mint = tab.mints[below(tab.mints.length)]!;
  try {
    await ACTS[name]!(tab, mint, below);
    return undefined;
  } catch (error) {
    return `${name}: ${codeOf(error)} (${standAt(tab, mint)})`;
  }
};
