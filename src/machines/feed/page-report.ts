/** How the load of a page of a timeline ended. The notes themselves are in the query cache. */
export type PageReport = {
  /** `unreachable`: no relay answered; `no relays`: none is configured */
  readonly outcome: 'loaded' | 'unreachable' | 'no relays';
  /** rows in the list now */
  readonly shown: number;
  /** whether relays may have older notes */
  readonly hasMore: boolean;
  /** notes that wait until somebody wants to see the new ones */
  readonly waiting: number;
};

/** The guards by which a list chooses its state after a page. */
export const pageGuards = {
  'found no relays': (_: unknown, { outcome }: PageReport) => outcome === 'no relays',
  'reached nobody': (_: unknown, { outcome, shown }: PageReport) => outcome === 'unreachable' && shown === 0,
  'kept what is shown': (_: unknown, { outcome, shown }: PageReport) => outcome === 'unreachable' && shown > 0,
  'shows nothing': (_: unknown, { shown }: PageReport) => shown === 0,
  'has no more': (_: unknown, { hasMore }: Pick<PageReport, 'hasMore'>) => !hasMore,
};
