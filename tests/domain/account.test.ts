import { describe, expect, it } from 'vitest';
import { mayDo, type AccountState, type ProtectedAction } from '#domain/account.ts';

const STATES: readonly AccountState[] = ['visitor', 'read only', 'extension', 'locked', 'unlocked'];
const YES = { allowed: true };
const no = (text: string) => ({ allowed: false, text });
const table = (action: ProtectedAction, persisted = false) => STATES.map((state) => mayDo(action, state, persisted));

describe('what somebody may do', () => {
  it('[ROLE-02] [ROLE-03] [ROLE-04] [ROLE-05] [LOGIN-18] [LOGIN-19] only an extension or an unlocked key signs', () => {
    const refused = no('No signing method available');
    expect(table('sign')).toEqual([refused, refused, YES, no('Signer required'), YES]);
  });

  it('[ROLE-07] a wallet needs a login by extension or secret key', () => {
    const refused = no('Login Required');
    expect(table('connect wallet')).toEqual([refused, refused, YES, YES, YES]);
  });

  it.each(['follow only', 'see notifications'] as const)('%s needs somebody who is logged in', (action) => {
    expect(table(action)).toEqual([no('Login Required'), YES, YES, YES, YES]);
  });

  it('[KEY-35] the secret key is shown only after a login by it that was persisted', () => {
    const refused = no('Invalid passphrase or no saved secret for this account');
    expect(table('view nsec')).toEqual(STATES.map(() => refused));
    expect(table('view nsec', true)).toEqual([refused, refused, refused, YES, YES]);
  });
});
