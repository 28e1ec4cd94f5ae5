import { execFileSync } from 'node:child_process';

/** What happens at a crash point: the page is gone at once, or what was asked fails and the page goes on. */
type Fault = 'stops' | 'throws';

/** A new one each time: one for all would hold on to every life that ever waited for it. */
const never = () => new Promise<never>(() => {});

/** One life of the app, from its start until its page is closed or gone. */
export type Life = {
  /** Something that is waited for, or done outside: a crash point lies before it and another one after it. */
  act<T>(name: string, act: () => T | Promise<T>): Promise<T>;
  /** A write that is done at once: the page may be gone before or after it. */
  write(name: string, act: () => void): void;
  /** settled when the page is gone */
  readonly ended: Promise<void>;
  isOver(): boolean;
  /** nothing that was begun outside is unanswered */
  isIdle(): boolean;
  /** The page is closed. */
  end(): void;
};

type Point = { readonly index: number; readonly fault: Fault };

class CrashPoint extends Error {
  override readonly name = 'CrashPoint';
}

const createLife = (at?: Point) => {
  const names: string[] = [];
  let [isOver, pending] = [false, 0];
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = () => {
      isOver = true;
      resolve();
    };
  });
  /** Whether the page is still there after this point. */
  const passes = (name: string, faults: readonly Fault[]): boolean => {
    if (isOver) return false;
    const isHere = names.length === at?.index;
    names.push(name);
    if (!isHere || !faults.includes(at.fault)) return true;
    if (at.fault === 'throws') throw new CrashPoint(name);
    end();
    return false;
  };
  const both = ['stops', 'throws'] as const;
  const life: Life = {
    async act(name, act) {
      pending += 1;
      try {
        if (!passes(`before ${name}`, both)) return await never();
        const result = await act();
        if (!passes(`after ${name}`, both)) return await never();
        return result;
      } finally {
        pending -= 1;
      }
    },
    write(name, act) {
      if (!passes(`before ${name}`, ['stops'])) return;
      act();
      passes(`after ${name}`, ['stops']);
    },
    ended,
    isOver: () => isOver,
    isIdle: () => pending === 0,
    end,
  };
  return { life, names };
};

/** A life in which nothing goes wrong, such as that of a second tab. */
export const openLife = (): Life => createLife().life;

export type CrashCase<World> = {
  /** The storage that survives and the books of those outside, both fresh. */
  readonly world: () => World | Promise<World>;
  /** What is done in the first life; settled when nothing is under way any more. */
  readonly scenario: (life: Life, world: World) => Promise<void>;
  /** The app is opened again over what the storage holds; settled when nothing is under way any more. */
  readonly recovery: (life: Life, world: World) => Promise<void>;
  /** Throws when the books do not say what they must. */
  readonly invariant: (world: World) => void | Promise<void>;
};

/** What was found: one line for each way to break the invariant. */
export type CrashReport = { readonly points: readonly string[]; readonly tried: number; readonly failures: string[] };

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const live = async <World>(act: CrashCase<World>['scenario'], world: World, at?: Point): Promise<readonly string[]> => {
  const { life, names } = createLife(at);
  await Promise.race([act(life, world), life.ended]);
  life.end();
  // what was on its way outside arrives there
  await turns(5);
  return names;
};

/** Every so many of all pairs, from one of them on. */
export type Sample = { readonly every: number; readonly from: number };

let commit: number | undefined;

/** The first digits of the commit. */
const commitNow = (): number => {
  try {
    return Number.parseInt(
      execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }),
      16,
    );
  } catch {
    // a copy without its history
    return 0;
  }
};

/** One of so many parts of all pairs, another one with each commit; `CRASH_PART` chooses one by its number. */
export const partOfCommit = (every: number): Sample => {
  const chosen = process.env['CRASH_PART'];
  if (chosen !== undefined) return { every, from: Number(chosen) };
  return { every, from: (commit ??= commitNow()) % every };
};

const FAULTS: readonly Fault[] = ['stops', 'throws'];

/**
 * Runs the scenario once for each crash point and fault, and after each the recovery. With `pairs` the recovery meets a
 * fault of its own, too, at these of all pairs, and is followed by one that meets none.
 */
export const tryCrashPoints = async <World>(
  { world: fresh, scenario, recovery, invariant }: CrashCase<World>,
  { pairs }: { readonly pairs?: Sample } = {},
): Promise<CrashReport> => {
  const failures: string[] = [];
  let [tried, pair] = [0, 0];
  const check = async (world: World, way: string) => {
    tried += 1;
    try {
      await invariant(world);
    } catch (error) {
      failures.push(`${way}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const first = await fresh();
  const points = await live(scenario, first);
  await check(first, 'without a fault');

  for (const [index, name] of points.entries())
    for (const fault of FAULTS) {
      const world = await fresh();
      await live(scenario, world, { index, fault });
      const again = await live(recovery, world);
      await check(world, `${fault} ${name}`);
      for (const next of again.keys())
        for (const second of FAULTS) {
          pair += 1;
          if (!pairs || pair % pairs.every !== pairs.from % pairs.every) continue;
          const twice = await fresh();
          const met = (await live(scenario, twice, { index, fault }))[index];
          const then = (await live(recovery, twice, { index: next, fault: second }))[next];
          await live(recovery, twice);
          await check(twice, `${fault} ${met}, then ${second} ${then ?? 'nothing'}`);
        }
    }
  return { points, tried, failures };
};
