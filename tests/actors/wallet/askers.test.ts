import { describe, expect, it, vi } from 'vitest';
import { createAskers, isInUse } from '#actors/wallet/askers.ts';
import type { RunningAreas } from '#machines/areas.ts';

type Tell = Parameters<RunningAreas['follow']>[1];

/** The locks of one browser that several tabs may hold at once. */
const sharedLocks = () => {
  const held: string[] = [];
  return {
    async request(name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) {
      signal.throwIfAborted();
      held.push(name);
      await hold();
      held.splice(held.indexOf(name), 1);
    },
    query: async () => ({ held: held.map((name) => ({ name })), pending: [] }),
  } as unknown as LockManager;
};

const openTab = (locks: LockManager | undefined) => {
  let tell: Tell = () => {};
  const ending = new AbortController();
  const follow = ((_name: string, listener: Tell) => {
    tell = listener;
    return () => {};
  }) as RunningAreas['follow'];
  const askers = createAskers({ locks, follow, ending: ending.signal });
  return {
    askers,
    connect: (wallet: object | undefined) => tell({ context: { wallet } } as never, false),
    close: () => ending.abort(),
  };
};

const WALLET = { kind: 'nwc', walletPubkey: 'aa' };

describe('whether a saved wallet is in use', () => {
  it('[WALLET-25] is told by each tab that is connected to it', async () => {
    const locks = sharedLocks();
    const tab = openTab(locks);
    tab.connect({ ...WALLET, id: 'w1' });
    expect(await Promise.all(['w1', 'w2', ''].map((id) => isInUse(locks, id)))).toEqual([true, false, false]);
    tab.close();
    await expect.poll(() => isInUse(locks, 'w1')).toBe(false);
    tab.connect(WALLET);
    expect([await isInUse(locks, ''), await isInUse(undefined, 'w1')]).toEqual([false, false]);
  });
});

describe('who asks a wallet', () => {
  it('is every tab that is connected to it, for as long as it is', async () => {
    vi.useFakeTimers();
    const locks = sharedLocks();
    const [one, two] = [openTab(locks), openTab(locks)];
    expect(two.askers.get()).toBeUndefined();
    const told = vi.fn<() => void>();
    const leave = two.askers.subscribe(told);
    await vi.advanceTimersByTimeAsync(0);
    expect([...two.askers.get()!]).toEqual([]);
    one.connect({ ...WALLET, client: 'cc' });
    one.connect({ ...WALLET, client: 'cc' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect([...two.askers.get()!]).toEqual(['aa', 'cc']);
    // a wallet of the browser can be asked by nobody
    one.connect({ kind: 'webln' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect([...two.askers.get()!]).toEqual([]);
    one.connect(WALLET);
    one.close();
    await vi.advanceTimersByTimeAsync(5_000);
    expect([...two.askers.get()!]).toEqual([]);
    expect(told).toHaveBeenCalledTimes(3);
    leave();
    vi.useRealTimers();
  });

  it('is not known where the browser has no locks', async () => {
    const { askers, connect } = openTab(undefined);
    connect(WALLET);
    const leave = askers.subscribe(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    expect(askers.get()).toBeUndefined();
    leave();
  });
});
