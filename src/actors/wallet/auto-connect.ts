import { fromCallback, fromPromise, waitFor } from 'xstate';
import { DAY } from '#domain/units.ts';
import { AUTO_CONNECT_DAYS } from '#domain/wallet/wallet-limits.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import type { StoredWallet } from '#domain/wallet/wallet-record.ts';
import type { WalletKind, WalletWish } from '#domain/wallet/wallet.ts';
import type { AreaRefs, RunningAreas } from '#machines/areas.ts';
import type { OccasionFact } from '#machines/wallet/auto-connect.machine.ts';
import { followLogin } from '#actors/session/follow-login.ts';
import { onBack, type SeenPage } from '#actors/shell/on-back.ts';
import type { SavedWallets } from '#store/wallet/saved-wallets.ts';
import { onProvider } from './webln.ts';

type FindConnection = () => AreaRefs['wallet-connection'] | undefined;

/**
 * Tells of the start, of the page coming to the front, of a network, of a key that was unlocked (WALLET-18) and of a wallet that
 * the browser got.
 */
export const defineWatchOccasions = (follow: RunningAreas['follow'], page: SeenPage) =>
  fromCallback<OccasionFact>(({ sendBack }) => {
    const tell = () => sendBack({ type: 'occasion' } satisfies OccasionFact);
    const stops = [onBack(page, tell), followLogin(follow, tell), onProvider(page.window, tell)];
    tell();
    return () => stops.forEach((stop) => stop());
  });

type ChooseDeps = {
  readonly find: FindConnection;
  readonly saved: Pick<SavedWallets, 'of' | 'byHand'>;
  readonly account: () => string | undefined;
  /** whether a wallet of this kind can be opened now: somebody can sign, or the browser has one */
  readonly canOpen: (kind: WalletKind) => boolean;
  readonly now: () => number;
};

const isLate = ({ lastUsed }: StoredWallet, now: number): boolean => now - lastUsed > AUTO_CONNECT_DAYS * DAY;

/** The one saved wallet, when nothing speaks against it (WALLET-16, WALLET-19 to WALLET-22). */
export const chooseWallet = ({ find, saved, account, canOpen, now }: ChooseDeps): { id: string } | undefined => {
  const [one, ...others] = saved.of(account());
  if (!one || others.length > 0 || !find()?.getSnapshot().hasTag('disconnected')) return undefined;
  if (saved.byHand.get() || isLate(one, now()) || !canOpen(one.walletType)) return undefined;
  return { id: one.id };
};

/** Connects a saved wallet; settled once it is connected, or rejected with why it is not. */
export const defineConnectSaved = (find: FindConnection, kindOf: (id: string) => WalletKind | undefined) =>
  fromPromise<void, { id: string }>(async ({ input: { id }, signal }) => {
    const connection = find();
    if (!connection) throw new WalletError({ code: 'no-client' });
    const wish: WalletWish = { kind: 'saved', id, of: kindOf(id) };
    connection.send({ type: 'wallet.connect', wish });
    // also over as soon as somebody wishes another one
    const ended = await waitFor(connection, ({ context }) => context.wish !== wish, { timeout: Infinity, signal });
    const { wallet, problem } = ended.context;
    // where it cannot be connected, that of before is again
    if (problem || wallet?.id !== id) throw new WalletError(problem ?? { code: 'cancelled' });
  });
