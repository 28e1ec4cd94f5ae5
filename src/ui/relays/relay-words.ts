import type { ConnectionProblem } from '#domain/relays/relays-problem.ts';
import { POOL_MAX_ATTEMPTS } from '#domain/relays/relays-limits.ts';
import { DAY, HOUR, MINUTE } from '#domain/units.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import type { ConnectionState } from '#machines/relays/connection-lights.ts';
import type { RelayLine } from './use-relay-lines.ts';
import { whole } from '#ui/texts/formats.ts';
import { relayTexts } from '#ui/texts/relays.ts';

/** How the words about a relay are coloured. */
export type Tone = 'calm' | 'warn' | 'bad';

/** All that the line below a relay's name is made of. Times in ms. */
export type RelayFacts = {
  readonly url: string;
  readonly use: RelayLine['use'];
  readonly state: ConnectionState;
  /** this page may not connect to it */
  readonly keptOut?: boolean | undefined;
  /** attempts to connect so far */
  readonly attempts?: number | undefined;
  readonly lastError?: ConnectionProblem | undefined;
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

const { stands: words } = relayTexts;

/** '40 min', '2 h', '3 d'; '' under a minute. */
export const durationLabel = (ms: number): string => {
  if (ms < MINUTE) return '';
  if (ms < HOUR) return words.minutes(Math.floor(ms / MINUTE));
  return ms < DAY ? words.hours(Math.floor(ms / HOUR)) : words.days(Math.floor(ms / DAY));
};

/** '84 ms', '4,870 ms'. */
export const speedLabel = (ms: number): string => words.ms(whole(Math.round(ms)));

const connectedWords = ({ connectedSince, averageMs, use, limits = [] }: RelayFacts, now: number): string => {
  const since = connectedSince === undefined ? '' : durationLabel(now - connectedSince);
  const connected = use === 'indexer' || use === 'profile' ? words.only[use] : words.connected(since);
  const line = [averageMs === undefined ? '' : speedLabel(averageMs), connected, ...limits].filter(Boolean).join(' · ');
  return line.charAt(0).toUpperCase() + line.slice(1);
};

/** After it was given up there is one attempt now and then, which is counted no more. */
const attemptWords = (attempts = 0): string =>
  attempts > 1 && attempts <= POOL_MAX_ATTEMPTS ? words.attempt(attempts) : '';

/** What went wrong, and that it is tried again. */
const waitingWords = ({ attempts = 0, lastError }: RelayFacts): string =>
  [problemText(lastError), `${words.waiting}${attemptWords(attempts + 1)}`].filter(Boolean).join(' · ');

/** What is wrong with a relay that is connected, if anything. */
const troubleWords = ({ asksLogin, refusesLogin, silent }: RelayFacts): string | undefined => {
  if (refusesLogin) return words.refusesLogin;
  if (asksLogin) return words.asksLogin;
  return silent ? words.silent : undefined;
};

/** What a relay waits for, and why one that notes are read from has gone. */
const idleWords = ({ use, lastError }: RelayFacts): { readonly text: string; readonly tone: Tone } => {
  const why = use === 'read' || use === 'readwrite' ? problemText(lastError) : '';
  return { text: [why, words.idle[use]].filter(Boolean).join(' · '), tone: why ? 'warn' : 'calm' };
};

const givenUpWords = ({ lastError, flapping = false }: RelayFacts): string => {
  // a relay that answers no more is not one that hangs up
  if (flapping && lastError?.code !== 'connection-given-up') return words.flapping;
  return problemText(lastError) || words.noAnswer;
};

/** How a relay stands, in one line. */
export const relayWords = (facts: RelayFacts, now: number): { readonly text: string; readonly tone: Tone } => {
  const { state, keptOut, attempts, flapping = false } = facts;
  if (keptOut && state !== 'connected') return { text: words.keptOut, tone: 'bad' };
  if (state === 'given up') return { text: givenUpWords(facts), tone: 'bad' };
  const trouble = state === 'connected' ? troubleWords(facts) : undefined;
  if (trouble) return { text: trouble, tone: 'warn' };
  if (flapping) return { text: words.flapping, tone: 'warn' };
  switch (state) {
    case 'connected':
      return { text: connectedWords(facts, now), tone: 'calm' };
    case 'connecting':
      return { text: `${words.connecting}${attemptWords(attempts)}`, tone: 'calm' };
    case 'recovering':
      return { text: words.recovering, tone: 'warn' };
    case 'waiting':
      return { text: waitingWords(facts), tone: 'warn' };
    case 'resting':
      return { text: words.resting, tone: 'warn' };
    case 'not connected':
    case 'destroyed':
      return idleWords(facts);
  }
};
