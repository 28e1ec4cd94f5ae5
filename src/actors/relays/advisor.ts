import { fromPromise, type ActorRefFrom } from 'xstate';
import { KNOWN_INDEXERS } from '#domain/relays/default-relays.ts';
import { FALLBACK_RELAYS } from '#domain/relays/fallback-relays.ts';
import { adviseOn, afterSteps, suggestedRelays } from '#domain/relays/relay-advice.ts';
import type { AdvisorOrder, AdvisorReport } from '#machines/relays/relay-advisor.machine.ts';
import type { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import type { RefusedRelays } from '#store/relays/refused-relays.ts';
import type { RelayHealthStore } from '#store/relays/relay-health.ts';

export type AdvisorDeps = {
  readonly directory: () => Pick<ActorRefFrom<typeof relayDirectoryMachine>, 'getSnapshot' | 'send'>;
  readonly health: Pick<RelayHealthStore, 'get'>;
  readonly refusals: RefusedRelays;
  /** ms since the epoch */
  readonly now: () => number;
};

/** The slot `look`: what is to be done about the relays as they stand. */
export const defineLook = ({ directory, health, refusals, now }: AdvisorDeps) =>
  fromPromise<AdvisorReport>(() => {
    const { entries, connections, defaults } = directory().getSnapshot().context;
    const scene = {
      entries,
      refused: refusals.get(),
      health: health.get(),
      isConnected: (url: string) => connections[url] === 'connected',
      fallbacks: defaults.fallback ?? FALLBACK_RELAYS,
      // a page that names its relays never turns to the public network
      indexers: defaults.fallback ? [] : KNOWN_INDEXERS,
      now: now(),
    };
    return Promise.resolve({ advice: adviseOn(scene), suggested: suggestedRelays(scene) });
  });

/** The slot `change set`: relays leave and come, and what the user wants to hear no more of is remembered. */
export const defineChangeSet = ({ directory, refusals }: Pick<AdvisorDeps, 'directory' | 'refusals'>) =>
  fromPromise<void, AdvisorOrder>(({ input: { steps, refused } }) => {
    refusals.add(refused);
    const { entries } = directory().getSnapshot().context;
    directory().send({ type: 'relays.adopt', entries: afterSteps(entries, steps) });
    return Promise.resolve();
  });
