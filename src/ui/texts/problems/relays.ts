import { RELAY_WORDS_SHOWN_MAX, RELAY_WORDS_BEFORE_OURS_MAX } from '#domain/relays/relays-limits.ts';
import type { RelayProblem, TermsProblem } from '#domain/relays/relays-problem.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import { wordsFor, type ProblemWords } from '#ui/texts/say.ts';

const quoted = (words: string, max = RELAY_WORDS_SHOWN_MAX) => `“${calmLine(words, max)}”`;

const terms: ProblemWords<TermsProblem> = {
  'relay-not-yours': 'it is no relay of yours, so it is not told who you are',
  'relay-not-told': 'it cannot be told who you are now',
  'relay-gives-no-challenge': 'it does not say how to answer',
  'relay-asks-again': 'it was told who you are, and asks again and again',
  'relay-needs-login': 'log in with a key to answer',
  'relay-answer-unsigned': 'it was not signed',
  'relay-answer-ignored': 'it did not accept the answer in time',
  'relay-said': ({ words }) => quoted(words),
};

export const relayProblems: ProblemWords<RelayProblem> = {
  ...terms,
  'no-relay-answered': 'No relay answered',
  'no-relays-to-read': 'No relays configured. Add a relay or restore defaults to fetch notes.',
  'relay-info-failed': 'Failed to load relay information',
  'socket-failed': 'The socket failed',
  'socket-refused': 'The socket cannot be made',
  'socket-late': 'The socket did not open in time',
  'socket-silent': 'Nothing was heard for too long',
  'ping-unanswered': 'A ping was not answered',
  'relay-in-vain': 'It sent too much that leads to nothing',
  'relay-closed': ({ status }) => `The relay closed the connection (${status})`,
  'connection-timeout': ({ ms, relay }) => `Connection timeout after ${ms}ms for ${relay}`,
  'connection-given-up': ({ attempts, relay }) => `Max connection attempts (${attempts}) exceeded for ${relay}`,
  'no-connection': 'no connection',
  'relay-refused': 'refused without a reason',
  'relay-not-chosen': 'on a local network, and not one of your relays',
  'pool-destroyed': 'RelayConnectionPool has been destroyed',
  'delivery-failed': 'could not be sent',
  'no-answer-within': ({ seconds }) => `no answer within ${seconds} s`,
  'too-many-connections': ({ most }) => `Maximum connections (${most}) reached`,
  'event-too-long': ({ bytes, most }) => `too long: ${bytes} bytes, and the relay takes ${most}`,
  'relay-unmet': ({ words, because }) => `${quoted(words, RELAY_WORDS_BEFORE_OURS_MAX)} (${wordsFor(terms, because)})`,
  'test-unanswered': 'no answer',
  'test-refused': 'refused',
  'test-cut-off': 'the connection broke',
  'test-without-signer': 'Nobody is logged in who can sign',
  'test-not-connected': 'not connected',
  'test-broken': 'the test failed',
};
