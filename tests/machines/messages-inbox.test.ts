import { describe, expect, it } from 'vitest';
import { inboxMachine } from '#machines/messages/inbox.machine.ts';
import { hex } from '#tests/support/fake-events.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const login = (pubkey: string | undefined, signing = 'possible') => ({ type: 'login.changed', pubkey, signing });
const AT = 'inbox.inbox.user';

describe('inbox machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(inboxMachine, {
      events: [
        login(undefined),
        login(hex(0xa)),
        login(hex(0xb), 'locked'),
        login(hex(0xb)),
        { type: 'interest.is', there: true },
        { type: 'interest.is', there: false },
        { type: 'inbox.moved' },
        { type: 'xstate.done.actor.find inbox', output: ['wss://a'] },
        { type: 'xstate.error.actor.find inbox', error: new Error('no') },
        { type: 'xstate.error.actor.read inbox', error: new Error('no') },
        { type: 'xstate.error.actor.watch login', error: new Error('no') },
        { type: 'xstate.error.actor.watch interest', error: new Error('no') },
        { type: `xstate.after.untilAgain.${AT}.stalled` },
      ],
      identity: ({ pubkey, signing, isWanted }) => [pubkey, signing, isWanted],
      check: (snapshot) => {
        // nothing is opened for nobody, nor with a key that is locked
        if (!snapshot.hasTag('reading')) return;
        expect(snapshot.context).toMatchObject({ signing: 'possible', isWanted: true });
        expect(snapshot.context.pubkey).not.toBe('');
      },
    });
  });
});
