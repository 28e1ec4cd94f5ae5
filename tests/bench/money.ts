import { setImmediate } from 'node:timers';
import { mock } from 'node:test';
import { KNOWN_WITHIN_MS, rush, wrongIn } from '#tests/support/paying-rush.ts';
import { benchEcash, benchKilled, benchTabs } from './money-ecash.ts';
import { benchMoneySpeed } from './money-speed.ts';
import type { Row } from './table.ts';

const DEVICES = 200;
const PAYMENTS_EACH = 25;
const AT_ONCE = 20;
const STEP_MS = 100;
/** rounds of the event loop in each step, in which databases, which know no other clock, go on */
const ROUNDS = 12;

/** By the clock of the run: 100 ms of it go by as fast as all that happens in them is done. */
const until = async <T>(act: Promise<T>): Promise<T> => {
  const run = { isDone: false };
  const end = act.finally(() => (run.isDone = true));
  end.catch(() => {});
  while (!run.isDone) {
    mock.timers.tick(STEP_MS);
    for (let round = 0; round < ROUNDS; round += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  return end;
};

const figures = async (seeds: readonly number[]) => {
  const devices = await until(Promise.all(seeds.map((seed) => rush({ seed, count: PAYMENTS_EACH }))));
  return Promise.all(
    devices.map(async ({ world, doubts, ms }) => ({
      wrong: await wrongIn(world),
      payments: world.invoices().length,
      settled: world.ledger.settlements.length,
      doubts,
      ms,
    })),
  );
};

/** Payments by Lightning while all goes wrong, against the books of the sample network, by a clock that does not wait. */
const benchPayments = async (): Promise<Row[]> => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.now() });
  const found: Awaited<ReturnType<typeof figures>> = [];
  try {
    for (let seed = 0; seed < DEVICES; seed += AT_ONCE)
      found.push(...(await figures(Array.from({ length: AT_ONCE }, (_, at) => seed + at))));
  } finally {
    mock.timers.reset();
  }
  const sum = (of: (one: (typeof found)[number]) => number) => found.reduce((all, one) => all + of(one), 0);
  const wrong = found.flatMap((one) => one.wrong);
  const twice = wrong.filter((line) => line.startsWith('paid twice')).length;
  const [payments, doubts] = [sum((one) => one.payments), sum((one) => one.doubts)];
  const slowest = Math.max(...found.map(({ ms }) => ms));
  const asked = DEVICES * PAYMENTS_EACH;
  return [
    { name: 'invoices that somebody wanted paid', value: `${payments}`, budget: `${asked}`, holds: payments === asked },
    {
      name: `settled, of ${payments}`,
      value: `${sum((one) => one.settled)}`,
      budget: `>= ${asked / 2}`,
      holds: sum((one) => one.settled) >= asked / 2,
    },
    { name: `settled twice, of ${payments}`, value: `${twice}`, budget: '0', holds: twice === 0 },
    {
      name: `told wrong or left open, of ${payments}`,
      value: `${wrong.length - twice}`,
      budget: '0',
      holds: wrong.length === twice,
    },
    {
      name: `all known after the network is back, ${doubts} in doubt on ${found.length} devices (scaled clock)`,
      value: `${slowest / 1_000} s`,
      budget: `<= ${KNOWN_WITHIN_MS / 1_000} s`,
      holds: slowest <= KNOWN_WITHIN_MS && doubts > DEVICES,
    },
  ];
};

/** What must never happen to money; each area of wallets adds its figures here. */
const AREAS: readonly (() => Promise<Row[]>)[] = [benchPayments, benchEcash, benchMoneySpeed, benchTabs, benchKilled];

export async function benchMoney(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const area of AREAS) rows.push(...(await area()));
  return rows;
}
