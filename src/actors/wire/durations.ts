import { isFlapping, withDuration, type Durations } from '#domain/relays/flapping.ts';
import { FLAPPING_DURATION_MAX_MS, HEALTH_RECORDS_MAX } from '#domain/relays/relays-limits.ts';

/** How long the connections to each relay lasted: the latest 100, of at most 100 relays (RELAY-64). */
export const createDurations = (now: () => number) => {
  const openedAt = new Map<string, number>();
  const durations = new Map<string, Durations>();
  return {
    opened: (relay: string, at = now()) => void openedAt.set(relay, at),
    wasOpen: (relay: string): boolean => openedAt.has(relay),
    /** The connection ended; `broke` when nobody here wanted that. Tells whether the relay is flapping. */
    closed(relay: string, broke: boolean): boolean {
      const at = openedAt.get(relay);
      openedAt.delete(relay);
      const before = durations.get(relay) ?? [];
      const lasted = at === undefined ? 0 : now() - at;
      // one that lasted says that the relay does not flap, whoever ended it
      if (at === undefined || (!broke && lasted <= FLAPPING_DURATION_MAX_MS)) return isFlapping(before);
      const after = withDuration(before, lasted);
      durations.delete(relay);
      durations.set(relay, after);
      if (durations.size > HEALTH_RECORDS_MAX) durations.delete(durations.keys().next().value!);
      return isFlapping(after);
    },
  };
};
