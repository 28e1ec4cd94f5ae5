import { leakedSecret } from '#domain/session/leaked-secret.ts';
import { SCROLL_SAVE_DEBOUNCE_MS, SCROLL_PATHS_KEPT } from '#domain/shell/shell-limits.ts';

/** Session storage key; the place of each path in this tab, in px. */
const KEY = 'scroll-positions';

const parse = (json: string | null): [string, number][] => {
  try {
    const saved: unknown = JSON.parse(json ?? '[]');
    return Array.isArray(saved) ? saved.filter(isPlace) : [];
  } catch {
    return [];
  }
};

const isPlace = (entry: unknown): entry is [string, number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && Number.isFinite(entry[1]) && !leakedSecret(entry[0]);

type Deps = { readonly session: Pick<Storage, 'getItem' | 'setItem'> | undefined };

/** Where each path was scrolled to; saved 100 ms after the last change, read back after a reload too (PWA-21). */
export const createScrollMemory = ({ session }: Deps) => {
  const places = new Map(parse(session?.getItem(KEY) ?? null));
  let waiting: { path: string; px: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    if (waiting === undefined) return;
    places.delete(waiting.path);
    places.set(waiting.path, waiting.px);
    waiting = undefined;
    for (const oldest of [...places.keys()].slice(0, -SCROLL_PATHS_KEPT)) places.delete(oldest);
    try {
      session?.setItem(KEY, JSON.stringify([...places]));
    } catch {
      // the places then last until the page is loaded anew
    }
  };
  return {
    read: (path: string): number | undefined => places.get(path),
    keep: (path: string, px: number): void => {
      if (leakedSecret(path) !== undefined) return;
      if (waiting !== undefined && waiting.path !== path) flush();
      waiting = { path, px };
      clearTimeout(timer);
      timer = setTimeout(flush, SCROLL_SAVE_DEBOUNCE_MS);
    },
    flush,
  };
};
