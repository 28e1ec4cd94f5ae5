import { expect, it } from 'vitest';
import { leaveFollowOnly } from '#actors/social/leave-follow-only.ts';
import { createAccountStore } from '#store/account.ts';
import { createPreferences } from '#store/preferences.ts';

const VISITOR = { pubkey: undefined, method: 'none', persisted: false } as const;
const MIRA = { pubkey: 'a1'.repeat(32), method: 'nsec', persisted: false } as const;

const start = () => {
  const window = new EventTarget();
  const account = createAccountStore({ local: undefined, session: undefined, window });
  const preferences = createPreferences({ storage: undefined, window, onUnsaved: () => {} });
  preferences.set('filterByFollow', true);
  leaveFollowOnly({ account, preferences });
  return { account, isOn: () => preferences.get('filterByFollow') };
};

it('[LOGIN-36] a sign-out turns Follow Only off', () => {
  const { account, isOn } = start();
  account.set(MIRA);
  expect(isOn()).toBe(true);
  account.set(VISITOR);
  expect(isOn()).toBe(false);
});

it('Follow Only stays on while a visitor is about to log in', () => {
  const { account, isOn } = start();
  account.set({ ...account.get() });
  account.set(MIRA);
  account.set({ ...account.get() });
  expect(isOn()).toBe(true);
});
