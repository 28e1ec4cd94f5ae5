import type { Publishing } from './publishing.ts';

/** What the app can do in the name of the user, once this part of it runs. */
export type Acting = {
  readonly publishing: Publishing;
  /** How many nonces all workers of this device try in a second; measured once. */
  readonly hashesPerSecond: () => Promise<number>;
};
