import type { RouterHistory } from '@tanstack/react-router';
import { leakedSecret } from '#domain/session/leaked-secret.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** there was a secret key in the address */
    sawSecret?: true;
  }
}

/** The address that brought the code of a wallet, until it is taken out. */
export const pairing: { address?: string } = {};

/**
 * A secret key in an address leaves it at once, wherever it stands, before anything is read from the address; the screen that
 * is shown instead tells of it. The code of a wallet is for the sheet that asks whether to connect it.
 */
export const keepSecretsOut = (history: RouterHistory): RouterHistory => {
  const look = () => {
    const { href } = history.location;
    const secret = leakedSecret(href);
    if (secret === undefined) return;
    const isPairing = secret === 'pairing';
    if (isPairing) pairing.address = href;
    history.replace(isPairing ? '/?walletConnect=true' : '/open', { sawSecret: true });
    history.flush();
  };
  look();
  history.subscribe(look);
  return history;
};
