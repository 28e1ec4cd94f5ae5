import { leakedSecret, type SecretKind } from '#domain/session/leaked-secret.ts';
import { SHARED_TEXT_MAX } from './shell-limits.ts';

/** The parameters of the share target, in the order in which they are written down (`app-manifest.ts`). */
const SHARED = ['title', 'text', 'url'] as const;

/** Where the text of other apps arrives. */
export const WRITING_PATH = '/create';

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

/** What a launch of the running app asks for; undefined when it is only to be shown. */
export type Launch =
  | { readonly type: 'open'; readonly path: string }
  /** a text of another app for the one who writes */
  | { readonly type: 'share'; readonly path: string; readonly text: string };

/** Reads the address of a launch. Addresses of other sites ask for nothing. */
export const readLaunch = (address: string, origin: string): Launch | undefined => {
  const url = URL.parse(address);
  if (url === null || url.origin !== origin) return undefined;
  const { pathname, search, hash } = url;
  const text = pathname === WRITING_PATH ? sharedText(search) : undefined;
  if (text !== undefined) return { type: 'share', path: pathname, text };
  return pathname === '/' && search === '' && hash === ''
    ? undefined
    : { type: 'open', path: `${pathname}${search}${hash}` };
};
