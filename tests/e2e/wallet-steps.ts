import { createSigner } from '#devnet/content/signer.ts';
import { startNwcWallet, walletInfoEvent } from '#devnet/nwc/wallet.ts';
import type { Network } from './fixtures.ts';

/** Another wallet on the sample network, with an account of its name; the caller closes it. */
export const startSpare = async ({ devnet }: Network, name: string) => {
  const signer = createSigner(name);
  await devnet.publish(walletInfoEvent({ name, signer }, Math.floor(Date.now() / 1_000)));
  const relayUrls = devnet.config.readwrite;
  return startNwcWallet({ name, account: name, ledger: devnet.ledger, signer, budgetSats: 100, lud16: '', relayUrls });
};
