import { ASKERS_LOOK_EVERY_MS } from '#domain/wallet/wallet-limits.ts';
import type { RunningAreas } from '#machines/areas.ts';
import { createListeners } from '#domain/listeners.ts';
import type { Changing } from '#ports/session.ts';

/** the locks that each tab holds as long as it is connected to a remote wallet: by its keys, and by the id of what is saved of it */
const NAME = 'nuthatch: asks ';
const SAVED = 'nuthatch: pays by ';

type Deps = Pick<RunningAreas, 'follow'> & {
  readonly locks: Pick<LockManager, 'request' | 'query'> | undefined;
  readonly ending: AbortSignal;
};

/** Says to other tabs which remote wallet this one is connected to, and so can ask. */
const sayWhichWallet = ({ follow, locks, ending }: Deps) => {
  let [held, leave]: [string | undefined, () => void] = [undefined, () => {}];
  const hold = (...names: string[]) => {
    const leaving = new AbortController();
    const until = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()));
    const { signal } = leaving;
    for (const name of names) locks?.request(name, { mode: 'shared', signal }, () => until).catch(() => {});
    return () => leaving.abort();
  };
  const stop = follow('wallet-connection', ({ context }) => {
    const { walletPubkey, client = '', id = '' } = (context.wallet?.kind === 'nwc' && context.wallet) || {};
    const wallet = walletPubkey && `${walletPubkey} ${client} ${id}`;
    if (wallet === held) return;
    leave();
    held = wallet;
    const keys = [walletPubkey ?? '', client].filter((key) => key !== '');
    leave = hold(...keys.map((key) => NAME + key), ...(id === '' ? [] : [SAVED + id]));
  });
  ending.addEventListener('abort', () => {
    stop();
    leave();
  });
};

const heldBy = async (locks: Deps['locks']): Promise<readonly string[] | undefined> =>
  (await locks?.query().catch(() => undefined))?.held?.map(({ name = '' }) => name);

/** Whether some tab is connected to the saved wallet of this id; false where the browser has no locks. */
export const isInUse = async (locks: Deps['locks'], id: string): Promise<boolean> =>
  (await heldBy(locks))?.includes(SAVED + id) ?? false;

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
    const names = await heldBy(locks);
    if (!names) return;
    const next = new Set(names.flatMap((name) => (name.startsWith(NAME) ? [name.slice(NAME.length)] : [])));
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
