import { fromPromise, type ActorRefFrom } from 'xstate';
import { KNOWN_INDEXERS } from '#domain/relays/default-relays.ts';
import { FALLBACK_RELAYS } from '#domain/relays/fallback-relays.ts';
import { adviseOn, afterSteps, suggestedRelays, type SetStep } from '#domain/relays/relay-advice.ts';
import type { AdvisorReport } from '#machines/relays/relay-advisor.machine.ts';
import type { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import type { RelayHealthStore } from '#store/relays/relay-health.ts';

export type AdvisorDeps = {
  readonly directory: () => Pick<ActorRefFrom<typeof relayDirectoryMachine>, 'getSnapshot' | 'send'>;
  readonly health: Pick<RelayHealthStore, 'get'>;
  /** ms since the epoch */
  readonly now: () => number;
};

/** The slot `look`: what is to be done about the relays as they stand. */
export const defineLook = ({ directory, health, now }: AdvisorDeps) =>
  fromPromise<AdvisorReport, { refused: readonly string[] }>(({ input: { refused } }) => {
    const { entries, connections, defaults } = directory().getSnapshot().context;
    const scene = {
      entries,
      refused,
      health: health.get(),
      isConnected: (url: string) => connections[url] === 'connected',
      fallbacks: defaults.fallback ?? FALLBACK_RELAYS,
      // a page that names its relays never turns to the public network
      indexers: defaults.fallback ? [] : KNOWN_INDEXERS,
      now: now(),
    };
    return Promise.resolve({ advice: adviseOn(scene), suggested: suggestedRelays(scene) });
  });

/** The slot `change set`: relays leave and come. */
export const defineChangeSet = ({ directory }: Pick<AdvisorDeps, 'directory'>) =>
  fromPromise<void, { steps: readonly SetStep[] }>(({ input: { steps } }) => {
    const { entries } = directory().getSnapshot().context;
    directory().send({ type: 'relays.adopt', entries: afterSteps(entries, steps) });
    return Promise.resolve();
  });
