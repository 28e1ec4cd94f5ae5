import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isHex64, tagsNamed, tagValue, type NostrEvent } from '#domain/protocol/event.ts';
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
  return {
    event,
    zap,
    paymentHash: invoice.paymentHash,
    // hashed only when it is asked for: receipts come in hundreds
    get commits() {
      return invoice.descriptionHash === bytesToHex(sha256(utf8ToBytes(tagValue(event, 'description') ?? '')));
    },
  };
};

/** Who may attest payments to somebody: the key that the provider of their Lightning address names. */
export type ProviderOf = (recipient: string) => string | undefined;

/** Whether a receipt counts: its signer is the provider of the recipient (NIP-57). */
export const isAttested = ({ zap }: Receipt, providerOf: ProviderOf): boolean =>
  zap.provider === providerOf(zap.recipient);
