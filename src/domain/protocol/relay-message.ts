/** The machine-readable beginnings of OK, CLOSED and NOTICE (NIP-01, NIP-42). */
const PREFIXES = [
  'auth-required',
  'restricted',
  'rate-limited',
  'pow',
  'duplicate',
  'blocked',
  'invalid',
  'mute',
  'error',
] as const;

export type RelayPrefix = (typeof PREFIXES)[number];

/**
 * What a relay says with a message: its prefix, undefined for one without, the words for people behind it, and what to
 * do: `authenticate`, `wait` and ask again, `retry` what was meant to stay open, or `stop` for nothing that helps.
 */
export type RelayVerdict = {
  readonly prefix: RelayPrefix | undefined;
  readonly words: string;
  readonly remedy: 'authenticate' | 'wait' | 'retry' | 'stop' | 'none';
};

const REMEDIES: Readonly<Record<RelayPrefix, RelayVerdict['remedy']>> = {
  'auth-required': 'authenticate',
  // relays say so as well to somebody who has not authenticated
  restricted: 'authenticate',
  'rate-limited': 'wait',
  pow: 'stop',
  // it has the event already
  duplicate: 'none',
  blocked: 'stop',
  invalid: 'stop',
  mute: 'stop',
  error: 'retry',
};

const SHAPE = /^\s*(?:error:\s+)?([a-z]+(?:-[a-z]+)?):\s*([\s\S]*)$/i;

const isPrefix = (word: string): word is RelayPrefix => (PREFIXES as readonly string[]).includes(word);

/** Reads the message of an OK, a CLOSED or a NOTICE. Words without a known prefix ask for `retry`: they say nothing. */
export const relayVerdict = (text: string): RelayVerdict => {
  const [, word = '', words = ''] = SHAPE.exec(text) ?? [];
  const prefix = word.toLowerCase();
  if (!isPrefix(prefix)) return { prefix: undefined, words: text.trim(), remedy: 'retry' };
  return { prefix, words: words.trim(), remedy: REMEDIES[prefix] };
};

/** What a request waits for after a refusal that something is done about. */
export const waitedFor = (refusal: string): 'authenticate' | 'wait' | 'retry' => {
  const { remedy } = relayVerdict(refusal);
  return remedy === 'authenticate' || remedy === 'wait' ? remedy : 'retry';
};
