import { POOL_MAX_ATTEMPTS } from '#domain/limits.ts';
import type { ConnectionState } from '#machines/relays/relay-connection.machine.ts';
import type { RelayLine } from '#ui/shell/relay-lines.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How the words about a relay are coloured. */
export type Tone = 'calm' | 'warn' | 'bad';

/** All that the line below a relay's name is made of. Times in ms. */
export type RelayFacts = {
  readonly url: string;
  readonly use: RelayLine['use'];
  readonly state: ConnectionState;
  /** attempts to connect so far */
  readonly attempts?: number | undefined;
  readonly lastError?: string | undefined;
  readonly connectedSince?: number | undefined;
  readonly averageMs?: number | undefined;
  readonly flapping?: boolean | undefined;
  readonly asksLogin?: boolean | undefined;
  /** it does not take the user */
  readonly refusesLogin?: boolean | undefined;
  /** it takes connections, but no longer answers */
  readonly silent?: boolean | undefined;
  /** what of the relay's limits is in the way at the moment, in words */
  readonly limits?: readonly string[] | undefined;
};

const waiting = {
  readwrite: 'Not connected',
  read: 'Not connected',
  write: 'Connects when you publish',
  indexer: 'Connects for profiles and lists',
  profile: 'Connects for profiles',
} as const;

const only: Partial<Record<RelayLine['use'], string>> = {
  indexer: 'profiles and lists only',
  profile: 'profiles only',
};

/** '40 min', '2 h', '3 d'; '' under a minute. */
export const durationLabel = (ms: number): string => {
  if (ms < MINUTE_MS) return '';
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  return ms < DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} d`;
};

/** '84 ms', '4,870 ms'. */
export const speedLabel = (ms: number): string => `${Math.round(ms).toLocaleString('en')} ms`;

const connectedWords = ({ connectedSince, averageMs, use, limits = [] }: RelayFacts, now: number): string => {
  const since = connectedSince === undefined ? '' : durationLabel(now - connectedSince);
  const connected = only[use] ?? ['connected', since].filter(Boolean).join(' ');
  const words = [averageMs === undefined ? '' : speedLabel(averageMs), connected, ...limits]
    .filter(Boolean)
    .join(' · ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const attemptWords = (attempts = 0): string => (attempts > 1 ? `, ${attempts} of ${POOL_MAX_ATTEMPTS}` : '');

/** What is wrong with a relay that is connected, if anything. */
const troubleWords = ({ asksLogin, refusesLogin, silent }: RelayFacts): string | undefined => {
  if (refusesLogin) return 'Connected, but does not take your login';
  if (asksLogin) return 'Connected, asks you to log in';
  return silent ? 'Connected, but does not answer' : undefined;
};

/** How a relay stands, in one line. The name of the relay is left out: it stands above. */
export const relayWords = (facts: RelayFacts, now: number): { readonly text: string; readonly tone: Tone } => {
  const { url, use, state, attempts, lastError = '', flapping = false } = facts;
  if (state === 'given up') return { text: lastError.replaceAll(` for ${url}`, '') || 'No answer', tone: 'bad' };
  const trouble = state === 'connected' ? troubleWords(facts) : undefined;
  if (trouble) return { text: trouble, tone: 'warn' };
  if (flapping) return { text: 'Flapping: its connection keeps breaking', tone: 'warn' };
  switch (state) {
    case 'connected':
      return { text: connectedWords(facts, now), tone: 'calm' };
    case 'connecting':
      return { text: `Connecting${attemptWords(attempts)}`, tone: 'calm' };
    case 'recovering':
      return { text: 'Connection lost, connecting again', tone: 'warn' };
    case 'waiting':
      return { text: `No answer, tries again${attemptWords((attempts ?? 0) + 1)}`, tone: 'warn' };
    case 'not connected':
    case 'destroyed':
      return { text: waiting[use], tone: 'calm' };
  }
};
