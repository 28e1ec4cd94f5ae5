import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, createEmptyActor, fromCallback } from 'xstate';
import {
  subscriptionMachine,
  type AskCommand,
  type AskFact,
  type SubscriptionOutcome,
} from '#machines/relays/subscription.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const [one, two, three] = ['wss://one.example', 'wss://two.example', 'wss://three.example'];
const parent = createEmptyActor();
const inputOf = (live: boolean, relays = [one, two]) => ({ id: 'n1', relays, live, limitMs: 10_000, parent });

const eventsOf = (relays: readonly string[]) => [
  ...relays.flatMap((relay) => [
    { type: 'relay.pending', relay },
    { type: 'relay.down', relay },
    { type: 'relay.asked', relay },
    { type: 'relay.answered', relay },
    { type: 'relay.refused', relay, reason: 'blocked' },
    { type: 'relay.unreachable', relay, reason: 'full' },
    { type: 'relay.overdue', relay },
  ]),
  { type: 'subscription.move', relays },
  { type: 'subscription.close' },
  { type: 'time.over' },
  { type: 'xstate.after.eoseGrace.subscription.collecting.finishing' },
  { type: 'xstate.error.actor.ask', error: new Error('no') },
];

/** Runs the machine over a wire that the test plays. */
const play = (live: boolean, relays: string[], needs?: string[][]) => {
  const added: string[] = [];
  const dropped: string[] = [];
  const settled: (readonly SubscriptionOutcome[])[] = [];
  let tell: (fact: AskFact) => void = () => {};
  let open = 0;
  const ask = fromCallback<AskCommand, { id: string; relays: readonly string[] }>(({ sendBack, receive }) => {
    open += 1;
    tell = sendBack;
    receive((command) => {
      if (command.type === 'ask.settle') settled.push(command.outcomes);
      else if (command.type === 'ask.add') added.push(command.relay);
      else dropped.push(command.relay);
    });
    return () => void (open -= 1);
  });
  const actor = createActor(subscriptionMachine.provide({ actors: { ask } }), {
    input: { ...inputOf(live, relays), ...(needs && { needs }) },
  });
  actor.start();
  return {
    actor,
    added,
    dropped,
    settled,
    open: () => open,
    asked: (...urls: string[]) => urls.forEach((relay) => tell({ type: 'relay.asked', relay })),
    answered: (...urls: string[]) => urls.forEach((relay) => tell({ type: 'relay.answered', relay })),
    tell: (fact: AskFact) => tell(fact),
    outcomes: () => settled[0]?.map(({ outcome }) => outcome),
    is: (state: 'live' | 'listening' | 'done' | 'closed') => actor.getSnapshot().matches(state),
  };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('subscription machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(subscriptionMachine, {
      inputs: [inputOf(false), inputOf(true)],
      events: eventsOf([one, two]),
      identity: ({ live, isOver, parts }) => [
        live,
        isOver,
        ...Object.values(parts).map((part) => (part as { phase: string }).phase),
      ],
      check: (snapshot) => {
        const tags = snapshot.matches('collecting') ? ['busy'] : snapshot.matches('live') ? ['live'] : [];
        expect([...snapshot.tags]).toEqual(tags);
      },
    });
  });

  it('closes when the slot ask is not provided', () => {
    const actor = createActor(subscriptionMachine, { input: inputOf(false) }).start();
    expect(actor.getSnapshot().matches('closed')).toBe(true);
  });

  it('ends a fetch once every relay has answered', () => {
    const { asked, answered, outcomes, is, open } = play(false, [one, two]);
    asked(one, two);
    answered(one);
    expect(outcomes()).toBeUndefined();
    answered(two);
    expect([outcomes(), is('done'), open()]).toEqual([['eose', 'eose'], true, 0]);
  });

  it('[RELAY-63] waits 4400 ms for EOSE from the moment a relay was asked', () => {
    const { asked, outcomes, dropped } = play(false, [one]);
    vi.advanceTimersByTime(3_000);
    asked(one);
    vi.advanceTimersByTime(4_399);
    expect(outcomes()).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect([outcomes(), dropped]).toEqual([['timeout'], [one]]);
  });

  it('[NAME-04] goes on listening for what relays still send, until the limit', () => {
    const { asked, answered, outcomes, is, open } = play(false, [one, two]);
    asked(one, two);
    answered(one);
    vi.advanceTimersByTime(700);
    expect([outcomes(), is('listening'), open()]).toEqual([['eose', 'timeout'], true, 1]);
    vi.advanceTimersByTime(9_299);
    expect(is('listening')).toBe(true);
    vi.advanceTimersByTime(1);
    expect([is('done'), open()]).toEqual([true, 0]);
  });

  it('ends the listening once all have answered, refused or gone', () => {
    const { asked, answered, tell, settled, is } = play(false, [one, two, three]);
    asked(one, two, three);
    vi.advanceTimersByTime(4_400);
    answered(one);
    tell({ type: 'relay.refused', relay: two, reason: 'error: busy' });
    expect(is('listening')).toBe(true);
    tell({ type: 'relay.down', relay: three });
    expect([is('done'), settled.length]).toEqual([true, 1]);
  });

  it('waits its full time for one of each group that an act needs', () => {
    const needs = [[one], [two, three]];
    const { tell, answered, outcomes } = play(false, [one, two, three], needs);
    for (const relay of [one, two, three]) tell({ type: 'relay.asked', relay, timeoutMs: 1_500 });
    answered(two, three);
    vi.advanceTimersByTime(9_000);
    expect(outcomes()).toBeUndefined();
    answered(one);
    expect(outcomes()).toEqual(['eose', 'eose', 'eose']);

    const silent = play(false, [one, two, three], needs);
    silent.asked(one, two, three);
    silent.answered(two, three);
    vi.advanceTimersByTime(10_000);
    expect(silent.outcomes()).toEqual(['timeout', 'eose', 'eose']);

    const enough = play(false, [one, two, three], needs);
    enough.asked(one, two, three);
    enough.answered(one, two);
    vi.advanceTimersByTime(700);
    expect(enough.outcomes()).toEqual(['eose', 'eose', 'timeout']);
  });

  it('does not wait for a needed relay that refused or cannot be reached', () => {
    const { actor, tell, asked, answered, outcomes } = play(false, [one, two, three], [[one], [two, three]]);
    asked(two, three);
    actor.send({ type: 'relay.unreachable', relay: one, reason: 'no connection' });
    tell({ type: 'relay.refused', relay: two, reason: 'blocked: no' });
    answered(three);
    expect(outcomes()).toEqual(['offline', 'closed', 'eose']);
  });

  it('counts a relay that is not open in time as offline', () => {
    const { tell, outcomes } = play(false, [one, two]);
    tell({ type: 'relay.down', relay: two });
    vi.advanceTimersByTime(4_399);
    expect(outcomes()).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(outcomes()).toEqual(['offline', 'offline']);
  });

  it('waits for a relay that is down only as long as no other has answered', () => {
    const { tell, asked, answered, outcomes } = play(false, [one, two]);
    tell({ type: 'relay.down', relay: two });
    asked(one);
    answered(one);
    expect(outcomes()).toEqual(['eose', 'offline']);
  });

  it('asks a relay that comes up in time', () => {
    const { tell, asked, answered, outcomes } = play(false, [one]);
    tell({ type: 'relay.down', relay: one });
    tell({ type: 'relay.pending', relay: one });
    asked(one);
    answered(one);
    expect(outcomes()).toEqual(['eose']);
  });

  it('gives the others 700 ms more once half have answered', () => {
    const { asked, answered, outcomes } = play(false, [one, two, three]);
    asked(one, two, three);
    answered(one);
    vi.advanceTimersByTime(2_000);
    expect(outcomes()).toBeUndefined();
    answered(two);
    vi.advanceTimersByTime(699);
    expect(outcomes()).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(outcomes()).toEqual(['eose', 'eose', 'timeout']);
  });

  it('ends a fetch after its limit at the latest', () => {
    const { asked, tell, outcomes } = play(false, [one]);
    for (const at of [1, 2, 3, 4]) {
      asked(one);
      vi.advanceTimersByTime(at < 4 ? 3_000 : 999);
      tell({ type: 'relay.pending', relay: one });
    }
    expect(outcomes()).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(outcomes()).toEqual(['offline']);
  });

  it('gives a relay the time it is known to need', () => {
    const { tell, outcomes } = play(false, [one]);
    tell({ type: 'relay.asked', relay: one, timeoutMs: 1_500 });
    vi.advanceTimersByTime(1_500);
    expect(outcomes()).toEqual(['timeout']);
  });

  it('ends at once when no relay can be reached, but takes one that comes up in time', () => {
    const { actor, tell, asked, answered, outcomes } = play(false, [one, two]);
    const unreachable = (relay: string) => actor.send({ type: 'relay.unreachable', relay, reason: 'no connection' });
    unreachable(one);
    tell({ type: 'relay.pending', relay: one });
    unreachable(two);
    asked(one);
    answered(one);
    expect(outcomes()).toEqual(['eose', 'offline']);
    const all = play(false, [one]);
    all.actor.send({ type: 'relay.unreachable', relay: one, reason: 'no connection' });
    expect(all.settled).toEqual([[{ relay: one, outcome: 'offline', reason: 'no connection' }]]);
  });

  it('says what was waited for, when a relay wanted something first and that was not done in time', () => {
    const { actor, tell, settled, asked, answered, is } = play(false, [one]);
    const reason = 'authenticate';
    tell({ type: 'relay.asked', relay: one, reason });
    vi.advanceTimersByTime(4_400);
    expect([settled, is('listening')]).toEqual([[[{ relay: one, outcome: 'held', reason }]], true]);
    asked(one);
    answered(one);
    expect([is('done'), actor.getSnapshot().context.parts]).toEqual([true, { [one]: { phase: 'eose' } }]);
  });

  it('moves to other relays: asks the new ones, drops the old ones', () => {
    const { actor, asked, answered, tell, added, dropped, is } = play(true, [one, two]);
    asked(one, two);
    answered(one, two);
    actor.send({ type: 'subscription.move', relays: [two, three] });
    expect([added, dropped, is('live')]).toEqual([[three], [one], true]);
    tell({ type: 'relay.asked', relay: three });
    expect(Object.keys(actor.getSnapshot().context.parts)).toEqual([two, three]);
  });

  it("keeps a relay's own words when it closes the REQ", () => {
    const { asked, tell, settled } = play(false, [one]);
    asked(one);
    tell({ type: 'relay.refused', relay: one, reason: 'blocked: no' });
    expect(settled).toEqual([[{ relay: one, outcome: 'closed', reason: 'blocked: no' }]]);
  });

  it('stays live after the stored events, whatever a relay does, until it is closed', () => {
    const { actor, asked, answered, tell, settled, dropped, is, open } = play(true, [one, two]);
    asked(one, two);
    answered(one);
    vi.advanceTimersByTime(700);
    expect([is('live'), settled.length, dropped]).toEqual([true, 1, []]);
    tell({ type: 'relay.down', relay: one });
    vi.advanceTimersByTime(600_000);
    asked(one);
    answered(one);
    expect([is('live'), settled.length]).toEqual([true, 1]);
    actor.send({ type: 'subscription.close' });
    expect([is('closed'), open()]).toEqual([true, 0]);
  });

  it('ignores what it hears of relays it did not ask', () => {
    const { actor, answered } = play(false, [one]);
    answered(two);
    expect(Object.keys(actor.getSnapshot().context.parts)).toEqual([one]);
  });
});
