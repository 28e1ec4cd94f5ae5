import { fromCallback } from 'xstate';
import type { ConnectivityFact } from '#machines/relays/relay-directory.machine.ts';

export type ConnectivityDeps = {
  /** fires `online` */
  readonly window: EventTarget;
  /** fires `visibilitychange` */
  readonly document: EventTarget & { readonly visibilityState: DocumentVisibilityState };
};

/** The slot `connectivity`: tells when sockets are worth another try. */
export const watchConnectivity = ({ window, document }: ConnectivityDeps) =>
  fromCallback(({ sendBack }) => {
    const tell = () => sendBack({ type: 'network.back' } satisfies ConnectivityFact);
    const onVisibility = () => {
      if (document.visibilityState === 'visible') tell();
    };
    window.addEventListener('online', tell);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      window.removeEventListener('online', tell);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  });
