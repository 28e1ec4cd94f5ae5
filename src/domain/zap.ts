import { calmLine } from './calm-text.ts';
import { isHex64, tagsNamed, tagValue, type NostrEvent } from './event.ts';
import { KIND } from './kinds.ts';
import { ZAP_COMMENT_MAX_CHARACTERS } from './limits.ts';

/** A payment that a lightning provider attests (NIP-57). */
export type Zap = {
  /** the zapped event; undefined when a person was zapped */
  readonly noteId?: string;
  readonly recipient: string;
  readonly sender: string;
  readonly sats: number;
  readonly comment: string;
  /** who signed the receipt: count it only if this is the recipient's lightning provider (NIP-57 appendix F) */
  readonly provider: string;
  readonly invoice: string;
};

type ZapRequest = Pick<NostrEvent, 'pubkey' | 'tags' | 'content'>;

const DESCRIPTION_MAX_CHARACTERS = 65_536;
const PICO_BTC_PER_UNIT: Readonly<Record<string, bigint>> = {
  '': 1_000_000_000_000n,
  m: 1_000_000_000n,
  u: 1_000_000n,
  n: 1_000n,
  p: 1n,
};
const PICO_BTC_PER_MSAT = 10n;
const MAX_MSATS = 21_000_000n * 100_000_000_000n;

/** The amount of a BOLT 11 invoice in millisats; undefined when it names none or is no invoice. No checksum test. */
export const invoiceMsats = (invoice: string): number | undefined => {
  // The last '1' ends the readable part: the data part of bech32 has no '1'.
  const readable = invoice.slice(0, invoice.lastIndexOf('1')).toLowerCase();
  const [, digits, unit = ''] = /^ln(?:bcrt|bc|tbs|tb|sb)(\d{1,18})([munp]?)$/.exec(readable) ?? [];
  if (digits === undefined) return undefined;
  const pico = BigInt(digits) * (PICO_BTC_PER_UNIT[unit] ?? 0n);
  const msats = pico / PICO_BTC_PER_MSAT;
  return pico % PICO_BTC_PER_MSAT !== 0n || msats > MAX_MSATS ? undefined : Number(msats);
};

const isTag = (tag: unknown): tag is string[] => Array.isArray(tag) && tag.every((part) => typeof part === 'string');

const parseRequest = (description: string | undefined): ZapRequest | undefined => {
  if (description === undefined || description.length > DESCRIPTION_MAX_CHARACTERS) return undefined;
  try {
    const { kind, pubkey, tags, content } = JSON.parse(description) as Record<string, unknown>;
    if (kind !== KIND.zapRequest || !isHex64(pubkey) || !Array.isArray(tags) || !tags.every(isTag)) return undefined;
    return typeof content === 'string' ? { pubkey, tags, content } : undefined;
  } catch {
    return undefined;
  }
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
 * invoice asks what the request said. Undefined for any other event. Whether the provider may attest it, only a look at
 * the recipient's lightning address can tell.
 */
export const parseZapReceipt = (event: NostrEvent): Zap | undefined => {
  if (event.kind !== KIND.zap) return undefined;
  const request = parseRequest(tagValue(event, 'description'));
  const invoice = tagValue(event, 'bolt11') ?? '';
  const msats = invoiceMsats(invoice) ?? 0;
  if (request === undefined || msats < 1_000 || !agrees(event, request)) return undefined;
  const asked = tagValue(request, 'amount');
  const recipient = tagValue(request, 'p');
  const noteId = tagValue(request, 'e');
  if ((asked !== undefined && asked !== String(msats)) || !isHex64(recipient)) return undefined;
  if (noteId !== undefined && !isHex64(noteId)) return undefined;
  return {
    ...(noteId !== undefined && { noteId }),
    recipient,
    sender: request.pubkey,
    sats: Math.floor(msats / 1_000),
    comment: calmLine(request.content, ZAP_COMMENT_MAX_CHARACTERS),
    provider: event.pubkey,
    invoice,
  };
};
