import { fromCallback, type ActorRefFrom } from 'xstate';
import { readsFrom } from '#domain/relay-set.ts';
import type { ReachFact } from '#machines/feed/reach.ts';
import type { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';

type Directory = Pick<ActorRefFrom<typeof relayDirectoryMachine>, 'getSnapshot' | 'subscribe'>;
type Reach = 'reachable' | 'unreachable' | 'unknown';

/** Reachable: a read relay is connected. Unreachable: none is, nor on the way to be. */
const reachOf = ({ context: { entries, connections } }: ReturnType<Directory['getSnapshot']>): Reach => {
  const states = entries.filter(({ permission }) => readsFrom(permission)).map(({ url }) => connections[url]);
  if (states.includes('connected')) return 'reachable';
  const hopeless = states.length > 0 && states.every((state) => state === 'waiting' || state === 'given up');
  return hopeless ? 'unreachable' : 'unknown';
};

/** Tells when the read relays begin to be reachable, and when none of them is any more. */
export const defineWatchRelays = (directory: () => Directory) =>
  fromCallback(({ sendBack }) => {
    const tell = (fact: ReachFact) => sendBack(fact);
    const relays = directory();
    let known = reachOf(relays.getSnapshot());
    const subscription = relays.subscribe((snapshot) => {
      const reach = reachOf(snapshot);
      if (reach === known) return;
      known = reach;
      if (reach !== 'unknown') tell({ type: `relays.${reach}` });
    });
    return () => subscription.unsubscribe();
  });
