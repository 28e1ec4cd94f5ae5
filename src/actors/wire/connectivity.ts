import { fromCallback } from 'xstate';
import type { ConnectivityFact } from '#machines/relays/relay-directory.machine.ts';

export type ConnectivityDeps = {
  /** fires `online` and `pagehide` */
  readonly window: EventTarget;
  /** fires `visibilitychange` */
  readonly document: EventTarget & { readonly visibilityState: DocumentVisibilityState };
};

/** The slot `connectivity`: tells when sockets are worth another try, and when the page ends for good. */
export const watchConnectivity = ({ window, document }: ConnectivityDeps) =>
  fromCallback(({ sendBack }) => {
    const tell = () => sendBack({ type: 'network.back' } satisfies ConnectivityFact);
    const onHide = (event: Event) => {
      // a page that is kept may be shown again
      if (!(event as PageTransitionEvent).persisted) sendBack({ type: 'relays.destroy' } satisfies ConnectivityFact);
    };
    const onVisibility = () => {
      if (document.visibilityState === 'visible') tell();
    };
    window.addEventListener('online', tell);
    window.addEventListener('pagehide', onHide);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      window.removeEventListener('online', tell);
      window.removeEventListener('pagehide', onHide);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  });
