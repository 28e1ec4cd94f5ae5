import { waitFor } from 'xstate';
import { FIND_WALLET_MS } from '#domain/wallet/wallet-limits.ts';
import type { RunningAreas } from '#machines/areas.ts';

/** Whether a wallet is connected; one that is about to be is waited for. */
export const findWallet = async ({ find }: Pick<RunningAreas, 'find'>, signal: AbortSignal): Promise<boolean> => {
  const [connection, auto] = [find('wallet-connection'), find('auto-connect')];
  if (!connection) return false;
  const within = { timeout: FIND_WALLET_MS, signal };
  if (auto && !connection.getSnapshot().hasTag('connected'))
    await waitFor(auto, (snapshot) => snapshot.matches('waiting'), within).catch(() => {});
  await waitFor(connection, (snapshot) => !snapshot.hasTag('connecting'), within).catch(() => {});
  return connection.getSnapshot().hasTag('connected');
};
