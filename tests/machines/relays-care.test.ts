import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { relayCareMachine, type RelayCareCommand, type RelayCareRef } from '#machines/relays/relay-care.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const [one, two] = ['wss://one.example', 'wss://two.example'];

const events = [
  { type: 'care.need', relay: one },
  { type: `xstate.done.actor.${one}`, actorId: one },
  { type: `xstate.error.actor.${one}`, actorId: one, error: new Error('no') },
  { type: 'xstate.error.actor.attend', actorId: 'attend', error: new Error('no') },
  { type: 'xstate.after.turn.relay-care.attending.between turns' },
  { type: 'xstate.after.retryDelay.relay-care.blind' },
];

const play = () => {
  const heard: string[] = [];
  let care: RelayCareRef | undefined;
  const attend = fromCallback<RelayCareCommand, { care: RelayCareRef }>(({ input, receive }) => {
    care = input.care;
    receive(({ type }) => heard.push(type));
  });
  const actor = createActor(relayCareMachine.provide({ actors: { attend } })).start();
  return { actor, heard, care: () => care! };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('relay-care machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(relayCareMachine, {
      events,
      identity: ({ relays }) => relays,
      check: (snapshot) => expect(snapshot.hasTag('offline')).toBe(snapshot.matches('blind')),
    });
  });

  it('is blind when the slot attend is not provided, and tries again', async () => {
    const actor = createActor(relayCareMachine).start();
    expect(actor.getSnapshot().matches('blind')).toBe(true);
    let times = 0;
    const attend = fromCallback<RelayCareCommand, { care: RelayCareRef }>(() => {
      if ((times += 1) === 1) throw new Error('not yet');
    });
    const late = createActor(relayCareMachine.provide({ actors: { attend } })).start();
    expect(late.getSnapshot().matches('blind')).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(late.getSnapshot().matches('attending')).toBe(true);
  });

  it('lets requests take turns every 20 s', async () => {
    const { heard } = play();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heard).toEqual(['care.turn', 'care.turn', 'care.turn']);
  });

  it('keeps the terms of each relay that sets some, until they are over', async () => {
    const { actor, care } = play();
    for (const relay of [one, one, two]) care().send({ type: 'care.need', relay });
    expect(actor.getSnapshot().context.relays).toEqual([one, two]);
    const terms = care().getSnapshot().children[one]!;
    terms.send({ type: 'terms.slow' });
    expect(terms.getSnapshot().hasTag('paused')).toBe(true);
    care().getSnapshot().children[two]!.send({ type: 'terms.closed' });
    expect(actor.getSnapshot().context.relays).toEqual([one]);
    care().send({ type: 'care.need', relay: two });
    expect(care().getSnapshot().children[two]!.getSnapshot().status).toBe('active');
  });
});
