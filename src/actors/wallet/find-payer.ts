import { mayKnow, type EcashRoute, type PaymentRoute } from '#domain/wallet/payment.ts';
import type { RunningAreas } from '#machines/areas.ts';
import { ecashSettled } from './ecash-settled.ts';
import { findWallet } from './find-wallet.ts';
import type { PaymentSource } from './wallet-link.ts';

type Source<Route> = (route: Route) => PaymentSource | undefined;

/** What may know of payments by a route: ecash where that is said, else the wallet that is connected, when it is at that service. */
export const sourcesOf =
  (link: () => PaymentSource | undefined, ecash: Source<EcashRoute>): Source<PaymentRoute | undefined> =>
  (route) => {
    if (route?.kind === 'ecash') return ecash(route);
    const wallet = link();
    return wallet && (!route || mayKnow(wallet.route, route)) ? wallet : undefined;
  };

type Deps = Pick<RunningAreas, 'find'> & { readonly ecash: { readonly start: () => Promise<void> } };

/** Whether what is used to pay can pay: ecash that is `chosen` is opened for it; for a `press` a signer that said no is asked again. */
export const findPayer = async (
  chosen: EcashRoute | undefined,
  deps: Deps,
  { signal, isPress = false }: { readonly signal: AbortSignal; readonly isPress?: boolean },
): Promise<boolean> => {
  if (!chosen) return findWallet(deps, signal);
  await deps.ecash.start();
  const chart = deps.find('ecash');
  // heard only where it could not be opened
  if (isPress) chart?.send({ type: 'ecash.retry' });
  const settled = chart && (await ecashSettled(chart, { signal }));
  return settled?.hasTag('open') === true;
};
