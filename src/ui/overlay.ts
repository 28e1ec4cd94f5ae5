import { useRouter, useSearch, type AnyRouter, type ParsedLocation } from '@tanstack/react-router';
import { isOverlayParameter, type AppSearch } from './search-params.ts';

/** Overlays by the parameter that opens them. */
export type OverlayName = Exclude<keyof AppSearch, 'of' | 'quote' | 'q' | 'in'>;

/** What an overlay has beside its own parameter. */
const BESIDE: Partial<Record<OverlayName, 'of' | 'quote'>> = { image: 'of', repost: 'quote' };

type Search = Readonly<Record<string, unknown>>;

/**
 * The pages where an overlay was opened, with what each overlay there showed before: the way back from there leads to the same
 * page with that.
 */
const openedHere = new Map<string, Search>();

/** What the overlays showed that were opened, or show something else now. */
const replaced = (before: Search, after: Search): Search => {
  const names = Object.keys(after).filter((name) => isOverlayParameter(name) && after[name] !== before[name]);
  return Object.fromEntries(names.map((name) => [name, before[name]]));
};

/** Watches where overlays are opened, so that closing one does not add to the history. */
export const trackOverlays = (router: AnyRouter): void => {
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
    const { __TSR_key: key, __TSR_index: place } = toLocation.state;
    if (!fromLocation || pathChanged || key === undefined) return;
    const opened = replaced(fromLocation.search, toLocation.search);
    if (Object.keys(opened).length === 0) return;
    const { __TSR_key: former = '', __TSR_index: formerPlace } = fromLocation.state;
    const known = openedHere.get(former);
    // an entry that another script added has no place
    if (formerPlace === undefined || place > formerPlace) openedHere.set(key, { ...known, ...opened });
    else if (place === formerPlace && known !== undefined) openedHere.set(key, known);
  });
};

/** Whether the way back from here leads to the same page without the overlay that is open. */
export const wasOpenedHere = ({ latestLocation: { state } }: Pick<AnyRouter, 'latestLocation'>): boolean =>
  state.__TSR_key !== undefined && openedHere.has(state.__TSR_key);

/** Whether an overlay showed something else before, to which the way back from this page leads. */
export const isOverAnother = (name: OverlayName, { state }: Pick<ParsedLocation, 'state'>): boolean =>
  openedHere.get(state.__TSR_key ?? '')?.[name] !== undefined;

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
