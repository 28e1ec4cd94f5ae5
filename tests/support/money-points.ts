import type { Chance } from '#devnet/content/random.ts';
import { EcashError, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { LedgerError } from '#domain/ecash/ledger-problem.ts';
import { DAY } from '#domain/units.ts';

/**
 * What can happen where the wallet waits for the disk. 'stops': the page is gone at once. 'closes': somebody locks the key or
 * signs out: the page goes on without the secrets.
 */
const CHANGE_FAULTS = ['stops before', 'stops after', 'closes after', 'full before', 'fails after'] as const;
/** A read changes nothing: before it is as after it. */
const READ_FAULTS = ['stops before', 'fails after'] as const;
/** What can happen where it waits for the mint. 'late': it arrives when everything is over. */
const NET_FAULTS = [
  'stops before',
  'stops after',
  'stops, late',
  'closes before',
  'closes after',
  'request lost',
  'answer lost',
  'late',
  'twice',
  'status',
  'busy',
  'truncated',
  'rotated',
  // it is gone from here on, and the clock is a day later when the wallet is opened again
  'gone for a day',
  'a year later',
  // what was late comes now
  'arrives',
] as const;

/** After these, what comes late may come at any place of the recovery: each is tried. */
const LATE: ReadonlySet<string> = new Set<(typeof NET_FAULTS)[number]>(['late', 'stops, late']);
/** What only asks changes nothing at the mint, however late it comes. */
const ONLY_ASKS = /^(?:load|check|restore|scan)/;

type MoneyFault = (typeof CHANGE_FAULTS)[number] | (typeof NET_FAULTS)[number];
type Point = { readonly index: number; readonly fault: MoneyFault };
type Place = { readonly name: string; readonly kind: 'change' | 'read' | 'net' };

/** A new one each time: one for all would hold on to every life that ever waited for it. */
const never = () => new Promise<never>(() => {});
/** The mint does it once more, or before something goes wrong. */
const DONE: ReadonlySet<MoneyFault> = new Set(['twice', 'answer lost', 'truncated', 'stops after', 'closes after']);
/** What needs the secrets. */
const SECRET = /^(?:swap|mint|melt|restore|scan)(?! quote)/;
const PROBLEMS: Readonly<Partial<Record<MoneyFault, EcashProblem>>> = {
  'closes before': { code: 'ecash-worker' },
  'closes after': { code: 'ecash-worker' },
  'request lost': { code: 'mint-network' },
  'answer lost': { code: 'mint-network' },
  late: { code: 'mint-timeout' },
  status: { code: 'mint-status', status: 502, said: '' },
  busy: { code: 'mint-busy', afterMs: 1_000 },
  truncated: { code: 'bad-response' },
};

/** What is on its way to the mint still, and the mint itself. */
export type Outside = {
  readonly late: (() => Promise<void>)[];
  readonly rotate: () => void;
  /** the clock jumps forward by so many ms */
  readonly jump: (ms: number) => void;
};

/** One life of the wallet, from its start until its page is closed or gone. */
export type MoneyLife = {
  change<T>(name: string, act: () => Promise<T>): Promise<T>;
  read<T>(name: string, act: () => Promise<T>): Promise<T>;
  net<T>(name: string, act: () => T | Promise<T>): Promise<T>;
  /** the secrets are gone, and nothing is led any more */
  isClosed(): boolean;
  readonly ended: Promise<void>;
  end(): void;
};

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** What is late arrives, long after everything. */
const arrive = async (world: Outside) => {
  for (const act of world.late.splice(0)) await act();
  await turns(2);
};

/** What goes wrong at a place. */
type Choice = (index: number, kind: Place['kind']) => MoneyFault | undefined;

const onlyAt =
  (at: Point | undefined): Choice =>
  (index) =>
    index === at?.index ? at.fault : undefined;

const createLife = (outside: Outside, choose: Choice) => {
  const places: Place[] = [];
  let [isOver, isGone, isClosed, end] = [false, false, false, () => {}];
  const ended = new Promise<void>((resolve) => {
    end = () => {
      isOver = true;
      resolve();
    };
  });
  const faultAt = (name: string, kind: Place['kind']): MoneyFault | undefined => {
    places.push({ name, kind });
    return choose(places.length - 1, kind);
  };
  const stop = (): Promise<never> => {
    end();
    return never();
  };
  const deliver = (act: () => unknown) =>
    // the mint may refuse it
    outside.late.push(() =>
      Promise.resolve()
        .then(act)
        .then(
          () => {},
          () => {},
        ),
    );
  const disk = async <T>(name: string, kind: Place['kind'], act: () => Promise<T>): Promise<T> => {
    if (isOver) return never();
    const fault = faultAt(name, kind);
    if (fault === 'stops before') return stop();
    if (fault === 'full before') throw new LedgerError('ledger-full');
    const result = await act();
    if (fault === 'closes after') isClosed = true;
    if (fault === 'fails after') throw new LedgerError('ledger-storage');
    if (fault === 'stops after') return stop();
    return isOver ? never() : result;
  };
  const life: MoneyLife = {
    change: (name, act) => disk(name, 'change', act),
    read: (name, act) => disk(name, 'read', act),
    async net(name, act) {
      if (isOver) return never();
      if (isClosed && SECRET.test(name)) throw new EcashError({ code: 'ecash-locked' });
      const fault = faultAt(name, 'net');
      if (fault === 'stops before') return stop();
      if (fault === 'stops, late' || fault === 'late') deliver(act);
      if (fault === 'stops, late') return stop();
      if (fault === 'gone for a day') {
        isGone = true;
        outside.jump(DAY);
      }
      if (isGone) throw new EcashError({ code: 'mint-network' });
      if (fault === 'a year later') outside.jump(365 * DAY);
      if (fault === 'rotated') outside.rotate();
      if (fault === 'arrives') await arrive(outside);
      if (fault === 'closes before' || fault === 'closes after') isClosed = true;
      if (fault && DONE.has(fault))
        await Promise.resolve()
          .then(act)
          .catch(() => {});
      if (fault === 'stops after') return stop();
      const problem = fault && PROBLEMS[fault];
      if (problem) throw new EcashError(problem);
      const result = await act();
      return isOver ? never() : result;
    },
    isClosed: () => isClosed,
    ended,
    end: () => end(),
  };
  return { life, places };
};

/** A life in which nothing goes wrong. */
export const openMoneyLife = (): MoneyLife =>
  createLife({ late: [], rotate: () => {}, jump: () => {} }, () => undefined).life;

export type MoneyCase<World extends Outside> = {
  readonly world: () => Promise<World>;
  /** What is done in the first life; settled when nothing is left to do in it. */
  readonly scenario: (life: MoneyLife, world: World) => Promise<void>;
  /** Opened again over what the disk holds. */
  readonly recovery: (life: MoneyLife, world: World) => Promise<void>;
  /** One line for each way in which the books do not say what they must. */
  readonly faults: (world: World) => Promise<readonly string[]>;
};

export type MoneyReport = { readonly points: number; readonly tried: number; readonly failures: readonly string[] };

const live = async <World extends Outside>(
  act: MoneyCase<World>['scenario'],
  world: World,
  at?: Point,
  choose: Choice = onlyAt(at),
) => {
  const { life, places } = createLife(world, choose);
  // a ledger that fails ends what is done, as a view would end
  await Promise.race([act(life, world).catch((error: unknown) => onlyLedger(error)), life.ended]);
  life.end();
  await turns(3);
  return places;
};

const onlyLedger = (error: unknown) => {
  if (!(error instanceof LedgerError) && !(error instanceof EcashError)) throw error;
};

/** Every so many of all, from one of them on. */
type Part = { readonly every: number; readonly from: number };
const ALL: Part = { every: 1, from: 0 };

const isIn = ({ every, from }: Part, number: number): boolean => number % every === from % every;

const FAULTS: Readonly<Record<Place['kind'], readonly MoneyFault[]>> = {
  change: CHANGE_FAULTS,
  read: READ_FAULTS,
  net: NET_FAULTS,
};
const faultsOf = ({ kind }: Place): readonly MoneyFault[] => FAULTS[kind];

/**
 * Runs a scenario once for each place where the wallet waits and each thing that can happen there, then opens the wallet
 * again and compares with the books. With `pairs` something happens in the recovery, too, at these of all pairs.
 */
export const tryMoneyPoints = async <World extends Outside>(
  { world: fresh, scenario, recovery, faults }: MoneyCase<World>,
  { singles = ALL, pairs }: { readonly singles?: Part; readonly pairs?: Part } = {},
): Promise<MoneyReport> => {
  const failures: string[] = [];
  let [tried, single, pair] = [0, 0, 0];
  const check = async (world: World, way: string) => {
    tried += 1;
    await arrive(world);
    failures.push(...(await faults(world)).map((fault) => `${way}: ${fault}`));
  };
  const first = await fresh();
  const points = await live(scenario, first);
  await check(first, 'without a fault');
  for (const [index, place] of points.entries())
    for (const fault of faultsOf(place)) {
      single += 1;
      if (!isIn(singles, single)) continue;
      const world = await fresh();
      await live(scenario, world, { index, fault });
      const again = await live(recovery, world);
      await check(world, `${fault} ${index} ${place.name}`);
      for (const [next, then] of again.entries())
        for (const second of faultsOf(then)) {
          pair += 1;
          const isChosen = pairs && isIn(pairs, pair);
          const isLate = LATE.has(fault) && !ONLY_ASKS.test(place.name);
          if (!isChosen && !(pairs && second === 'arrives' && isLate)) continue;
          const twice = await fresh();
          await live(scenario, twice, { index, fault });
          await live(recovery, twice, { index: next, fault: second });
          await live(recovery, twice);
          await check(twice, `${fault} ${index} ${place.name}, then ${second} ${next} ${then.name}`);
        }
    }
  return { points: points.length, tried, failures };
};

/** How requests go astray: late, doubled, or both, so that later ones overtake them. */
const ASTRAY = ['late', 'stops, late', 'twice', 'answer lost', 'arrives'] as const satisfies readonly MoneyFault[];
const ASTRAY_PART = 0.3;
/** Lives in which requests go astray, before one in which they do not. */
const ROUGH_LIVES = 3;

/**
 * One run in which requests go astray at many places, and what is late arrives whenever it likes; the wallet is opened again
 * and again. What the books do not say as they must afterwards.
 */
export const tryAstray = async <World extends Outside>(
  { world: fresh, scenario, recovery, faults }: MoneyCase<World>,
  { happens, pick }: Pick<Chance, 'happens' | 'pick'>,
): Promise<readonly string[]> => {
  const world = await fresh();
  const choose: Choice = (_, kind) => (kind === 'net' && happens(ASTRAY_PART) ? pick(ASTRAY) : undefined);
  await live(scenario, world, undefined, choose);
  for (let life = 1; life < ROUGH_LIVES; life += 1) await live(recovery, world, undefined, choose);
  if (happens(0.5)) await arrive(world);
  await live(recovery, world);
  await arrive(world);
  return faults(world);
};
