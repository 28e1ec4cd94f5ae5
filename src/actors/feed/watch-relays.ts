import { fromCallback, type ActorRefFrom, type AnyEventObject } from 'xstate';
import { readsFrom } from '#domain/relays/relay-set.ts';
import type { ReachFact } from '#machines/feed/reach.ts';
import type { Wire } from '#actors/wire/wire.ts';
import type { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';

type Directory = Pick<ActorRefFrom<typeof relayDirectoryMachine>, 'getSnapshot' | 'subscribe'>;
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
const watchReach = (relays: Directory, relay: string | undefined, tell: (fact: ReachFact) => void) => {
  let known = reachOf(relays.getSnapshot(), relay);
  const subscription = relays.subscribe((snapshot) => {
    const reach = reachOf(snapshot, relay);
    if (reach === known) return;
    known = reach;
    if (reach !== 'unknown') tell({ type: `relays.${reach}` });
  });
  return () => subscription.unsubscribe();
};

/** Tells when the read relays begin to be reachable, and when none of them is any more. */
export const defineWatchRelays = (directory: () => Directory) =>
  fromCallback(({ sendBack }) => watchReach(directory(), undefined, sendBack));

/** The same of a thread; of what was not to be had, each relay that opens anew may have more. */
export const defineWatchThreadRelays = (directory: () => Directory, wire: Pick<Wire, 'observe'>) =>
  fromCallback(({ sendBack }) => {
    const isRead = (url: string) =>
      directory()
        .getSnapshot()
        .context.entries.some((entry) => entry.url === url && readsFrom(entry.permission));
    const stops = [
      watchReach(directory(), undefined, sendBack),
      wire.observe(({ type, relay }) => {
        if (type === 'opened' && isRead(relay)) sendBack({ type: 'relays.reachable' } satisfies ReachFact);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  });

/** The same of the feed, which may be read from one relay alone. */
export const defineWatchFeedRelays = (directory: () => Directory) =>
  fromCallback<AnyEventObject, { relay?: string | undefined }>(({ input, sendBack }) =>
    watchReach(directory(), input.relay, sendBack),
  );
