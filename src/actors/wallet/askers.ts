import { ASKERS_LOOK_EVERY_MS } from '#domain/wallet/wallet-limits.ts';
import type { RunningAreas } from '#machines/areas.ts';
import { createListeners } from '#domain/listeners.ts';
import type { Changing } from '#ports/session.ts';

/** the lock that each tab holds as long as it is connected to a remote wallet, by the wallet's key */
const NAME = 'nuthatch: asks ';

type Deps = Pick<RunningAreas, 'follow'> & {
  readonly locks: Pick<LockManager, 'request' | 'query'> | undefined;
  readonly ending: AbortSignal;
};

/** Says to other tabs which remote wallet this one is connected to, and so can ask. */
const sayWhichWallet = ({ follow, locks, ending }: Deps) => {
  let [held, leave]: [string | undefined, () => void] = [undefined, () => {}];
  const hold = (wallet: string) => {
    const leaving = new AbortController();
    const until = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()));
    const { signal } = leaving;
    locks?.request(NAME + wallet, { mode: 'shared', signal }, () => until).catch(() => {});
    return () => leaving.abort();
  };
  const stop = follow('wallet-connection', ({ context }) => {
    const wallet = context.wallet?.kind === 'nwc' ? context.wallet.walletPubkey : undefined;
    if (wallet === held) return;
    leave();
    held = wallet;
    leave = wallet === undefined ? () => {} : hold(wallet);
  });
  ending.addEventListener('abort', () => {
    stop();
    leave();
  });
};

/**
 * The remote wallets that some tab is connected to: it asks them what became of payments, and is gone from here when it is closed.
 * Undefined as long as that is not known, or where the browser has no locks.
 */
export const createAskers = (deps: Deps): Changing<ReadonlySet<string> | undefined> => {
  const { locks } = deps;
  const listeners = createListeners();
  let known: ReadonlySet<string> | undefined;
  sayWhichWallet(deps);
  const look = async () => {
    const all = await locks?.query().catch(() => undefined);
    if (!all) return;
    const names = (all.held ?? []).map(({ name = '' }) => name).filter((name) => name.startsWith(NAME));
    const next = new Set(names.map((name) => name.slice(NAME.length)));
    if (known && [...next].join() === [...known].join()) return;
    known = next;
    listeners.tell();
  };
  return {
    get: () => known,
    subscribe(listener) {
      const leave = listeners.subscribe(listener);
      void look();
      const timer = setInterval(() => void look(), ASKERS_LOOK_EVERY_MS);
      return () => {
        leave();
        clearInterval(timer);
      };
    },
  };
};
