import { assign, cancel, enqueueActions, raise, sendTo, setup } from 'xstate';
import { EOSE_GRACE_MS, EOSE_TIMEOUT_MS } from '#domain/relays/relays-limits.ts';
import { callbackSlot, type Parent } from '#machines/slots.ts';

/** How one relay ended its part; the same words as `RelayOutcome` of the requests. */
export type SubscriptionOutcome = {
  relay: string;
  outcome: 'eose' | 'closed' | 'timeout' | 'held' | 'offline';
  reason?: string;
};

/**
 * Where one relay is with its part: `pending` until its socket opens, `down` while nobody knows when that will be,
 * `asked` once the REQ went out, then one of the outcomes.
 */
export type RelayPhase = 'pending' | 'down' | 'asked' | SubscriptionOutcome['outcome'];

/** What the slot `ask` tells. */
export type AskFact =
  | { type: 'relay.pending'; relay: string }
  | { type: 'relay.down'; relay: string }
  /** `reason`: what is waited for first; the REQ goes out again when that is done; `timeoutMs`: its time, when known */
  | { type: 'relay.asked'; relay: string; reason?: string; timeoutMs?: number | undefined }
  | { type: 'relay.answered'; relay: string }
  | { type: 'relay.refused'; relay: string; reason: string };

/** What the slot `ask` is told: ask one relay more, the time of one is over, no more of one, how all of them ended. */
export type AskCommand =
  | { type: 'ask.add'; relay: string }
  | { type: 'ask.overdue'; relay: string }
  | { type: 'ask.drop'; relay: string }
  | { type: 'ask.settle'; outcomes: readonly SubscriptionOutcome[] };

export type SubscriptionEvent =
  | AskFact
  /** there will be no connection to this relay */
  | { type: 'relay.unreachable'; relay: string; reason: string }
  /** the time of this relay is over, and that of all of them */
  | { type: 'relay.overdue'; relay: string }
  | { type: 'time.over' }
  /** from now on these relays */
  | { type: 'subscription.move'; relays: readonly string[] }
  | { type: 'subscription.close' };

/** What the parent hears. */
export type SubscriptionReport = { type: 'subscription.ended'; id: string };

export type SubscriptionInput = {
  id: string;
  relays: readonly string[];
  /** stay open after the stored events */
  live: boolean;
  /** ms until the stored events must have come */
  limitMs: number;
  /** its relays are those notes are read from, also when they change */
  follows?: boolean;
  /**
   * For what must not be decided by half of the relays: one of each group has to answer, and only `limitMs` ends the wait
   * for that.
   */
  needs?: Needs;
};

/** Groups of relays. */
export type Needs = readonly (readonly string[])[];

type Part = { phase: RelayPhase; reason?: string | undefined };
type Context = {
  parent: Parent<SubscriptionReport>;
  id: string;
  live: boolean;
  limitMs: number;
  needs: Needs;
  isOver: boolean;
  parts: Readonly<Record<string, Part>>;
};

const countOf = (context: Context, ...phases: RelayPhase[]) =>
  Object.values(context.parts).filter(({ phase }) => phases.includes(phase)).length;

/** No relay of a group that somebody needs is still to answer. */
const hasNeeds = ({ needs, parts }: Context) =>
  needs.every((group) => {
    const phases = group.map((relay) => parts[relay]?.phase);
    return phases.includes('eose') || !phases.some((phase) => phase === 'pending' || phase === 'asked');
  });

/** What becomes of a part whose time is over. One that waits for what the relay wants first was neither slow nor refused. */
const ended = ({ phase, ...rest }: Part): Part => {
  if (phase === 'asked') return { phase: rest.reason === undefined ? 'timeout' : 'held', ...rest };
  return phase === 'pending' || phase === 'down' ? { phase: 'offline' } : { phase, ...rest };
};

const outcomesOf = (context: Context): SubscriptionOutcome[] =>
  Object.entries(context.parts).map(([relay, { phase, reason }]) => ({
    relay,
    outcome: phase as SubscriptionOutcome['outcome'],
    ...(reason === undefined ? {} : { reason }),
  }));

/**
 * One REQ to several relays. A fetch ends when every relay that can be reached has answered or used up its time, or a
 * little after half of them have; then it still takes what the others send until its limit. A live one stays open until it
 * is closed.
 */
export const subscriptionMachine = setup({
  types: {} as {
    context: Context;
    events: SubscriptionEvent;
    input: SubscriptionInput & { parent: Parent<SubscriptionReport> };
    tags: 'busy' | 'live';
  },
  actors: { ask: callbackSlot<AskCommand, { id: string; relays: readonly string[] }>('ask') },
  guards: {
    'has asked': ({ context }) => countOf(context, 'pending', 'down') < Object.keys(context.parts).length,
    'awaits nobody': ({ context }) =>
      countOf(context, 'pending', 'asked') === 0 && (countOf(context, 'down') === 0 || countOf(context, 'eose') > 0),
    'half have answered': ({ context }) => {
      const reachable = Object.keys(context.parts).length - countOf(context, 'down', 'offline');
      const answered = countOf(context, 'eose');
      return answered > 0 && answered * 2 >= reachable && hasNeeds(context);
    },
    'is live': ({ context }) => context.live,
    'awaits late ones': ({ context }) => !context.isOver && countOf(context, 'timeout', 'held') > 0,
    'awaits none': ({ context }) => countOf(context, 'timeout', 'held') === 0,
  },
  actions: {
    'note phase': assign({
      parts: ({ context }, { relay, ...part }: Part & { relay: string }) =>
        relay in context.parts ? { ...context.parts, [relay]: part } : context.parts,
    }),
    'note unreachable': assign({
      parts: ({ context }, { relay, reason }: { relay: string; reason: string }) => {
        const phase = context.parts[relay]?.phase;
        return phase === 'pending' || phase === 'down'
          ? { ...context.parts, [relay]: { phase: 'offline', reason } }
          : context.parts;
      },
    }),
    'note end of time': assign({
      parts: ({ context }, { relay }: { relay: string }) => {
        const part = context.parts[relay];
        return part ? { ...context.parts, [relay]: ended(part) } : context.parts;
      },
    }),
    'note end of all': assign({
      parts: ({ context }) =>
        Object.fromEntries(Object.entries(context.parts).map(([relay, part]) => [relay, ended(part)])),
    }),
    'start limit': raise({ type: 'time.over' }, { delay: 'limit' }),
    'note end of time of all': assign({ isOver: true }),
    'start clocks': enqueueActions(({ context, enqueue }) => {
      if (context.needs.length > 0) return;
      for (const relay of Object.keys(context.parts))
        enqueue.raise({ type: 'relay.overdue', relay }, { delay: 'eoseTimeout', id: relay });
    }),
    'start clock anew': enqueueActions(
      ({ context, enqueue }, { relay, timeoutMs }: { relay: string; timeoutMs?: number | undefined }) => {
        if (context.needs.length > 0) return;
        enqueue.cancel(relay);
        enqueue.raise({ type: 'relay.overdue', relay }, { delay: timeoutMs ?? 'eoseTimeout', id: relay });
      },
    ),
    'stop clock': cancel((_, { relay }: { relay: string }) => relay),
    'stop clocks': enqueueActions(({ context, enqueue }) => {
      for (const relay of Object.keys(context.parts)) enqueue.cancel(relay);
    }),
    'tell overdue': sendTo('ask', (_, { relay }: { relay: string }) => ({ type: 'ask.overdue', relay }) as const),
    'move to relays': enqueueActions(({ context, enqueue }, { relays }: { relays: readonly string[] }) => {
      const known = Object.keys(context.parts);
      enqueue.assign({
        parts: Object.fromEntries(relays.map((relay) => [relay, context.parts[relay] ?? { phase: 'pending' }])),
      });
      for (const relay of known) if (!relays.includes(relay)) enqueue.sendTo('ask', { type: 'ask.drop', relay });
      for (const relay of relays) {
        if (known.includes(relay)) continue;
        enqueue.sendTo('ask', { type: 'ask.add', relay });
        enqueue.raise({ type: 'relay.overdue', relay }, { delay: 'eoseTimeout', id: relay });
      }
    }),
    'tell outcomes': sendTo('ask', ({ context }) => ({ type: 'ask.settle', outcomes: outcomesOf(context) }) as const),
    'tell end': sendTo(
      ({ context }) => context.parent,
      ({ context: { id } }) => ({ type: 'subscription.ended', id }) as const,
    ),
  },
  delays: {
    eoseTimeout: EOSE_TIMEOUT_MS,
    eoseGrace: EOSE_GRACE_MS,
    limit: ({ context }) => context.limitMs,
  },
}).createMachine({
  id: 'subscription',
  context: ({ input: { parent, id, relays, live, limitMs, needs = [] } }) => ({
    parent,
    id,
    live,
    limitMs,
    needs,
    isOver: false,
    parts: Object.fromEntries(relays.map((relay) => [relay, { phase: 'pending' }])),
  }),
  invoke: {
    id: 'ask',
    src: 'ask',
    input: ({ context }) => ({ id: context.id, relays: Object.keys(context.parts) }),
    onError: '.closed',
  },
  entry: 'start limit',
  on: {
    'subscription.close': '.closed',
    'subscription.move': { actions: { type: 'move to relays', params: ({ event }) => event } },
    'relay.answered': {
      actions: [
        { type: 'note phase', params: ({ event }) => ({ relay: event.relay, phase: 'eose' }) },
        { type: 'stop clock', params: ({ event }) => event },
      ],
    },
    'relay.refused': {
      actions: [
        { type: 'note phase', params: ({ event: { relay, reason } }) => ({ relay, phase: 'closed', reason }) },
        { type: 'stop clock', params: ({ event }) => event },
      ],
    },
    // while it collects, one that is down may still come up
    'relay.down': {
      actions: { type: 'note phase', params: ({ event }) => ({ relay: event.relay, phase: 'offline' }) },
    },
  },
  initial: 'collecting',
  states: {
    collecting: {
      tags: 'busy',
      entry: 'start clocks',
      exit: 'stop clocks',
      on: {
        'time.over': { target: 'settled', actions: 'note end of time of all' },
        'relay.pending': {
          actions: { type: 'note phase', params: ({ event }) => ({ relay: event.relay, phase: 'pending' }) },
        },
        'relay.down': {
          actions: { type: 'note phase', params: ({ event }) => ({ relay: event.relay, phase: 'down' }) },
        },
        'relay.asked': {
          actions: [
            { type: 'note phase', params: ({ event: { relay, reason } }) => ({ relay, phase: 'asked', reason }) },
            { type: 'start clock anew', params: ({ event }) => event },
          ],
        },
        'relay.unreachable': {
          actions: { type: 'note unreachable', params: ({ event }) => event },
        },
        'relay.overdue': {
          actions: [
            { type: 'note end of time', params: ({ event }) => event },
            { type: 'tell overdue', params: ({ event }) => event },
          ],
        },
      },
      initial: 'opening',
      states: {
        opening: {
          description: 'No relay has the REQ yet.',
          always: [
            { guard: 'awaits nobody', target: '#subscription.settled' },
            { guard: 'has asked', target: 'loading' },
          ],
        },
        loading: {
          always: [
            { guard: 'awaits nobody', target: '#subscription.settled' },
            { guard: 'half have answered', target: 'finishing' },
          ],
        },
        finishing: {
          description: 'Half of the relays have sent all they hold; the others get a little more time.',
          always: { guard: 'awaits nobody', target: '#subscription.settled' },
          after: { eoseGrace: '#subscription.settled' },
        },
      },
    },
    settled: {
      entry: ['note end of all', 'tell outcomes'],
      always: [
        { guard: 'is live', target: 'live' },
        { guard: 'awaits late ones', target: 'listening' },
        { target: 'done' },
      ],
    },
    listening: {
      description: 'Whoever asked goes on with what there is; what relays still send is taken until the limit.',
      always: { guard: 'awaits none', target: 'done' },
      on: { 'time.over': 'done' },
    },
    live: {
      tags: 'live',
      on: {
        'relay.asked': {
          actions: { type: 'note phase', params: ({ event }) => ({ relay: event.relay, phase: 'asked' }) },
        },
      },
    },
    done: { type: 'final', entry: 'tell end', description: 'Every relay had its time.' },
    closed: { type: 'final', entry: 'tell end', description: 'Nobody wants it any more.' },
  },
});
