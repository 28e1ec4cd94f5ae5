import { RELAY_HINTS_MAX, URL_MAX_CHARACTERS } from './limits.ts';

const RELAY_URL = /^wss?:\/\/[^\s/?#@]+(?:\/[^\s]*)?$/i;

/** Whether a stranger's relay hint is worth a look: a short ws or wss URL without credentials. */
export const isRelayHint = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= URL_MAX_CHARACTERS && RELAY_URL.test(text) && URL.canParse(text);

/** The usable ones of some relay hints: distinct, RELAY_HINTS_MAX at most. */
export const relayHints = (hints: readonly unknown[]): string[] =>
  [...new Set(hints.slice(0, 100).filter(isRelayHint))].slice(0, RELAY_HINTS_MAX);
