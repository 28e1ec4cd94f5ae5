import { calmLine } from '#domain/text/calm-text.ts';
import { isHex64, tagsNamed, tagValue, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { invoiceMsats } from './invoice-amount.ts';
import { ZAP_COMMENT_MAX_CHARACTERS } from './wallet-limits.ts';
import { quotedRequest } from '#domain/protocol/zap-request.ts';
import { isTexts } from '#domain/record.ts';
import { toSats } from '#domain/msats.ts';

/** A payment that a receipt tells of (NIP-57). Only its provider's word makes it one: ask an `AcceptsZap` before it is counted. */
export type Zap = {
  /** the request that the payer signed: one payment, however many receipts quote it */
  readonly requestId: string;
  /** seconds; when the payer asked */
  readonly requestedAt: number;
  /** the zapped event; undefined when a person was zapped */
  readonly noteId?: string;
  readonly recipient: string;
  readonly sender: string;
  readonly sats: number;
  readonly comment: string;
  /** who signed the receipt */
  readonly provider: string;
};

/** Whether who signed the receipt may attest payments to its recipient (NIP-57 appendix F). */
export type AcceptsZap = (zap: Zap) => boolean;

/**
 * The answer while the providers of recipients are not known: anybody can sign a receipt, so none is counted
 * (docs/adr/0030-zaps-that-nobody-attests.md).
 */
export const noProviderIsKnown: AcceptsZap = () => false;

type ZapRequest = Pick<NostrEvent, 'id' | 'pubkey' | 'created_at' | 'tags' | 'content'>;

const parseRequest = (receipt: NostrEvent): ZapRequest | undefined => {
  const quoted = quotedRequest(receipt);
  if (typeof quoted !== 'object' || quoted === null) return undefined;
  const { id, kind, pubkey, created_at, tags, content } = quoted as Record<string, unknown>;
  if (kind !== KIND.zapRequest || !isHex64(id) || !isHex64(pubkey) || !Number.isInteger(created_at)) return undefined;
  if (!Array.isArray(tags) || !tags.every(isTexts) || typeof content !== 'string') return undefined;
  return { id, pubkey, created_at: created_at as number, tags, content };
};

const agrees = (receipt: NostrEvent, request: ZapRequest): boolean => {
  const payer = tagValue(receipt, 'P');
  return (
    tagsNamed(request, 'p').length === 1 &&
    tagsNamed(request, 'e').length <= 1 &&
    tagValue(request, 'p') === tagValue(receipt, 'p') &&
    tagValue(request, 'e') === tagValue(receipt, 'e') &&
    (payer === undefined || payer === request.pubkey)
  );
};

/**
 * The payment of a zap receipt whose parts agree: the request it quotes names the same recipient and note, and the
 * invoice asks what the request said. Undefined for any other event. That the payer signed the request was checked with
 * the receipt (`verifyFrame`); whether the provider may attest the payment, an `AcceptsZap` says.
 */
export const parseZapReceipt = (event: NostrEvent): Zap | undefined => {
  if (event.kind !== KIND.zap) return undefined;
  const request = parseRequest(event);
  const msats = invoiceMsats(tagValue(event, 'bolt11') ?? '') ?? 0;
  if (request === undefined || msats < 1_000 || !agrees(event, request)) return undefined;
  const asked = tagValue(request, 'amount');
  const recipient = tagValue(request, 'p');
  const noteId = tagValue(request, 'e');
  if ((asked !== undefined && asked !== String(msats)) || !isHex64(recipient)) return undefined;
  if (noteId !== undefined && !isHex64(noteId)) return undefined;
  return {
    ...(noteId !== undefined && { noteId }),
    requestId: request.id,
    requestedAt: request.created_at,
    recipient,
    sender: request.pubkey,
    sats: Math.floor(toSats(msats)),
    comment: calmLine(request.content, ZAP_COMMENT_MAX_CHARACTERS),
    provider: event.pubkey,
  };
};
