import { useRouter, type AnyRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { PrefetchTarget } from '#domain/shell/prefetch.ts';
import { createPrefetchIntent } from '#ui/prefetch-intent.ts';
import { useSystem } from '#ui/system-context.ts';

const loadScreen = (router: AnyRouter, href: string) => {
  const [routes] = router.getMatchedRoutes(href.split(/[?#]/, 1)[0]!);
  return Promise.all(routes.map(async (route) => router.loadRouteChunk(route)));
};

/** The feed is at hand but for the code of its long list. */
const loadList = async ({ screen }: PrefetchTarget) => screen === 'feed' && import('#ui/feed/feed-notes.tsx');

/** The internal link a pointer is on, if any. */
const linkAt = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('a[href^="/"]') : null;

/** Prefetches for every link of the page; one listener in all, so that long lists pay nothing for their links. */
export const usePrefetchOnIntent = (): void => {
  const router = useRouter();
  const { connection, prefetch } = useSystem();
  useEffect(() => {
    const intent = createPrefetchIntent({
      connection,
      load: async (href, target) => Promise.all([loadScreen(router, href), loadList(target), prefetch(target)]),
    });
    let current: Element | null = null;
    const moveTo = (link: Element | null) => {
      if (link === current) return;
      current = link;
      intent.end();
      const href = link?.getAttribute('href');
      if (href) intent.begin(href);
    };
    const onOver = (event: PointerEvent) => moveTo(linkAt(event.target));
    const onOut = (event: PointerEvent) => {
      if (event.relatedTarget === null) moveTo(null);
    };
    // a pointer may rest on one already
    moveTo(document.querySelector('a[href^="/"]:hover'));
    document.addEventListener('pointerover', onOver);
    document.addEventListener('pointerout', onOut);
    document.addEventListener('pointercancel', onOut);
    return () => {
      intent.end();
      document.removeEventListener('pointerover', onOver);
      document.removeEventListener('pointerout', onOut);
      document.removeEventListener('pointercancel', onOut);
    };
  }, [router, connection, prefetch]);
};
