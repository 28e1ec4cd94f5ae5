import { useRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** the row of the feed that was left, when it was (ROUTE-29) */
    restoreIndex?: number;
    fromFeed?: boolean;
    /** a profile that was opened from a note, and the path of that note (ROUTE-30) */
    fromNoteView?: boolean;
    backToPath?: string;
  }
}

const isInside = (path: string | undefined): path is string => path !== undefined && /^\/(?![/\\])/.test(path);

/** The way back: the page before, and where there is none the note a profile was opened from, else the feed (ROUTE-28). */
export const useBack = (): (() => void) => {
  const router = useRouter();
  return () => {
    if (router.history.canGoBack()) return router.history.back();
    const { backToPath, restoreIndex } = router.latestLocation.state;
    if (isInside(backToPath)) return router.history.replace(backToPath);
    void router.navigate({
      to: '/',
      replace: true,
      state: restoreIndex === undefined ? {} : { fromFeed: true, restoreIndex },
    });
  };
};
