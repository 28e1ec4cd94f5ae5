import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { ownEventsMachine } from '#machines/replaceable/own-events.machine.ts';
import { hex } from '#tests/support/fake-events.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const login = (pubkey: string | undefined) => ({ type: 'login.changed', pubkey, signing: 'possible' }) as const;

describe('own events machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(ownEventsMachine, {
      events: [
        login(undefined),
        login(hex(0xa)),
        login(hex(0xb)),
        { type: 'xstate.error.actor.watch login', error: new Error('no') },
        { type: 'xstate.error.actor.watch own events', error: new Error('no') },
        { type: 'xstate.after.retry.own-events.events.user.unwatched' },
      ],
      identity: ({ pubkey }) => pubkey,
      check: (snapshot) => {
        // nobody is listened for who is not logged in
        if (snapshot.hasTag('watched')) expect(snapshot.context.pubkey).not.toBe('');
        if (snapshot.matches({ events: 'visitor' })) expect(snapshot.context.pubkey).toBe('');
      },
    });
  });

  it('needs every slot', () => {
    for (const slot of ['watch login', 'watch own events'] as const) {
      const alone = createActor(ownEventsMachine.implementations.actors[slot] as never, { input: {} } as never);
      let error: unknown;
      alone.subscribe({ error: (reason: unknown) => void (error = reason) });
      alone.start();
      expect(String(error)).toContain(`The slot '${slot}' is not provided`);
    }
  });
});
