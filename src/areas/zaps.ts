import { authorRelaysOf } from '#actors/relays/author-relays.ts';
import type { ProveNutzaps } from '#ports/nutzaps.ts';
import { createProviders } from '#actors/wallet/providers.ts';
import { defineConfirmOwnZaps } from '#actors/wallet/zap-notifications.ts';
import { registerReceivedZaps } from '#actors/wallet/received-zaps.ts';
import { createZapWishes, defineCountZaps, defineWatchWantedZaps } from '#actors/wallet/zap-counts.ts';
import { defineWatchLogin } from '#actors/session/watch-login.ts';
import { arrived } from '#domain/shell/missing-code.ts';
import { lazily, startOnce } from '#domain/start-once.ts';
import { nutzapInfoKey } from '#domain/ecash/nutzaps/takes-ecash.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { zapReceiptsMachine } from '#machines/wallet/zap-receipts.machine.ts';
import type { AreaDeps, AreasOf } from './deps.ts';

/** What tells which zaps were paid. */
export const zapsAreas = (deps: AreaDeps & { readonly signer: CurrentSigner }): AreasOf<'zaps'> => {
  const fetch = deps.browser.fetch.bind(deps.browser);
  const providers = createProviders({ ...deps, fetch });
  const authorRelays = authorRelaysOf(deps);
  const writeRelaysOf = (pubkey: string) => authorRelays({ pubkey, relays: [] }).then(({ writes }) => writes);
  const askNutzapInfo = lazily(async () => {
    const { createAskNutzapInfo } = arrived(await import('#actors/ecash/nutzaps/nutzap-infos.ts'));
    return createAskNutzapInfo({ ...deps, writeRelaysOf });
  });
  deps.queryClient.setQueryDefaults([nutzapInfoKey('')[0]], {
    queryFn: ({ queryKey }) => askNutzapInfo(String(queryKey[1])),
    refetchOnReconnect: true,
  });
  const proof = startOnce(async () => {
    const { createNutzapProof } = arrived(await import('#actors/ecash/nutzaps/nutzap-proof.ts'));
    const { spawnEcashWorker } = arrived(await import('#workers/ecash-spawn.ts'));
    return createNutzapProof({ ...deps, spawn: () => spawnEcashWorker(deps.browser), writeRelaysOf });
  });
  const prove: ProveNutzaps = (events) =>
    proof().then(
      (proves) => proves(events),
      () => [],
    );
  registerReceivedZaps({ ...deps, providers, prove });
  const wishes = createZapWishes();
  const logic = zapReceiptsMachine.provide({
    actors: {
      'watch login': defineWatchLogin(deps),
      'watch wanted zaps': defineWatchWantedZaps(wishes, deps),
      'count zaps': defineCountZaps(wishes, { ...deps, providers, prove }),
      'confirm own zaps': defineConfirmOwnZaps({ ...deps, providers, prove }),
    },
  });
  return { 'zap-receipts': { logic } };
};
