import { describe, expect, it } from 'vitest';
import { problemText } from '#ui/texts/problem-text.ts';
import {
  accountAfterReload,
  mayDo,
  type Account,
  type AccountState,
  type ProtectedAction,
} from '#domain/session/account.ts';
import type { Problem } from '#domain/problem.ts';
import { idleMinutesOf } from '#domain/session/idle-lock.ts';
import { isKeyAtRisk } from '#domain/session/key-at-risk.ts';

const STATES: readonly AccountState[] = ['visitor', 'read only', 'extension', 'locked', 'unlocked'];
const YES = { allowed: true };
const no = (problem: Problem) => ({ allowed: false, problem });
const table = (action: ProtectedAction, persisted = false) => STATES.map((state) => mayDo(action, state, persisted));

describe('what somebody may do', () => {
  it('[ROLE-02] [ROLE-03] [ROLE-04] [ROLE-05] [LOGIN-18] [LOGIN-19] only an extension or an unlocked key signs', () => {
    const refused = no({ code: 'no-signing-method' });
    expect(table('sign')).toEqual([refused, refused, YES, no({ code: 'signer-required' }), YES]);
    expect(problemText({ code: 'no-signing-method' })).toBe('No signing method available');
    expect(problemText({ code: 'signer-required' })).toBe('Signer required');
  });

  it('[ROLE-07] a wallet needs a login by extension or secret key', () => {
    const refused = no({ code: 'login-required' });
    expect(table('connect wallet')).toEqual([refused, refused, YES, YES, YES]);
  });

  it.each(['follow only', 'see notifications'] as const)('%s needs somebody who is logged in', (action) => {
    expect(table(action)).toEqual([no({ code: 'login-required' }), YES, YES, YES, YES]);
  });

  it('[KEY-35] the secret key is shown only after a login by it that was persisted', () => {
    const refused = no({ code: 'key', key: 'no-record', flow: 'view' });
    expect(table('view nsec')).toEqual(STATES.map(() => refused));
    expect(table('view nsec', true)).toEqual([refused, refused, refused, YES, YES]);
  });
});

describe('the account as a page begins with it', () => {
  const began = (method: Account['method'], persisted: boolean, isKeySaved: boolean) => {
    const account = accountAfterReload({ pubkey: 'a', method, persisted }, isKeySaved);
    return [account.method, account.persisted];
  };

  it('[LOGIN-38] [SET-26] has a saved key as a saved one, in a new tab too', () => {
    expect([began('none', false, true), began('nsec', true, true)]).toEqual([
      ['nsec', true],
      ['nsec', true],
    ]);
  });

  it('[LOGIN-38] has a key as saved that only another tab saved', () => {
    expect(began('nsec', false, true)).toEqual(['nsec', true]);
  });

  it('[LOGIN-28] has no key that was only in memory or was deleted meanwhile, and none of an extension', () => {
    expect([began('nsec', false, false), began('nsec', true, false), began('nip07', false, true)]).toEqual([
      ['none', false],
      ['none', false],
      ['nip07', false],
    ]);
  });
});

describe('after how many minutes without a touch a key is locked', () => {
  const saved: Account = { pubkey: 'a', method: 'nsec', persisted: true };
  const inMemory: Account = { ...saved, persisted: false };

  it('is one choice for all keys that are saved', () => {
    expect([undefined, 'a', 'b'].map((by) => idleMinutesOf({ minutes: 5, by }, saved))).toEqual([5, 5, 5]);
  });

  it('[LOGIN-28] is only for who chose it where the key would be gone', () => {
    expect([undefined, 'a', 'b'].map((by) => idleMinutesOf({ minutes: 5, by }, inMemory))).toEqual([0, 5, 0]);
  });

  it('is never for a time that is not offered', () => {
    for (const minutes of [-5, 2, 1e99, Number.NaN]) expect(idleMinutesOf({ minutes, by: 'a' }, saved)).toBe(0);
  });
});

describe('a key that a reload would take away', () => {
  const account: Account = { pubkey: 'a', method: 'nsec', persisted: false };
  const atRisk = (changed: Partial<Account>, saved: readonly string[] = []) =>
    isKeyAtRisk({ ...account, ...changed }, (pubkey) => saved.includes(pubkey));

  it('is one that is in memory alone', () => {
    expect([atRisk({}), atRisk({}, ['b'])]).toEqual([true, true]);
  });

  it('is none that is saved, also while it is locked', () => {
    expect([atRisk({}, ['a']), atRisk({ persisted: true }, ['a'])]).toEqual([false, false]);
  });

  it('is one whose saved copy was deleted, perhaps in another tab', () => {
    expect(atRisk({ persisted: true })).toBe(true);
  });

  it('is none of an extension, a public key or a visitor', () => {
    expect([atRisk({ method: 'nip07' }), atRisk({ method: 'none' }), atRisk({ pubkey: undefined })]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
