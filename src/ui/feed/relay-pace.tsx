import { useHealth } from '#ui/relays/use-health.ts';
import type { RelayLine } from '#ui/relays/use-relay-lines.ts';
import { feedTexts as texts } from '#ui/texts/feed.ts';

const TONES = { ok: 'c-3', wait: 'c-warn', bad: 'c-bad', off: 'c-3' } as const;

/** How quickly a relay answers on average, or why it does not. */
export const RelayPace = ({ url, state, light }: RelayLine) => {
  const ms = useHealth()[url]?.averageResponseTime;
  return (
    <span className={`num t-xs ${TONES[light]}`}>
      {state === 'connected' && ms !== undefined ? texts.ms(ms) : texts.relayStates[state]}
    </span>
  );
};
