import { describe, it } from 'vitest';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { sealed } from '#domain/protocol/sealed.ts';
import { restoreMachine } from '#machines/ecash/restore.machine.ts';
import { hex } from '#tests/support/fake-events.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const login = (pubkey: string | undefined, signing = 'possible') =>
  ({ type: 'login.changed', pubkey, signing }) as never;
const error = new EcashError({ code: 'copies-unread' });
const output = ['https://mint.example'];

describe('restore machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(restoreMachine, {
      tags: {
        finding: ['finding'],
        'borrowing.taking': ['finding'],
        'borrowing.finding': ['finding'],
        'borrowing.holding': ['holds words'],
      },
      events: [
        login(hex(0xa)),
        login(hex(0xa), 'locked'),
        login(hex(0xb)),
        { type: 'restore.find' },
        { type: 'restore.borrow', words: sealed('') },
        { type: 'restore.from', mint: output[0]! },
        { type: 'restore.end' },
        { type: 'words.taken' },
        { type: 'words.refused', error },
        { type: 'xstate.done.actor.find mints', output },
        { type: 'xstate.error.actor.find mints', error },
        { type: 'xstate.done.actor.find mints of others', output },
        { type: 'xstate.error.actor.find mints of others', error },
        { type: 'xstate.error.actor.hold words', error },
        { type: 'xstate.error.actor.watch login', error },
      ],
      identity: ({ pubkey, mints, problem }) => [pubkey, mints, problem],
    });
  });
});
