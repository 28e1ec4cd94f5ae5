import { isRecord } from '#domain/record.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import { isHex64, tagsNamed, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { withClientTag, type EventTemplate } from '#domain/protocol/signer.ts';
import { bareProofOf, partsOfJson, type BareProof } from '#domain/ecash/proofs/bare-proof.ts';
import {
  NUTZAP_PROOFS_MOST,
  NUTZAP_PROOF_MAX_CHARACTERS,
  NUTZAP_COMMENT_MAX_CHARACTERS,
} from '#domain/ecash/ecash-limits.ts';
import { mintUrl } from '#domain/ecash/mints/mint-url.ts';
import type { NutzapInfo } from './nutzap-info.ts';
import { isPoint, sumOf } from '#domain/ecash/proof.ts';

const SAT = 'sat';

/**
 * What somebody says that they gave (NIP-61). Its parts agree with each other; that the mint signed it, and for whom, is to be
 * asked: `isFor`, then the keys of the mint (NUT-12).
 */
export type Nutzap = {
  /** of the event */
  readonly id: string;
  readonly sender: string;
  readonly recipient: string;
  /** the event it is given for; undefined: for the person */
  readonly noteId?: string;
  /** seconds */
  readonly at: number;
  /** normalised */
  readonly mint: string;
  readonly sats: number;
  /** calm, one line, cut */
  readonly comment: string;
  /** the key that alone opens it, as mints know it */
  readonly lock: string;
  readonly proofs: readonly BareProof[];
};

/** Conditions that leave the key of the lock as the only one, for ever. */
const isPlain = (tags: unknown): boolean => {
  if (tags === undefined) return true;
  if (!Array.isArray(tags)) return false;
  return tags.every((tag: unknown) => {
    if (!Array.isArray(tag)) return false;
    const [name, value] = tag as unknown[];
    return tag.length === 2 && ((name === 'sigflag' && value === 'SIG_INPUTS') || (name === 'n_sigs' && value === '1'));
  });
};

/**
 * The one key that opens a secret (NUT-10, NUT-11); undefined for any other condition: after a locktime, or with further keys, its
 * sender could take it back.
 */
export const onlyKeyOf = (secret: string): string | undefined => {
  try {
    const read: unknown = JSON.parse(secret);
    if (!Array.isArray(read) || read.length !== 2 || read[0] !== 'P2PK') return undefined;
    const body: unknown = read[1];
    if (!isRecord(body) || typeof body.data !== 'string' || !isPlain(body.tags)) return undefined;
    const key = body.data.toLowerCase();
    return isPoint(key) ? key : undefined;
  } catch {
    return undefined;
  }
};

const proofIn = ([, text]: readonly string[]): BareProof | undefined => {
  if (text === undefined || text.length > NUTZAP_PROOF_MAX_CHARACTERS) return undefined;
  try {
    // the key of the lock alone opens it: what its sender says of that is not needed, and may be there to have it refused
    const proof = bareProofOf({ ...partsOfJson(JSON.parse(text)), witness: undefined });
    return proof.dleq ? proof : undefined;
  } catch {
    return undefined;
  }
};

/** All proofs, each once; undefined when one of them is none. */
const proofsIn = (event: Pick<NostrEvent, 'tags'>): readonly BareProof[] | undefined => {
  const tags = tagsNamed(event, 'proof');
  if (tags.length === 0 || tags.length > NUTZAP_PROOFS_MOST) return undefined;
  const proofs = tags.flatMap((tag) => proofIn(tag) ?? []);
  const isWhole = proofs.length === tags.length && new Set(proofs.map(({ secret }) => secret)).size === proofs.length;
  return isWhole && Number.isSafeInteger(sumOf(proofs)) ? proofs : undefined;
};

/** The address of a mint as it is named everywhere; undefined for what is none. */
export const knownMintUrl = (text: string | undefined, loopback: boolean): string | undefined => {
  try {
    return text === undefined ? undefined : mintUrl(text, loopback);
  } catch {
    return undefined;
  }
};

/** The value of a tag that is there once at most; null when it is there more often. */
const single = (event: Pick<NostrEvent, 'tags'>, name: string): string | undefined | null => {
  const tags = tagsNamed(event, name);
  return tags.length > 1 ? null : tags[0]?.[1];
};

/**
 * Reads a verified nutzap; undefined when its parts do not agree: no recipient or several, another unit than sats, a proof that is
 * none, that is not proven to be signed, or that several keys open. `loopback`: over the sample network mints on this machine count.
 */
export const readNutzap = (event: NostrEvent, loopback: boolean): Nutzap | undefined => {
  if (event.kind !== KIND.nutzap) return undefined;
  const [recipient, noteId, unit, u] = ['p', 'e', 'unit', 'u'].map((name) => single(event, name));
  const mint = knownMintUrl(u ?? undefined, loopback);
  if (!isHex64(recipient) || (noteId !== undefined && !isHex64(noteId)) || (unit ?? SAT) !== SAT || unit === null)
    return undefined;
  if (mint === undefined || recipient === event.pubkey) return undefined;
  const proofs = proofsIn(event);
  const [lock, ...others] = new Set(proofs?.map(({ secret }) => onlyKeyOf(secret)));
  if (!proofs || lock === undefined || others.length > 0) return undefined;
  return {
    id: event.id,
    sender: event.pubkey,
    recipient,
    ...(noteId !== undefined && { noteId }),
    at: event.created_at,
    mint,
    sats: sumOf(proofs),
    comment: calmLine(event.content, NUTZAP_COMMENT_MAX_CHARACTERS),
    lock,
    proofs,
  };
};

/** Whether it is of a mint that its recipient trusts, and locked to the key they named. */
export const isFor = ({ recipient, mint, lock }: Nutzap, info: NutzapInfo | undefined): boolean =>
  info?.owner === recipient && info.pubkey === lock && info.mints.some(({ url }) => url === mint);

/** What is given, before it is signed. */
export type NutzapDraft = {
  readonly recipient: string;
  /** exactly as the recipient names it */
  readonly mint: string;
  readonly proofs: readonly BareProof[];
  readonly note?: Pick<NostrEvent, 'id' | 'kind'> | undefined;
  readonly comment: string;
  readonly anonymous: boolean;
};

/** The event that gives locked ecash to somebody (NIP-61). `now` in seconds. An anonymous one does not tell the app. */
export const composeNutzap = (
  { recipient, mint, proofs, note, comment, anonymous }: NutzapDraft,
  { now, client }: { readonly now: number; readonly client?: string | undefined },
): EventTemplate => {
  const about = note
    ? [
        ['e', note.id],
        ['k', String(note.kind)],
      ]
    : [];
  const tags = [
    ...proofs.map(({ amount, C, id, secret, dleq }) => ['proof', JSON.stringify({ amount, C, id, secret, dleq })]),
    ['unit', SAT],
    ['u', mint],
    ...about,
    ['p', recipient],
  ];
  return withClientTag({ kind: KIND.nutzap, created_at: now, content: comment, tags }, anonymous ? undefined : client);
};
