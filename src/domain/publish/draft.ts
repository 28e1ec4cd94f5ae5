import { isRecord } from '#domain/record.ts';
import { isHex64 } from '#domain/protocol/event.ts';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import { TOKEN_PATTERN } from '#domain/note/content.ts';
import { LITERAL_PATTERN, trimUrl } from '#domain/note/media.ts';
import { isBlank } from '#domain/text/calm-text.ts';
import { safeWebUrl } from '#domain/text/web-url.ts';
import { NAME_LETTER, WORD_LETTER } from './text-patterns.ts';

/** Somebody named in a draft: its text says `@name` where the post will link to the person. `pubkey` in hex. */
export type DraftMention = { readonly name: string; readonly pubkey: string };

/** What a picture or video of a draft shows, for those who do not see it; `url` as `mediaIn` tells it. */
export type DraftAlt = { readonly url: string; readonly alt: string };

/** What a person has written and not posted yet, with how it is to be posted. */
export type Draft = {
  readonly text: string;
  readonly mentions: readonly DraftMention[];
  readonly alts?: readonly DraftAlt[] | undefined;
  /** why it should be hidden at first (NIP-36); '' is a warning without a reason */
  readonly warning?: string | undefined;
  /** left out: the relays of the set that notes go to */
  readonly relays?: readonly string[] | undefined;
  /** leading zero bits, 0 for none; left out: as the policy of proof of work says */
  readonly bits?: number | undefined;
};

/** Where a draft belongs: `owner` is the public key of who writes, or VISITOR. */
export type DraftPlace = { readonly owner: string; readonly place: string };

/** A draft with where it is kept; `at`: when it was last written on, ms since the epoch. */
export type KeptDraft = DraftPlace & { readonly draft: Draft; readonly at: number };

/** Drafts of this device, by who writes and where. */
export type Drafts = {
  /** The draft as it was left; undefined when there is none. */
  get(place: DraftPlace): Draft | undefined;
  /** All that one finds who writes, the newest first. */
  list(owner: string): readonly KeptDraft[];
  /** Keeps it; an empty one is forgotten. One with a secret key in it is not written to the disk: the one before stays. */
  put(place: DraftPlace, draft: Draft): void;
  forget(place: DraftPlace): void;
  /** Keeps it at another place than before; false where that would take it off the disk: then all is as it was. */
  move(from: DraftPlace, to: DraftPlace, draft: Draft): boolean;
  /** Whether one is only in memory and would be lost by a reload. */
  hasUnsaved(): boolean;
  /** Whether the browser refused to keep the last one, or keeps none. */
  cannotKeep(): boolean;
  /** Calls back when another tab keeps one, until the returned function is called. */
  readonly onKeptElsewhere: (listener: (place: DraftPlace, draft: Draft) => void) => () => void;
  /** Calls back when one was posted, or emptied in another tab, until the returned function is called. */
  readonly onForgotten: (listener: (place: DraftPlace) => void) => () => void;
};

/** Who writes before being logged in. */
export const VISITOR = 'visitor';

export const EMPTY_DRAFT: Draft = { text: '', mentions: [] };

/** Whether there is nothing in it to lose. */
export const isEmptyDraft = ({ text, warning = '' }: Draft): boolean => isBlank(text) && isBlank(warning);

const mentionsIn = (value: unknown): readonly DraftMention[] =>
  (Array.isArray(value) ? value : []).filter(
    (mention): mention is DraftMention =>
      isRecord(mention) && typeof mention.name === 'string' && mention.name !== '' && isHex64(mention.pubkey),
  );

const altsIn = (value: unknown): readonly DraftAlt[] | undefined =>
  Array.isArray(value)
    ? value.filter(
        (one): one is DraftAlt => isRecord(one) && typeof one.url === 'string' && typeof one.alt === 'string',
      )
    : undefined;

const relaysIn = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((url) => typeof url === 'string') : undefined;

/** A draft out of a storage; undefined for what is none. */
export const readDraft = (value: unknown): Draft | undefined => {
  if (!isRecord(value) || typeof value.text !== 'string') return undefined;
  const { text, warning, bits } = value;
  return {
    text,
    mentions: mentionsIn(value.mentions),
    alts: altsIn(value['alts']),
    warning: typeof warning === 'string' ? warning : undefined,
    relays: relaysIn(value['relays']),
    bits: typeof bits === 'number' && Number.isInteger(bits) && bits >= 0 ? bits : undefined,
  };
};

/** Ends a code before a letter that would be read as one of it; it is not seen. */
const JOINER = '\u2060';

/**
 * The text as it is posted: every name that was chosen from the list is a link to the person (NIP-27), also with the s of a
 * genitive.
 */
export const writtenOut = ({ text, mentions }: Pick<Draft, 'text' | 'mentions'>): string => {
  if (mentions.length === 0) return text;
  const links = new Map(mentions.map(({ name, pubkey }) => [name, `nostr:${encodeNpub(pubkey)}`]));
  const longestFirst = [...links.keys()].toSorted((a, b) => b.length - a.length);
  const names = longestFirst.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join('|');
  const chosen = `(?<!${WORD_LETTER})@(${names})(?=(s?)(?!${NAME_LETTER}))`;
  return text.replaceAll(
    new RegExp(`${LITERAL_PATTERN}|${chosen}`, 'gu'),
    (written, name: string | undefined, ending: string) =>
      name === undefined ? written : links.get(name) + (ending && JOINER),
  );
};

const TOKEN = new RegExp(TOKEN_PATTERN);

/** Whether there is ecash in a text that is to be published; the ecash code, which has a finer eye, is not loaded for a composer. */
export const hasToken = (text: string): boolean => TOKEN.test(text);

/** The text without its links to this address, however they are written there. */
export const withoutLinks = (text: string, url: string): string =>
  text
    .replace(new RegExp(LITERAL_PATTERN, 'g'), (raw) => {
      const written = trimUrl(raw);
      return safeWebUrl(written) === url ? raw.slice(written.length) : raw;
    })
    .replace(/[ \t]+$/gm, '')
    .trimEnd();
