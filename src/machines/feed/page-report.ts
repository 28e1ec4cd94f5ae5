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

/** Whether notes can be fetched at all, as the connections change. */
export type ReachFact = { readonly type: 'relays.reachable' } | { readonly type: 'relays.unreachable' };
