import { isRecord } from '#domain/record.ts';
import { isHex64 } from '#domain/protocol/event.ts';
import { encodeNpub } from '#domain/protocol/identifiers.ts';

/** Somebody named in a draft: its text says `@name` where the post will link to the person. `pubkey` in hex. */
export type DraftMention = { readonly name: string; readonly pubkey: string };

/** What a person has written and not posted yet, with how it is to be posted. */
export type Draft = {
  readonly text: string;
  readonly mentions: readonly DraftMention[];
  /** why it should be hidden at first (NIP-36); '' is a warning without a reason */
  readonly warning?: string | undefined;
  /** left out: the relays of the set that notes go to */
  readonly relays?: readonly string[] | undefined;
  /** leading zero bits, 0 for none; left out: as the policy of proof of work says */
  readonly bits?: number | undefined;
};

/** Where a draft belongs: `owner` is the public key of who writes, or VISITOR. */
export type DraftPlace = { readonly owner: string; readonly place: string };

/** Drafts of this device, by who writes and where. */
export type Drafts = {
  /** The draft as it was left; undefined when there is none. */
  get(place: DraftPlace): Draft | undefined;
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
};

/** Who writes before being logged in. */
export const VISITOR = 'visitor';

export const EMPTY_DRAFT: Draft = { text: '', mentions: [] };

/** Whether there is nothing in it to lose. */
export const isEmptyDraft = ({ text, warning = '' }: Draft): boolean => text.trim() === '' && warning.trim() === '';

const mentionsIn = (value: unknown): readonly DraftMention[] =>
  (Array.isArray(value) ? value : []).filter(
    (mention): mention is DraftMention =>
      isRecord(mention) && typeof mention.name === 'string' && mention.name !== '' && isHex64(mention.pubkey),
  );

const relaysIn = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((url) => typeof url === 'string') : undefined;

/** A draft out of a storage; undefined for what is none. */
export const readDraft = (value: unknown): Draft | undefined => {
  if (!isRecord(value) || typeof value.text !== 'string') return undefined;
  const { text, warning, bits } = value;
  return {
    text,
    mentions: mentionsIn(value.mentions),
    warning: typeof warning === 'string' ? warning : undefined,
    relays: relaysIn(value['relays']),
    bits: typeof bits === 'number' && Number.isInteger(bits) && bits >= 0 ? bits : undefined,
  };
};

const WORD = /[\p{L}\p{N}_]/u;

/** The text as it is posted: every name that was chosen from the list is a link to the person (NIP-27). */
export const writtenOut = ({ text, mentions }: Pick<Draft, 'text' | 'mentions'>): string => {
  const longestFirst = mentions.toSorted((a, b) => b.name.length - a.name.length);
  const at = (index: number) =>
    longestFirst.find(({ name }) => {
      const end = index + 1 + name.length;
      return text.startsWith(`@${name}`, index) && !WORD.test(text.charAt(end)) && !WORD.test(text.charAt(index - 1));
    });
  let written = '';
  for (let index = 0; index < text.length;) {
    const mention = text[index] === '@' ? at(index) : undefined;
    written += mention ? `nostr:${encodeNpub(mention.pubkey)}` : text[index];
    index += mention ? mention.name.length + 1 : 1;
  }
  return written;
};
