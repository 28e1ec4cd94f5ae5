import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { parcelsMachine } from '#machines/ecash/parcels.machine.ts';
import { hex } from '#tests/support/fake-events.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const login = (pubkey: string | undefined, signing = 'possible') =>
  ({ type: 'login.changed', pubkey, signing }) as never;

describe('parcels machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(parcelsMachine, {
      events: [
        login(undefined),
        login(hex(0xa)),
        login(hex(0xb), 'locked'),
        login(hex(0xb)),
        { type: 'parcels.due', operations: ['o1'] },
        { type: 'xstate.done.actor.o1', actorId: 'o1' },
        { type: 'xstate.error.actor.o1', actorId: 'o1' },
        { type: 'xstate.error.actor.watch parcels', error: new Error('no') },
        { type: 'xstate.error.actor.watch login', error: new Error('no') },
      ] as never,
      identity: ({ pubkey, signing, under }) => [pubkey, signing, under],
      check: (snapshot) => {
        // nothing is under way for nobody, nor while the key is locked
        if (snapshot.context.under.length > 0) expect(snapshot.matches({ parcels: { user: 'open' } })).toBe(true);
      },
    });
  });

  it('brings each once at a time, and again when it is due again', async () => {
    const brought: string[] = [];
    const ends: (() => void)[] = [];
    const actor = createActor(
      parcelsMachine.provide({
        actors: {
          'watch login': fromCallback(() => {}) as never,
          'watch parcels': fromCallback(() => {}) as never,
          'bring parcel': fromPromise<void, { pubkey: string; operation: string }>(async ({ input }) => {
            brought.push(input.operation);
            await new Promise<void>((resolve) => ends.push(resolve));
          }),
        },
      }),
    ).start();
    const due = () => actor.send({ type: 'parcels.due', operations: ['o1', 'o2'] });
    actor.send(login(hex(0xa)));
    due();
    due();
    expect(brought).toEqual(['o1', 'o2']);
    ends[0]!();
    await new Promise((resolve) => setImmediate(resolve));
    due();
    expect(brought).toEqual(['o1', 'o2', 'o1']);
  });
});
