import { useSelector } from '@xstate/react';
import { use, useEffect, useSyncExternalStore } from 'react';
import { mayDo } from '#domain/session/account.ts';
import type { StoredWallet } from '#domain/wallet/wallet-record.ts';
import { refusalOf } from '#domain/wallet/wallet.ts';
import type { Wallet } from '#ports/wallet.ts';
import { useClock } from '#ui/kit/use-clock.ts';
import { useAccountState } from '#ui/session/use-login.ts';
import { useArea, useSystem } from '#ui/system-context.ts';
import { walletProblemText } from '#ui/texts/wallet.ts';

/** The fragment of the address that leads to the proxy in the settings. */
export const PROXY_PLACE = 'proxy';

/** What the app has of Lightning wallets; suspends until it runs. */
export const useWallet = (): Wallet => {
  const system = useSystem();
  use(system.later('wallet'));
  return system.wallet()!;
};

/** Asks for the balance of the wallet that is connected when a view shows it, where that was not done lately. */
export const useFreshBalance = (): void => {
  const { look } = useWallet();
  useEffect(look, [look]);
};

/** What the connected wallet would refuse to pay so much for, in words, as far as it tells by now. */
export const useRefusal = (msats: number): string | undefined => {
  const wallet = useSelector(useArea('wallet-connection'), ({ context }) => context.wallet);
  const now = useClock();
  useFreshBalance();
  const refusal = wallet && refusalOf(wallet, { msats, now });
  return refusal && walletProblemText(refusal);
};

/** The saved wallets of this account, the one used last first. */
export const useSavedWallets = (): readonly StoredWallet[] => {
  const { saved } = useWallet();
  return useSyncExternalStore(saved.subscribe, saved.get);
};

/** Whether the saved wallet that could not be connected just now, or was connected, is saved no more. */
export const useIsForgotten = (): boolean => {
  const useless = useSelector(useArea('wallet-connection'), ({ context }) => context.useless);
  const saved = useSavedWallets();
  return useless !== undefined && saved.every(({ id }) => id !== useless);
};

/** Whether somebody is logged in who may connect a wallet (WALLET-02, WALLET-07). */
export const useMayConnect = (): boolean => mayDo('connect wallet', useAccountState()).allowed;

/** Whether a Lightning wallet is connected. */
export const useHasWallet = (): boolean =>
  useSelector(useArea('wallet-connection'), ({ context }) => context.wallet !== undefined);
