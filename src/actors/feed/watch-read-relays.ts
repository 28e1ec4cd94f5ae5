import { fromCallback } from 'xstate';
import { readsFrom } from '#domain/relays/relay-permission.ts';
import type { ReachFact } from '#machines/feed/reach.ts';
import type { Wire } from '#actors/wire/wire.ts';
import { watchReach, type Directory, type Follow } from './watch-relays.ts';

/** Tells when the read relays begin to be reachable, and when none of them is any more. */
export const defineWatchReadRelays = (follow: Follow) =>
  fromCallback(({ sendBack }) => watchReach(follow, undefined, sendBack));

/** The same of a thread; of what was not to be had, each relay that opens anew may have more. */
export const defineWatchThreadRelays = (
  { directory, follow }: { readonly directory: () => Pick<Directory, 'getSnapshot'>; readonly follow: Follow },
  wire: Pick<Wire, 'observe'>,
) =>
  fromCallback(({ sendBack }) => {
    const isRead = (url: string) =>
      directory()
        .getSnapshot()
        .context.entries.some((entry) => entry.url === url && readsFrom(entry.permission));
    const stops = [
      watchReach(follow, undefined, sendBack),
      wire.observe(({ type, relay }) => {
        if (type === 'opened' && isRead(relay)) sendBack({ type: 'relays.reachable' } satisfies ReachFact);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  });
