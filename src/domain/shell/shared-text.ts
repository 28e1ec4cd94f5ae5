import { leakedSecret, type SecretKind } from '#domain/session/leaked-secret.ts';
import { SHARED_TEXT_MAX } from './shell-limits.ts';

/** the cache and the one key in it where a text of another app waits for the page */
export const SHARED_CACHE = 'nuthatch-shared';
export const SHARED_KEY = '/shared';

/** The parameters of the share target, in the order in which they are written down (`app-manifest.ts`). */
const SHARED = ['title', 'text', 'url'] as const;

/** Says in the address, for a moment, that the service worker took a text. */
export const SHARED_SEARCH = '?shared=1';

/** What another app shares, as one text; undefined when there is nothing. `search` as in `location`. */
export const sharedText = (search: string): string | undefined => {
  const parameters = new URLSearchParams(search);
  const parts: string[] = [];
  for (const name of SHARED) {
    const part = parameters.get(name)?.trim() ?? '';
    // many apps write the address into the text as well
    if (part !== '' && !parts.some((before) => before.includes(part))) parts.push(part);
  }
  const text = parts.join('\n').slice(0, SHARED_TEXT_MAX);
  return text === '' ? undefined : text;
};

/** What another app shared for a note: its text, or what kind of secret key was in it, so that it was not taken. */
export type Shared = { readonly text: string } | { readonly secret: SecretKind };

/** What becomes of a shared text: one with a secret key in it is not even kept. */
export const sharedOf = (text: string): Shared => {
  const secret = leakedSecret(text);
  return secret === undefined ? { text } : { secret };
};

/** What the service worker kept; undefined for what is none. Every script of this address can write there. */
export const readShared = (kept: unknown): Shared | undefined => {
  const { text, secret } = Object(kept) as Readonly<Record<string, unknown>>;
  if (secret === 'nsec' || secret === 'ncryptsec' || secret === 'pairing') return { secret };
  return typeof text === 'string' && text !== '' ? sharedOf(text.slice(0, SHARED_TEXT_MAX)) : undefined;
};

/** The text of a draft with a shared one at its end, as the one who writes chose it; nothing written before is lost. */
export const withShared = (written: string, shared: string): string => {
  const before = written.trimEnd();
  if (before === '') return shared;
  return before.endsWith(shared) ? written : `${before}\n\n${shared}`;
};
