import { mayPrefetch, prefetchTarget, type ConnectionHints, type PrefetchTarget } from '#domain/shell/prefetch.ts';
import { PREFETCH_HOVER_DELAY_MS } from '#domain/shell/shell-limits.ts';

type Deps = {
  readonly connection: () => ConnectionHints | undefined;
  /** loads the code of the screen and its data; may fail */
  readonly load: (href: string, target: PrefetchTarget) => Promise<unknown>;
};

/** A pointer on an internal link: loads what it leads to after 80 ms, unless it leaves before (ROUTE-32 to ROUTE-38). */
export const createPrefetchIntent = ({ connection, load }: Deps) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const begin = (href: string) => {
    end();
    const target = prefetchTarget(href);
    if (target === undefined || !mayPrefetch(connection())) return;
    timer = setTimeout(() => void load(href, target).catch(() => {}), PREFETCH_HOVER_DELAY_MS);
  };
  return { begin, end };
};
