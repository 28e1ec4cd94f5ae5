import { fromCallback, type AnyEventObject } from 'xstate';
import { readUrls } from '#machines/relays/directory-plan.ts';
import type { ReachFact } from '#machines/feed/reach.ts';
import type { AreaRefs, RunningAreas } from '#machines/areas.ts';

export type Directory = AreaRefs['relay-directory'];
export type Follow = RunningAreas['follow'];
type Reach = 'reachable' | 'unreachable' | 'unknown';

/** Reachable: a read relay, or the one that is asked, is connected. Unreachable: none is, nor on the way to be. */
const reachOf = ({ context }: ReturnType<Directory['getSnapshot']>, relay: string | undefined): Reach => {
  const { connections } = context;
  const states = (relay === undefined ? readUrls(context) : [relay]).map((url) => connections[url]);
  if (states.includes('connected')) return 'reachable';
  const hopeless =
    states.length > 0 && states.every((state) => state === 'waiting' || state === 'resting' || state === 'given up');
  return hopeless ? 'unreachable' : 'unknown';
};

/** Tells each change of the reach, and at the start that none is, until the returned function is called. */
export const watchReach = (follow: Follow, relay: string | undefined, tell: (fact: ReachFact) => void) => {
  let known: Reach | undefined;
  return follow('relay-directory', (snapshot) => {
    const [before, reach] = [known, reachOf(snapshot, relay)];
    known = reach;
    if (reach !== 'unknown' && reach !== (before ?? 'reachable')) tell({ type: `relays.${reach}` });
  });
};

/** Tells when the relays of the feed begin to be reachable, and when none of them is; it may be read from one alone. */
export const defineWatchFeedRelays = (follow: Follow) =>
  fromCallback<AnyEventObject, { relay?: string | undefined }>(({ input, sendBack }) =>
    watchReach(follow, input.relay, sendBack),
  );
