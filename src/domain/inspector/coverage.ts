import { check } from './check.ts';
import type { TransitionId } from './chart.ts';
import { COVERAGE_MAX } from './inspector-limits.ts';
import { RecordingError } from './recording-file.ts';
import type { LogEntry, ActorState } from './recording.ts';

/** How often states were entered and transitions taken. */
export type ReachCounts = { state(id: string): number; transition(id: TransitionId): number };

/** How often the tests reach what is in a chart; `hash`: of the chart they were run with. */
export type ChartCoverage = {
  readonly hash: string;
  readonly states: Readonly<Record<string, number>>;
  readonly transitions: Readonly<Record<TransitionId, number>>;
};

/** What `npm test` writes to reports/coverage.json: the counts by the id of each chart. */
export type Coverage = {
  readonly format: 'nuthatch-coverage';
  readonly version: 1;
  readonly charts: Readonly<Record<string, ChartCoverage>>;
};

/** What nobody reached by way of counts is 0. */
export const countsOf = ({ states, transitions }: Pick<ChartCoverage, 'states' | 'transitions'>): ReachCounts => ({
  state: (id) => (Object.hasOwn(states, id) ? states[id]! : 0),
  transition: (id) => (Object.hasOwn(transitions, id) ? transitions[id]! : 0),
});

/** Counts what happens. */
export const createTally = () => {
  const states = new Map<string, number>();
  const transitions = new Map<TransitionId, number>();
  /** of each actor its states, so that it is known which are new */
  const active = new Map<string, readonly string[]>();
  const more = <Id>(counts: Map<Id, number>, id: Id) => counts.set(id, (counts.get(id) ?? 0) + 1);
  const enter = (actor: string, now: readonly string[]) => {
    const before = active.get(actor) ?? [];
    for (const id of now) if (!before.includes(id)) more(states, id);
    active.set(actor, now);
  };
  return {
    /** An actor that lives already. */
    begin: ({ id, states: now }: ActorState) => enter(id, now),
    add({ actor, started, now, transitions: taken = [] }: LogEntry) {
      const entered = now?.states ?? started?.states;
      if (entered) enter(actor, entered);
      for (const id of taken) more(transitions, id);
      if ((now?.status ?? started?.status ?? 'active') !== 'active') active.delete(actor);
    },
    counts: (): ReachCounts => ({
      state: (id) => states.get(id) ?? 0,
      transition: (id) => transitions.get(id) ?? 0,
    }),
  };
};

/** How strongly a count is shaded: 0 for never, 4 for very often. */
export const shadeOf = (count: number): 0 | 1 | 2 | 3 | 4 => {
  if (count <= 1) return count <= 0 ? 0 : 1;
  if (count < 10) return 2;
  return count < 100 ? 3 : 4;
};

/** Whether a text that was read as JSON says that it is such counts. */
export const isCoverage = (parsed: unknown): boolean =>
  typeof parsed === 'object' && parsed !== null && 'format' in parsed && parsed.format === 'nuthatch-coverage';

/** The counts in a file that may be anything. Throws a `RecordingError`. */
export const readCoverage = (parsed: unknown): Coverage => {
  const whole = check(parsed);
  const version = whole.field('version').number();
  if (version > 1) throw new RecordingError({ code: 'newer', version });
  if (version !== 1) whole.field('version').fail();
  return {
    format: 'nuthatch-coverage',
    version: 1,
    charts: whole.field('charts').record(
      (chart) => ({
        hash: chart.field('hash').text(),
        states: chart.field('states').record((count) => count.number(), COVERAGE_MAX),
        transitions: chart.field('transitions').record((count) => count.number(), COVERAGE_MAX),
      }),
      COVERAGE_MAX,
    ),
  };
};
