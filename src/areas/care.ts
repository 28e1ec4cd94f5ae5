import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { defineChangeSet, defineLook } from '#actors/relays/advisor.ts';
import { defineAskRelays, defineSaveHealth, defineWatchHealth } from '#actors/relays/health.ts';
import { startRelayCare } from '#actors/relays/relay-care.ts';
import { defineProbe } from '#actors/relays/relay-test.ts';
import { startSavedSet } from '#actors/relays/saved-set.ts';
import { openStorage } from '#actors/shell/browser.ts';
import { relayAdvisorMachine } from '#machines/relays/relay-advisor.machine.ts';
import { relayHealthMachine } from '#machines/relays/relay-health.machine.ts';
import { relayTestMachine } from '#machines/relays/relay-test.machine.ts';
import { createRelayHealth } from '#store/relays/relay-health.ts';
import type { AreaDeps, AreasOf } from './deps.ts';
import { relayListArea } from './relay-list.ts';

const UNSAVED = 'This browser keeps no data here: your relays last until the page is closed.';

type CareDeps = AreaDeps & { readonly signer: CurrentSigner };

/** What goes on beside the areas: policies of the wire, and the sets of relays of the users. */
const startBesides = (deps: CareDeps, storage: Storage | undefined, fetch: typeof globalThis.fetch) => {
  let told = false;
  const onUnsaved = () => {
    if (!told) deps.notify(UNSAVED);
    told = true;
  };
  const onKnown = () => {
    for (const area of ['feed', 'thread', 'profile'] as const) deps.find(area)?.send({ type: 'relays.reachable' });
  };
  startRelayCare({ ...deps, fetch, onKnown });
  startSavedSet({ ...deps, storage, window, onUnsaved });
};

/** The areas that look after the relays beside what reading needs: health, advice, relay lists, publishing. */
export const careAreas = (deps: CareDeps): AreasOf<'care'> => {
  const storage = openStorage(() => window.localStorage);
  const fetch = window.fetch.bind(window);
  startBesides(deps, storage, fetch);
  const health = createRelayHealth({ ...deps, storage });
  const watched = { ...deps, health, online: () => navigator.onLine };
  const relayHealth = relayHealthMachine.provide({
    actors: {
      'watch health': defineWatchHealth(watched),
      'ask relays': defineAskRelays(watched, deps.requests),
      'save health': defineSaveHealth(health),
    },
  });
  const relayAdvisor = relayAdvisorMachine.provide({
    actors: { look: defineLook({ ...deps, health }), 'change set': defineChangeSet(deps) },
  });
  const probe = defineProbe({ ...deps, createSocket: (url) => new WebSocket(url), fetch });
  return {
    'relay-health': { logic: relayHealth },
    'relay-advisor': { logic: relayAdvisor },
    'relay-test': { logic: relayTestMachine.provide({ actors: { probe } }) },
    'relay-list': relayListArea(deps),
  };
};
