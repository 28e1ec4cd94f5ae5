import { useSelector } from '@xstate/react';
import { useArea } from '#ui/system-context.ts';
import { walletProblemText, walletTexts as texts } from '#ui/texts/wallet.ts';

/**
 * What keeps the wallet from paying now: none of the relays of a remote one is connected (NWC-03), or the browser offers its own no
 * more (WEBLN-02).
 */
export const useHindrance = (): string | undefined => {
  const connection = useArea('wallet-connection');
  const isMissing = useSelector(connection, (snapshot) => snapshot.hasTag('not ready'));
  const service = useSelector(connection, ({ children }) => children['nwc-service']);
  const isLoading = useSelector(service, (snapshot) => snapshot?.value === 'loading');
  if (isMissing) return walletProblemText({ code: 'provider-not-ready' });
  return isLoading ? texts.unreachable : undefined;
};
