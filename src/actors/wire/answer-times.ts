import { eoseTimeoutMs } from '#domain/relays/eose-time.ts';
import { CONNECTION_DURATIONS_KEPT, ANSWER_TIMES_RELAYS_MAX } from '#domain/relays/relays-limits.ts';
import type { Wire } from './wire.ts';

/** How long the relays took to answer, and the time that gives each for its EOSE. */
export const createAnswerTimes = (wire: Pick<Wire, 'observe'>) => {
  const times = new Map<string, number[]>();
  const note = (relay: string, ms: number) => {
    const known = times.get(relay) ?? [];
    times.delete(relay);
    times.set(relay, [...known, ms].slice(-CONNECTION_DURATIONS_KEPT));
    const [oldest] = times.keys();
    if (times.size > ANSWER_TIMES_RELAYS_MAX && oldest !== undefined) times.delete(oldest);
  };
  const stop = wire.observe((fact) => {
    if (fact.type === 'answered' || fact.type === 'timeout') note(fact.relay, fact.ms);
  });
  return { patience: (relay: string) => eoseTimeoutMs(times.get(relay) ?? []), stop };
};
