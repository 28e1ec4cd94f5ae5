import type { RouterHistory } from '@tanstack/react-router';
import { leakedSecret } from '#domain/session/leaked-secret.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** there was a secret key in the address */
    sawSecret?: true;
  }
}

/**
 * A secret key in an address leaves it at once, wherever it stands, before anything is read from the address; the screen that
 * is shown instead tells of it.
 */
export const keepSecretsOut = (history: RouterHistory): RouterHistory => {
  const look = () => {
    if (leakedSecret(history.location.href) === undefined) return;
    history.replace('/open', { sawSecret: true });
    history.flush();
  };
  look();
  history.subscribe(look);
  return history;
};
