import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { defineChangeSet, defineLook } from '#actors/relays/advisor.ts';
import { defineAskEachRelay, defineSaveHealth, defineWatchHealth } from '#actors/relays/health.ts';
import { defineAttend, loadAgain, type RelayCareDeps } from '#actors/relays/relay-care.ts';
import { defineIntroduce } from '#actors/relays/relay-terms.ts';
import { defineProbe } from '#actors/relays/relay-test.ts';
import { startSavedSet } from '#actors/relays/saved-set.ts';
import { relayAdvisorMachine } from '#machines/relays/relay-advisor.machine.ts';
import { relayCareMachine } from '#machines/relays/relay-care.machine.ts';
import { relayHealthMachine } from '#machines/relays/relay-health.machine.ts';
import { relayTermsMachine } from '#machines/relays/relay-terms.machine.ts';
import { relayTestMachine } from '#machines/relays/relay-test.machine.ts';
import { createRefusedRelays } from '#store/relays/refused-relays.ts';
import { createRelayHealth } from '#store/relays/relay-health.ts';
import { createRelayListStore, type RelayListStore } from '#store/relays/relay-list-store.ts';
import type { AreaDeps, AreasOf } from './deps.ts';
import { relayListArea } from './relay-list.ts';

type CareDeps = AreaDeps & { readonly signer: CurrentSigner };

/** The sets of relays of the users go on beside the areas. */
const startBesides = (deps: CareDeps, lists: RelayListStore) => {
  const { browser, ending, storages } = deps;
  let told = false;
  const onUnsaved = () => {
    if (!told) deps.notify({ code: 'relays-not-kept' });
    told = true;
  };
  const stop = startSavedSet({ ...deps, lists, storage: storages.local, window: browser, onUnsaved });
  ending.addEventListener('abort', stop);
};

/** The machine that looks after relays, with all slots filled. */
const relayCare = (deps: RelayCareDeps) =>
  relayCareMachine.provide({
    actors: {
      attend: defineAttend(deps),
      'relay-terms': relayTermsMachine.provide({ actors: { introduce: defineIntroduce(deps) } }),
    },
  });

/** The areas that look after the relays beside what reading needs: health, advice, relay lists, publishing. */
export const careAreas = (deps: CareDeps): AreasOf<'care'> => {
  const { browser } = deps;
  const fetch = browser.fetch.bind(browser);
  const lists = createRelayListStore(deps.storages.session, deps.storages.local);
  startBesides(deps, lists);
  const health = createRelayHealth({ ...deps, storage: deps.storages.local });
  const watched = { ...deps, health, online: () => browser.navigator.onLine };
  const relayHealth = relayHealthMachine.provide({
    actors: {
      'watch health': defineWatchHealth(watched),
      'ask relays': defineAskEachRelay(watched, deps.requests),
      'save health': defineSaveHealth(health),
    },
  });
  const advised = { ...deps, health, refusals: createRefusedRelays(deps.storages.local) };
  const relayAdvisor = relayAdvisorMachine.provide({
    actors: { look: defineLook(advised), 'change set': defineChangeSet(advised) },
  });
  const probe = defineProbe({ ...deps, createSocket: (url) => new browser.WebSocket(url), fetch });
  return {
    'relay-care': { logic: relayCare({ ...deps, fetch, onKnown: loadAgain(deps.find) }) },
    'relay-health': { logic: relayHealth },
    'relay-advisor': { logic: relayAdvisor },
    'relay-test': { logic: relayTestMachine.provide({ actors: { probe } }) },
    'relay-list': relayListArea({ ...deps, store: lists }),
  };
};
