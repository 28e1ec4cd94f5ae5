import type { MintOptions } from './mint.ts';

/** The mints of the sample network. */
export const MINT_PLANS: readonly Pick<MintOptions, 'name' | 'keysets' | 'motd' | 'hasOffers'>[] = [
  { name: 'Hazel', hasOffers: true },
  { name: 'Rowan', keysets: [{ version: '00', fee: 100 }], motd: 'Ten proofs cost one sat to spend.' },
];
