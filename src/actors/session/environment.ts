import type { KeyEnvironment } from '#domain/session/key-record.ts';

type Place = {
  readonly crypto?: { readonly getRandomValues?: unknown; readonly subtle?: unknown } | undefined;
  readonly navigator?: object;
};

/** What this browser offers for keeping keys. Only Safari on iPhone and iPad says `standalone`. */
export const readKeyEnvironment = ({ crypto, navigator }: Place): KeyEnvironment => ({
  randomness: typeof crypto?.getRandomValues === 'function',
  webCrypto: typeof crypto?.subtle === 'object' && crypto.subtle !== null,
  iosStandalone: (navigator as { standalone?: unknown } | undefined)?.standalone === true,
});
