import { describe, expect, it } from 'vitest';
import { hasWalletTraces, noteThatItPaid, WALLETS_KEY } from '#store/wallet/wallet-traces.ts';
import { blockedStorage, fakeStorage } from '#tests/support/fake-storage.ts';

describe('whether the code of wallets is wanted at the start', () => {
  it('is said by a saved wallet, and by a payment of an earlier visit also when its wallet was not saved', () => {
    const storage = fakeStorage();
    expect(hasWalletTraces(storage)).toBe(false);
    storage.setItem(WALLETS_KEY, '[]');
    expect(hasWalletTraces(storage)).toBe(false);
    noteThatItPaid(storage);
    expect(hasWalletTraces(storage)).toBe(true);
    storage.clear();
    storage.setItem(WALLETS_KEY, '[{}]');
    expect(hasWalletTraces(storage)).toBe(true);
  });

  it('is no where nothing is kept, and nothing breaks there', () => {
    expect(() => noteThatItPaid(blockedStorage())).not.toThrow();
    expect(hasWalletTraces(blockedStorage())).toBe(false);
    expect(hasWalletTraces(undefined)).toBe(false);
  });
});
