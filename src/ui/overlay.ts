import { useRouter, useSearch, type AnyRouter } from '@tanstack/react-router';
import { isOverlayParameter, type AppSearch } from './search-params.ts';

/** Overlays by the parameter that opens them. */
export type OverlayName = Exclude<keyof AppSearch, 'of' | 'quote' | 'q' | 'in'>;

/** What an overlay has beside its own parameter. */
const BESIDE: Partial<Record<OverlayName, 'of' | 'quote'>> = { image: 'of', repost: 'quote' };

/** The pages where an overlay was opened: the way back from there leads to the same page without it. */
const openedHere = new Set<string>();

const opens = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(after).some((name) => isOverlayParameter(name) && after[name] !== before[name]);

/** Watches where overlays are opened, so that closing one does not add to the history. */
export const trackOverlays = (router: AnyRouter): void => {
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
    const { __TSR_key: key, __TSR_index: place } = toLocation.state;
    if (!fromLocation || pathChanged || key === undefined || !opens(fromLocation.search, toLocation.search)) return;
    const { __TSR_key: former = '', __TSR_index: formerPlace } = fromLocation.state;
    if (place > formerPlace || (place === formerPlace && openedHere.has(former))) openedHere.add(key);
  });
};

/** Whether the way back from here leads to the same page without the overlay that is open. */
export const wasOpenedHere = ({ latestLocation: { state } }: Pick<AnyRouter, 'latestLocation'>): boolean =>
  state.__TSR_key !== undefined && openedHere.has(state.__TSR_key);

/** Opens overlays, each by its parameter of the address; `hash` names a place in one. */
export const useOpenOverlay = (): ((search: AppSearch, hash?: string) => void) => {
  const router = useRouter();
  return (search, hash = '') =>
    void router.navigate({ to: '.', hash, search: (before: AppSearch) => ({ ...before, ...search }), state: true });
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

/** Closes an overlay by `close`, then acts: what the act opens takes the place of the overlay in the history. */
export const useAfterClosing = (close: () => void): ((act: () => void) => void) => {
  const router = useRouter();
  return (act) => {
    const stop = router.subscribe('onResolved', () => {
      stop();
      act();
    });
    close();
  };
};
