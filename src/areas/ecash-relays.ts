import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { createElsewhere } from '#actors/ecash/wallet/wallet-elsewhere.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import { createReadingSlots } from '#actors/ecash/wallet/reading-slots.ts';
import { createRestoreList } from '#actors/ecash/wallet/restore-list.ts';
import { createSyncSlots } from '#actors/ecash/wallet/sync-slots.ts';
import { freshRelays, mintsOfWords, relaysOfAccount } from '#actors/ecash/wallet/wallet-relays.ts';
import { ecashReadingMachine } from '#machines/ecash/ecash-reading.machine.ts';
import { ecashSyncMachine } from '#machines/ecash/ecash-sync.machine.ts';
import { restoreMachine } from '#machines/ecash/restore.machine.ts';
import { defineWatchLogin } from '#actors/session/watch-login.ts';
import type { RelayChoice } from '#store/ledger/relay-choice.ts';
import type { AreaDeps } from './deps.ts';

type RelayDeps = AreaDeps & { readonly signer: CurrentSigner };

type Charts = {
  readonly purseOf: (pubkey: string) => Purse;
  /** of whoever is logged in */
  readonly mine: () => Purse;
  readonly choice: RelayChoice;
};

/** The charts that read the wallet from the relays of its account, and tell them of it. */
export const relayCharts = (deps: RelayDeps, { purseOf, mine, choice }: Charts) => {
  const { browser, signer, requests, follow } = deps;
  const reading = createReadingSlots({
    reader: purseOf,
    signer,
    requests,
    relays: () => relaysOfAccount(deps),
    onRelays: (listener) => follow('relay-directory', listener),
  });
  const sync = createSyncSlots(mine, {
    ...deps,
    namedMints: (purse) => mintsOfWords(deps, purse, { borrowed: false }),
    firstRelays: () => freshRelays(deps),
    choice,
    window: browser,
  });
  return {
    'ecash-reading': ecashReadingMachine.provide({ actors: reading }),
    'ecash-sync': ecashSyncMachine.provide({ actors: sync }),
  };
};

type Finding = {
  readonly current: () => Purse | undefined;
  readonly opened: () => Promise<Purse>;
  readonly begin: (act: (purse: Purse) => Promise<string>) => Promise<string>;
  readonly look: (operation: string) => void;
};

/** What relays know of wallets that are not here: of the account, or of words; and the chart that holds such words. */
export const foundOnRelays = (deps: RelayDeps, { current, opened, begin, look }: Finding) => {
  const elsewhere = createElsewhere({
    purse: current,
    signer: deps.signer,
    requests: deps.requests,
    relays: () => relaysOfAccount(deps),
  });
  const { acts, slots } = createRestoreList({
    chart: () => deps.find('restore'),
    purse: current,
    opened,
    begin,
    look,
    findMints: (purse, whose) => mintsOfWords(deps, purse, whose),
  });
  const restore = restoreMachine.provide({ actors: { 'watch login': defineWatchLogin(deps), ...slots } });
  return { found: { ...elsewhere, ...acts }, restore };
};
