import { createProviders } from '#actors/wallet/providers.ts';
import { defineConfirmOwnZaps } from '#actors/wallet/own-zaps.ts';
import { registerReceivedZaps } from '#actors/wallet/received-zaps.ts';
import { createZapWishes, defineCountZaps, defineWatchWantedZaps } from '#actors/wallet/zap-counts.ts';
import { defineWatchLogin } from '#actors/session/watch-login.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { zapReceiptsMachine } from '#machines/wallet/zap-receipts.machine.ts';
import type { AreaDeps, AreasOf } from './deps.ts';

/** What tells which zaps were paid. */
export const zapsAreas = (deps: AreaDeps & { readonly signer: CurrentSigner }): AreasOf<'zaps'> => {
  const fetch = deps.browser.fetch.bind(deps.browser);
  const providers = createProviders({ ...deps, fetch });
  registerReceivedZaps({ ...deps, providers });
  const wishes = createZapWishes();
  const logic = zapReceiptsMachine.provide({
    actors: {
      'watch login': defineWatchLogin(deps),
      'watch wanted zaps': defineWatchWantedZaps(wishes, deps),
      'count zaps': defineCountZaps(wishes, { ...deps, providers }),
      'confirm own zaps': defineConfirmOwnZaps({ ...deps, providers }),
    },
  });
  return { 'zap-receipts': { logic } };
};
