import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { RELAY_PAGE, RELAY_PAGES_MOST } from '#domain/relays/relays-limits.ts';
import type { RelayRequest, RelayRequests } from './requests.ts';

export type PagesDeps = Pick<RelayRequest, 'own'> & {
  readonly requests: Pick<RelayRequests, 'fetch'>;
  /** what throws in it ends the reading */
  readonly onEvent: (event: NostrEvent) => void;
  readonly signal: AbortSignal;
  /** waited for before each page; where it rejects the reading ends */
  readonly ready?: () => Promise<void>;
  /** events after which no further page is asked for */
  readonly most?: number;
};

/** How one relay was read: to the end; it did not answer and may be asked again; or it has more than is read. */
export type PagesEnd = 'whole' | 'silent' | 'cut';

const onePage = async ({ requests, signal, own = false }: PagesDeps, relay: string, filter: Filter) => {
  const { events, outcomes } = await requests.fetch({ filters: [filter], relays: [relay], own, signal });
  return { events, isSilent: outcomes.every(({ outcome }) => outcome !== 'eose') };
};

/**
 * Reads all that a relay has for a filter, page by page, each older than the one before. A page that brings something new means
 * that there may be more, whatever the relay says; one that brings nothing new, from the second before on too, is the end. So a
 * relay that gives little, the same for ever, or lies about its end costs a page or two and no more.
 */
export const readPages = async (deps: PagesDeps, relay: string, filter: Filter): Promise<PagesEnd> => {
  const { onEvent, ready, most = Infinity } = deps;
  const seen = new Set<string>();
  let until: number | undefined;
  let isEdge = false;
  for (let page = 0; page < RELAY_PAGES_MOST && seen.size < most; page += 1) {
    await ready?.();
    const asked = { ...filter, limit: RELAY_PAGE, ...(until !== undefined && { until }) };
    const { events, isSilent } = await onePage(deps, relay, asked);
    const fresh = events.filter(({ id }) => !seen.has(id));
    for (const event of fresh) {
      seen.add(event.id);
      onEvent(event);
    }
    if (isSilent && fresh.length === 0) return 'silent';
    const oldest = Math.min(...events.map(({ created_at: at }) => at), until ?? Infinity);
    // nothing at all, or nothing older than before, also behind that second
    if (fresh.length === 0 && (isEdge || oldest === Infinity)) return 'whole';
    isEdge = fresh.length === 0;
    // others of the same second may not have had room on the page
    until = isEdge ? oldest - 1 : oldest;
  }
  return 'cut';
};
