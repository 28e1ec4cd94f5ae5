import type { NoteStats } from '#domain/cache/query-keys.ts';
import { isAttested, type ProviderOf, type Receipt } from './receipt.ts';
import type { Zap } from './zap.ts';

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
