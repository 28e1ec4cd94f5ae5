import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isHex64, tagsNamed, tagValue, type NostrEvent } from '#domain/protocol/event.ts';
import type { NoteStats } from '#domain/cache/query-keys.ts';
import { readInvoice } from './invoice.ts';
import { parseZapReceipt, type Zap } from './zap.ts';

/** A receipt whose parts agree. Whether its signer may attest it, `isAttested` says. */
export type Receipt = {
  readonly event: NostrEvent;
  readonly zap: Zap;
  /** hex: the same hash is the same payment, whatever receipts tell of it */
  readonly paymentHash: string;
  /** whether the invoice commits to the request; told, but not decisive: many providers get it wrong */
  readonly commits: boolean;
};

/** A preimage that is given must be that of the invoice. */
const isProven = (receipt: NostrEvent, paymentHash: string): boolean => {
  const preimage = tagValue(receipt, 'preimage');
  if (preimage === undefined || preimage === '') return true;
  return isHex64(preimage) && bytesToHex(sha256(hexToBytes(preimage))) === paymentHash;
};

/** How much one names at most of what a receipt may name once. */
const isSingle = (receipt: NostrEvent): boolean =>
  ['p', 'bolt11', 'description'].every((name) => tagsNamed(receipt, name).length === 1) &&
  ['P', 'e', 'preimage'].every((name) => tagsNamed(receipt, name).length <= 1);

/**
 * Reads a verified zap receipt (NIP-57, appendices E and F); undefined when its invoice, its request and its own tags do not say
 * the same. That the payer signed the request was checked with the receipt (`verifyFrame`).
 */
export const readReceipt = (event: NostrEvent): Receipt | undefined => {
  const zap = parseZapReceipt(event);
  if (zap === undefined || !isSingle(event)) return undefined;
  const invoice = readInvoice(tagValue(event, 'bolt11') ?? '');
  if (invoice === undefined || !isProven(event, invoice.paymentHash)) return undefined;
  const committed = bytesToHex(sha256(utf8ToBytes(tagValue(event, 'description') ?? '')));
  return { event, zap, paymentHash: invoice.paymentHash, commits: invoice.descriptionHash === committed };
};

/** Who may attest payments to somebody: the key that the provider of their Lightning address names. */
export type ProviderOf = (recipient: string) => string | undefined;

/** Whether a receipt counts: its signer is the provider of the recipient (WALLET.md, section 6). */
export const isAttested = ({ zap }: Receipt, providerOf: ProviderOf): boolean =>
  zap.provider === providerOf(zap.recipient);

/** What of the numbers under a note comes from receipts. */
export type ZapStats = Pick<NoteStats, 'zaps' | 'zapSats' | 'topZap'>;

/** Whose zaps of a note count, and by whose word. */
export type ZapTeller = {
  readonly providerOf: ProviderOf;
  /** who is paid for the note: its author and those it shares with; undefined when the note is not known */
  readonly payees?: ReadonlySet<string> | undefined;
};

/** The zaps of a note that somebody attests, each payment and each request once. */
export const tallyZaps = (
  noteId: string,
  receipts: readonly Receipt[],
  { providerOf, payees }: ZapTeller,
): ZapStats => {
  const byRequest = new Map<string, Zap>();
  const hashes = new Set<string>();
  for (const receipt of receipts) {
    const { zap, paymentHash } = receipt;
    const isMeant = zap.noteId === noteId && (payees === undefined || payees.has(zap.recipient));
    const isCounted = hashes.has(paymentHash) || byRequest.has(zap.requestId);
    if (!isMeant || isCounted || !isAttested(receipt, providerOf)) continue;
    hashes.add(paymentHash);
    byRequest.set(zap.requestId, zap);
  }
  const zaps = [...byRequest.values()];
  const top = zaps.reduce<Zap | undefined>((best, zap) => (best && best.sats >= zap.sats ? best : zap), undefined);
  return {
    zaps: zaps.length,
    zapSats: zaps.reduce((sum, { sats }) => sum + sats, 0),
    ...(top && { topZap: { pubkey: top.sender, sats: top.sats, comment: top.comment } }),
  };
};

/** What somebody was zapped in all, each payment and each request once: what their provider attests and nothing else. */
export const sumReceived = (
  recipient: string,
  receipts: readonly Receipt[],
  providerOf: ProviderOf,
): { readonly sats: number; readonly zaps: number } => {
  const counted = new Map<string, Receipt>();
  const requests = new Set<string>();
  for (const receipt of receipts) {
    const { zap, paymentHash } = receipt;
    if (zap.recipient !== recipient || !isAttested(receipt, providerOf)) continue;
    if (counted.has(paymentHash) || requests.has(zap.requestId)) continue;
    counted.set(paymentHash, receipt);
    requests.add(zap.requestId);
  }
  return { sats: [...counted.values()].reduce((sum, { zap }) => sum + zap.sats, 0), zaps: counted.size };
};
