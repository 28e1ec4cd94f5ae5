import { fromCallback, type AnyEventObject } from 'xstate';
import { readsFrom } from '#domain/relays/relay-set.ts';
import type { ReachFact } from '#machines/feed/reach.ts';
import type { Wire } from '#actors/wire/wire.ts';
import type { AreaRefs, RunningAreas } from '#machines/areas.ts';

type Directory = AreaRefs['relay-directory'];
type Follow = RunningAreas['follow'];
type Reach = 'reachable' | 'unreachable' | 'unknown';

/** Reachable: a read relay, or the one that is asked, is connected. Unreachable: none is, nor on the way to be. */
const reachOf = ({ context }: ReturnType<Directory['getSnapshot']>, relay: string | undefined): Reach => {
  const { entries, connections } = context;
  const read = entries.filter(({ permission }) => readsFrom(permission)).map(({ url }) => url);
  const states = (relay === undefined ? read : [relay]).map((url) => connections[url]);
  if (states.includes('connected')) return 'reachable';
  const hopeless =
    states.length > 0 && states.every((state) => state === 'waiting' || state === 'resting' || state === 'given up');
  return hopeless ? 'unreachable' : 'unknown';
};

/** Tells each change of the reach, until the returned function is called. */
const watchReach = (follow: Follow, relay: string | undefined, tell: (fact: ReachFact) => void) => {
  let known: Reach | undefined;
  return follow('relay-directory', (snapshot) => {
    const [before, reach] = [known, reachOf(snapshot, relay)];
    known = reach;
    if (before !== undefined && reach !== before && reach !== 'unknown') tell({ type: `relays.${reach}` });
  });
};

/** Tells when the read relays begin to be reachable, and when none of them is any more. */
export const defineWatchRelays = (follow: Follow) =>
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

/** The same of the feed, which may be read from one relay alone. */
export const defineWatchFeedRelays = (follow: Follow) =>
  fromCallback<AnyEventObject, { relay?: string | undefined }>(({ input, sendBack }) =>
    watchReach(follow, input.relay, sendBack),
  );
