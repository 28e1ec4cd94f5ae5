import { Failure } from '#domain/problem.ts';
import type { Delivery } from '#domain/ecash/ledger/operation.ts';
import { noSigner } from '#domain/session/account.ts';
import { createNamelessSigner } from '#domain/wallet/nameless-signer.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import type { EcashStand } from '#ports/ecash.ts';
import type { Nutzaps } from '#ports/nutzaps.ts';
import type { Redeemed } from '#ports/wallet.ts';
import { createWaitingNutzaps, type WaitingNutzaps } from '#actors/ecash/nutzaps/waiting-nutzaps.ts';
import type { NutzapInfos } from '#actors/ecash/nutzaps/nutzap-infos.ts';
import { createNutzapSlots, type NutzapSlotDeps } from '#actors/ecash/nutzaps/nutzap-slots.ts';
import { createNutzaps } from '#actors/ecash/nutzaps/nutzaps.ts';
import { createNutzapToWallet } from '#actors/ecash/nutzaps/nutzap-to-wallet.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import { authorRelaysOf } from '#actors/relays/author-relays.ts';
import { createAlone, locksOf } from '#actors/shell/alone.ts';
import { dutyMachine } from '#machines/ecash/duty.machine.ts';
import { openVersions } from '#store/replaceable/versions.ts';
import type { AllNutzapSettings } from '#store/ecash/nutzap-settings.ts';
import type { AreaDeps } from './deps.ts';

export type NutzapAreaDeps = AreaDeps & {
  readonly signer: CurrentSigner;
  /** Sends what was taken on to the Lightning wallet. */
  readonly redeem: (taken: Redeemed) => Promise<void>;
};

type Parts = {
  readonly purseOf: (pubkey: string) => Purse;
  readonly current: () => Purse | undefined;
  readonly stand: () => EcashStand | undefined;
  readonly begin: NutzapSlotDeps['begin'];
  readonly infos: NutzapInfos;
  readonly nutzapSettings: AllNutzapSettings;
};

type NutzapParts = {
  readonly nutzaps: Nutzaps;
  readonly duties: Readonly<Record<'nutzap list' | 'nutzap giving' | 'nutzap taking', typeof dutyMachine>>;
};

/** Ecash that people give each other, over the wallet of whoever is logged in. */
export const nutzapParts = (
  deps: NutzapAreaDeps,
  { purseOf, current, stand, begin, infos, nutzapSettings: settings }: Parts,
): NutzapParts => {
  const { browser, account, signer } = deps;
  const byAccount = new Map<string, WaitingNutzaps>();
  const waitingOf = (pubkey: string) => {
    const waiting = byAccount.get(pubkey) ?? createWaitingNutzaps(pubkey, settings);
    byAccount.set(pubkey, waiting);
    return waiting;
  };
  const signerOf = (pubkey: string, { anonymous }: Delivery) => {
    const found = signer();
    if (found?.pubkey !== pubkey)
      throw account.get().method === 'nsec' ? new Failure({ code: 'zap-key-locked' }) : noSigner(account.get());
    return anonymous ? createNamelessSigner() : found;
  };
  const authorRelays = authorRelaysOf(deps);
  const relaysOf = (pubkey: string) => authorRelays({ pubkey, relays: [] });
  const { taken, resume } = createNutzapToWallet({
    ledger: (pubkey) => purseOf(pubkey).ledger,
    isWanted: (pubkey) => settings.of(pubkey).toWallet,
    redeem: deps.redeem,
    now: deps.now,
    tell: (pubkey, notSentOn) => waitingOf(pubkey).tell({ notSentOn }),
  });
  const { list, giving, taking } = createNutzapSlots({
    ...deps,
    purseOf,
    settings,
    waitingOf,
    signerOf,
    begin,
    taken: (pubkey, operation) => void taken(pubkey, operation),
    resume: (pubkey) => void resume(pubkey),
    versions: openVersions(),
    alone: createAlone(locksOf(browser)),
    window: browser,
  });
  const mine = ({ pubkey } = account.get()) => (pubkey === undefined ? undefined : waitingOf(pubkey));
  return {
    duties: {
      'nutzap list': dutyMachine.provide({ actors: list }),
      'nutzap giving': dutyMachine.provide({ actors: giving }),
      'nutzap taking': dutyMachine.provide({ actors: taking }),
    },
    nutzaps: createNutzaps({
      purse: current,
      stand,
      waiting: () => mine(),
      settings,
      infos,
      readRelaysOf: (pubkey) => relaysOf(pubkey).then(({ reads }) => reads),
      begin,
      look: (operation) => deps.find('ecash')?.send({ type: 'operation.look', operation }),
      taken: (pubkey, operation) => void taken(pubkey, operation),
      onAccount: account.subscribe,
    }),
  };
};
