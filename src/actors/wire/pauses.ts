import { relayVerdict } from '#domain/protocol/relay-message.ts';
import { askAgain, fillPlaces } from './open-links.ts';
import { FLOOD } from './wire-link.ts';
import type { Wire } from './wire.ts';
import { SECOND, MINUTE } from '#domain/units.ts';

/** a rate-limited relay is left alone for so long, each time in a row for twice as long, up to the longest */
export const RATE_LIMIT_PAUSE_MS = 2 * SECOND;
export const RATE_LIMIT_PAUSE_MAX_MS = 1 * MINUTE;
/** and it gets them back over the same socket after so long */
export const RELAY_FLOOD_PAUSE_MS = 30 * SECOND;

type Deps = {
  readonly wire: Wire;
  /** ms since the epoch */
  readonly now: () => number;
};

export const pauseFor = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(resolve, ms, undefined));

/** Relays that ask for slower requests are left alone for a while, longer each time in a row. */
export const createPauses = ({ wire, now }: Deps) => {
  const pauses = new Map<string, { readonly until: number; readonly step: number }>();
  const isOver = (relay: string) => (pauses.get(relay)?.until ?? 0) <= now();
  const begin = (relay: string) => {
    if (!isOver(relay)) return;
    const step = (pauses.get(relay)?.step ?? -1) + 1;
    const ms = Math.min(RATE_LIMIT_PAUSE_MS * 2 ** step, RATE_LIMIT_PAUSE_MAX_MS);
    pauses.set(relay, { until: now() + ms, step });
    setTimeout(() => fillPlaces(wire, relay), ms);
  };
  const stop = wire.observe((fact) => {
    if (fact.type === 'answered' && isOver(fact.relay)) pauses.delete(fact.relay);
    if (fact.type !== 'said' || fact.message.verb !== 'NOTICE') return;
    if (relayVerdict(fact.message.text).remedy === 'wait') begin(fact.relay);
  });
  const pause = (relay: string) => {
    begin(relay);
    return pauseFor((pauses.get(relay)?.until ?? 0) - now());
  };
  return { pause, isPaused: (relay: string) => !isOver(relay), stop };
};

/** A relay that was left for flooding is asked again after a while, over the same socket: floods end. */
export const watchFloods = (wire: Wire): (() => void) => {
  const leaving = new Set<string>();
  return wire.observe(({ relay, ...fact }) => {
    if (fact.type !== 'refused' || fact.reason !== FLOOD || leaving.has(relay)) return;
    leaving.add(relay);
    setTimeout(() => {
      leaving.delete(relay);
      askAgain(wire, relay);
    }, RELAY_FLOOD_PAUSE_MS);
  });
};
