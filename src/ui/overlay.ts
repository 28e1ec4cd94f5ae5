import { useRouter, useSearch, type AnyRouter, type ParsedLocation, type RouterHistory } from '@tanstack/react-router';
import { isOverlayParameter, type AppSearch } from './search-params.ts';

/** Overlays by the parameter that opens them. */
export type OverlayName = Exclude<keyof AppSearch, 'of' | 'quote' | 'q' | 'in'>;

/** What an overlay has beside its own parameter. */
const BESIDE: Partial<Record<OverlayName, 'of' | 'quote'>> = { image: 'of', repost: 'quote' };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** overlays were opened on the way here: what each showed before, to which the way back leads, on the same page */
    over?: Readonly<Record<string, string | null>>;
  }
}

/**
 * Writes into each entry of the history whether overlays were opened there, so that closing one does not add to the history; a
 * reload keeps that.
 */
export const trackOverlays = (router: AnyRouter): void => {
  const { history }: { readonly history: RouterHistory } = router;
  for (const way of ['push', 'replace'] as const) {
    const go = history[way];
    history[way] = (path, state, options) => {
      const { href, state: left } = router.latestLocation;
      const [before, after] = [href, path].map((page) => new URL(`http://a${page}`)) as [URL, URL];
      const opened = [...after.searchParams]
        .filter(([name, value]) => isOverlayParameter(name) && before.searchParams.get(name) !== value)
        .map(([name]) => [name, before.searchParams.get(name)] as const);
      // what takes the place of an entry that the router has not seen yet comes after the one it stands at
      const isStep = way === 'push' || !Object.is(history.location.state.__TSR_index, left.__TSR_index);
      const over = isStep ? opened[0] && { ...left.over, ...Object.fromEntries(opened) } : left.over;
      go(path, { ...state, over: before.pathname === after.pathname ? over : undefined }, options);
    };
  }
};

/** Whether the way back from here leads to the same page without the overlay that is open. */
export const wasOpenedHere = ({ latestLocation: { state } }: Pick<AnyRouter, 'latestLocation'>): boolean =>
  state.over !== undefined;

/** Whether an overlay showed something else before, to which the way back from this page leads. */
export const isOverAnother = (name: OverlayName, { state }: Pick<ParsedLocation, 'state'>): boolean =>
  state.over?.[name] != null;

/** Opens overlays, each by its parameter of the address; `hash` names a place in one; `replace`: in place of what is open. */
export const useOpenOverlay = (): ((search: AppSearch, hash?: string, replace?: boolean) => void) => {
  const router = useRouter();
  return (search, hash = '', replace = false) =>
    void router.navigate({
      to: '.',
      hash,
      search: (before: AppSearch) => ({ ...before, ...search }),
      state: true,
      replace,
    });
};

/** The parameter of an overlay, and a function that closes it: back to where it was opened, else out of the address. */
export const useOverlay = <Name extends OverlayName>(
  name: Name,
): { readonly value: AppSearch[Name] | undefined; readonly close: () => void } => {
  const router = useRouter();
  const search: AppSearch = useSearch({ strict: false });
  const close = () => {
    if (wasOpenedHere(router)) return router.history.back();
    const without = (before: AppSearch): AppSearch => {
      const rest = { ...before };
      for (const gone of [name, BESIDE[name]]) if (gone !== undefined) delete rest[gone];
      return rest;
    };
    void router.navigate({ to: '.', search: without, state: true, replace: true });
  };
  return { value: search[name], close };
};

/**
 * Acts once the router has arrived where `isThere`; not while others are told of it, for who begins to wait then is told as
 * well.
 */
export const onceResolved = (router: AnyRouter, act: () => void, isThere = () => true): void => {
  const stop = router.subscribe('onResolved', () => {
    if (!isThere()) return;
    stop();
    queueMicrotask(act);
  });
};

/** Closes an overlay by `close`, then acts: what the act opens takes the place of the overlay in the history. */
export const useAfterClosing = (close: () => void): ((act: () => void) => void) => {
  const router = useRouter();
  return (act) => {
    onceResolved(router, act);
    close();
  };
};
