import type { Query, QueryClient } from '@tanstack/query-core';
import { fromCallback, fromPromise } from 'xstate';
import { noteStatsKey, type NoteStats } from '#domain/cache/query-keys.ts';
import { isHex64, tagValue } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import type { Nutzap } from '#domain/ecash/nutzaps/nutzap.ts';
import { readReceipt, type Receipt } from '#domain/wallet/receipt.ts';
import { tallyZaps, withNutzaps, withZaps } from '#domain/wallet/zap-tally.ts';
import { zapSharesOf } from '#domain/wallet/zap-split.ts';
import type { ZapReceiptsEvent } from '#machines/wallet/zap-receipts.machine.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import type { ProveNutzaps } from '#ports/nutzaps.ts';
import type { Providers } from './providers.ts';

type Deps = {
  readonly queryClient: QueryClient;
  /** has the receipts that came with the other numbers of the notes, and those that come live */
  readonly registry: Pick<EventRegistry, 'get' | 'ofKind' | 'subscribe'>;
  readonly providers: Providers;
  /** ecash that was given, and its proof; comes with the first that is seen */
  readonly prove: ProveNutzaps;
};

const ZAP_KINDS: ReadonlySet<number> = new Set([KIND.zap, KIND.nutzap]);

/** The notes whose zaps are to be counted. */
export const createZapWishes = () => {
  const wanted = new Set<string>();
  return {
    add: (id: string) => void wanted.add(id),
    take(): readonly string[] {
      const ids = [...wanted];
      wanted.clear();
      return ids;
    },
  };
};

export type ZapWishes = ReturnType<typeof createZapWishes>;

const idOf = (queryKey: readonly unknown[]): string | undefined =>
  queryKey[0] === 'zap-totals' && isHex64(queryKey[1]) ? queryKey[1] : undefined;

/** The slot `watch wanted zaps`: notes whose other numbers were counted, or that a receipt has come for. */
export const defineWatchWantedZaps = (
  wishes: ZapWishes,
  { queryClient, registry }: Pick<Deps, 'queryClient' | 'registry'>,
) =>
  fromCallback(({ sendBack }) => {
    const want = (id: string | undefined) => {
      if (id === undefined) return;
      wishes.add(id);
      sendBack({ type: 'zaps.wanted' } satisfies ZapReceiptsEvent);
    };
    const queries = queryClient.getQueryCache();
    for (const query of queries.getAll()) if (query.state.data !== undefined) want(idOf(query.queryKey));
    // what an earlier visit counted has no zaps in it: it is counted anew, with its receipts
    const isOfBefore = ({ state }: Query) => state.dataUpdatedAt < performance.timeOrigin;
    void queryClient.invalidateQueries({ queryKey: ['zap-totals'], predicate: isOfBefore });
    const unwatchQueries = queries.subscribe(({ query, type, ...event }) => {
      if (type === 'updated' && 'action' in event && event.action.type === 'success' && !event.action.manual)
        want(idOf(query.queryKey));
    });
    const unwatchEvents = registry.subscribe((added) => {
      const receipts = added.map((id) => registry.get(id)).filter((event) => ZAP_KINDS.has(event?.kind ?? 0));
      for (const id of new Set(receipts.map((event) => tagValue(event!, 'e'))))
        if (id !== undefined && queryClient.getQueryState(noteStatsKey(id))?.data !== undefined) want(id);
    });
    return () => {
      unwatchQueries();
      unwatchEvents();
    };
  });

/** Adds up the receipts of one note once their providers are known, and shows the sum under it. */
const countNote = async (
  { providers, queryClient, registry }: Deps,
  id: string,
  { receipts, nutzaps }: { readonly receipts: readonly Receipt[]; readonly nutzaps: readonly Nutzap[] },
) => {
  await Promise.all([...new Set(receipts.map(({ zap }) => zap.recipient))].map(providers.of));
  const note = registry.get(id);
  const payees = note && new Set([note.pubkey, ...zapSharesOf(note).map(({ pubkey }) => pubkey)]);
  const paid = tallyZaps(id, receipts, { providerOf: providers.known, payees });
  const zaps = withNutzaps(
    paid,
    nutzaps.filter(({ recipient }) => payees?.has(recipient) !== false),
  );
  const key = noteStatsKey(id);
  const state = queryClient.getQueryState<NoteStats>(key);
  if (state?.data === undefined) return;
  const stats = withZaps(state.data, zaps);
  if (stats !== state.data) queryClient.setQueryData(key, stats, { updatedAt: state.dataUpdatedAt });
};

/** The slot `count zaps`: adds up the receipts of the notes that are wanted. */
export const defineCountZaps = (wishes: ZapWishes, deps: Deps) =>
  fromPromise<void>(async () => {
    const wanted = new Set(wishes.take());
    const events = deps.registry.ofKind(KIND.zap).filter((event) => wanted.has(tagValue(event, 'e') ?? ''));
    const receipts = events.map(readReceipt).filter((receipt) => receipt !== undefined);
    const byNote = Map.groupBy(receipts, ({ zap }) => zap.noteId);
    const given = deps.registry.ofKind(KIND.nutzap).filter((event) => wanted.has(tagValue(event, 'e') ?? ''));
    const nutzaps = Map.groupBy(given.length > 0 ? await deps.prove(given) : [], ({ noteId }) => noteId);
    const counted = [...wanted].filter((id) => byNote.has(id) || nutzaps.has(id));
    await Promise.all(
      counted.map((id) => countNote(deps, id, { receipts: byNote.get(id) ?? [], nutzaps: nutzaps.get(id) ?? [] })),
    );
  });
