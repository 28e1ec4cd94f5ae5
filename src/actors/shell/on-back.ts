/** Of a page: what tells of its network, and whether it is seen. */
export type SeenPage = {
  /** fires `online` */
  readonly window: EventTarget;
  /** fires `visibilitychange` */
  readonly document: EventTarget & { readonly visibilityState: DocumentVisibilityState };
};

/** Calls back when there is a network again, or the page comes to the front, until the returned function is called. */
export const onBack = ({ window, document }: SeenPage, tell: () => void): (() => void) => {
  const seen = () => {
    if (document.visibilityState === 'visible') tell();
  };
  window.addEventListener('online', tell);
  document.addEventListener('visibilitychange', seen);
  return () => {
    window.removeEventListener('online', tell);
    document.removeEventListener('visibilitychange', seen);
  };
};
