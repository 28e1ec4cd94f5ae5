import type { RelayReach } from '#actors/relays/relay-reach.ts';

/** Every relay may be asked and none has a socket; `dead` ones do not answer. */
export const openReach = (dead: readonly string[] = []): RelayReach => ({
  isHealthy: (url) => !dead.includes(url),
  mayAsk: () => true,
  connected: () => new Set(),
  nearest: (urls) => urls,
});

/** The relays of an app without any. */
export const noDirectory = (): never =>
  ({
    getSnapshot: () => ({ context: { entries: [], connections: {}, defaults: { entries: [], profile: [] } } }),
  }) as never;
