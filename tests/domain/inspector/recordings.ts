import fc from 'fast-check';
import type { ActorState, LogEntry, Recording } from '#domain/inspector/recording.ts';

export const actorOf = (id: string, more: Partial<ActorState> = {}): ActorState => ({
  id,
  name: `actor ${id}`,
  kind: 'machine',
  machine: 'sample',
  status: 'active',
  states: ['sample.idle'],
  tags: [],
  delays: [],
  verdicts: {},
  last: [],
  changed: {},
  context: { count: 0 },
  startedAt: 1_000,
  ...more,
});

export const recordingOf = (more: Partial<Recording> = {}): Recording => ({
  format: 'nuthatch-recording',
  version: 1,
  app: '1.0.0',
  anonymous: false,
  from: 1_000,
  to: 100_000,
  charts: { sample: 'abc' },
  actors: [actorOf('a'), actorOf('b', { parent: 'a' })],
  entries: [],
  ...more,
});

type Step = { actor: number; kind: 'start' | 'move' | 'count' | 'forget' | 'end'; wait: number; value: number };

const step: fc.Arbitrary<Step> = fc.record({
  actor: fc.nat(12),
  kind: fc.constantFrom('start', 'move', 'count', 'forget', 'end'),
  wait: fc.nat(20_000),
  value: fc.nat(5),
});

const changeOf = ({ kind, value }: Step): Pick<LogEntry, 'outcome' | 'now'> => {
  if (kind === 'move') return { outcome: 'moved', now: { states: [`sample.s${value}`] } };
  if (kind === 'count') return { outcome: 'stayed', now: { context: { count: value, [`k${value}`]: value } } };
  if (kind === 'forget') return { outcome: 'stayed', now: { gone: [`k${value}`] } };
  return { outcome: 'done', now: { status: 'done', output: value } };
};

/** What may happen to actors that come and go. */
export const stories: fc.Arbitrary<LogEntry[]> = fc.array(step, { maxLength: 120 }).map((steps) => {
  let at = 1_000;
  return steps.map((taken, index) => {
    at += taken.wait;
    const actor = `${taken.actor}`;
    const head = { seq: index + 1, at, actor, event: taken.kind };
    if (taken.kind !== 'start') return { ...head, ...changeOf(taken) };
    const parent = taken.actor > 0 ? { parent: `${taken.value % taken.actor}` } : {};
    return { ...head, outcome: 'started' as const, started: actorOf(actor, { ...parent, startedAt: at }) };
  });
});
