import type { NoteStats } from '#domain/cache/query-keys.ts';
import type { Nutzap } from '#domain/ecash/nutzaps/nutzap.ts';
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

/** The zaps that are meant and that somebody attests, each payment and each request once. */
const countedZaps = (
  receipts: readonly Receipt[],
  providerOf: ProviderOf,
  isMeant: (zap: Zap) => boolean,
): readonly Zap[] => {
  const byRequest = new Map<string, Zap>();
  const hashes = new Set<string>();
  for (const receipt of receipts) {
    const { zap, paymentHash } = receipt;
    const isCounted = hashes.has(paymentHash) || byRequest.has(zap.requestId);
    if (isCounted || !isMeant(zap) || !isAttested(receipt, providerOf)) continue;
    hashes.add(paymentHash);
    byRequest.set(zap.requestId, zap);
  }
  return [...byRequest.values()];
};

const sumOf = (zaps: readonly Zap[]): number => zaps.reduce((sum, { sats }) => sum + sats, 0);

/** The zaps of a note that somebody attests. */
export const tallyZaps = (
  noteId: string,
  receipts: readonly Receipt[],
  { providerOf, payees }: ZapTeller,
): ZapStats => {
  const zaps = countedZaps(
    receipts,
    providerOf,
    (zap) => zap.noteId === noteId && (payees === undefined || payees.has(zap.recipient)),
  );
  const top = zaps.reduce<Zap | undefined>((best, zap) => (best && best.sats >= zap.sats ? best : zap), undefined);
  return {
    zaps: zaps.length,
    zapSats: sumOf(zaps),
    ...(top && { topZap: { pubkey: top.sender, sats: top.sats, comment: top.comment } }),
  };
};

/**
 * The numbers with those of the zaps in them; the same object when nothing changes. A sum never gets smaller: numbers of an earlier
 * visit may hold receipts that have not come to this one.
 */
export const withZaps = (stats: NoteStats, zaps: ZapStats): NoteStats => {
  if (zaps.zapSats < stats.zapSats) return stats;
  const { replies, reposts, likes } = stats;
  return stats.zaps === zaps.zaps && stats.zapSats === zaps.zapSats ? stats : { replies, reposts, likes, ...zaps };
};

/** With what was given as ecash, each as large as its mint signed it. */
export const withNutzaps = (paid: ZapStats, nutzaps: readonly Nutzap[]): ZapStats => {
  const [top] = nutzaps.toSorted((a, b) => b.sats - a.sats);
  const isTop = top !== undefined && top.sats > (paid.topZap?.sats ?? 0);
  return {
    ...paid,
    zaps: paid.zaps + nutzaps.length,
    zapSats: paid.zapSats + nutzaps.reduce((sum, { sats }) => sum + sats, 0),
    ...(isTop && { topZap: { pubkey: top.sender, sats: top.sats, comment: top.comment } }),
  };
};

/** What somebody was zapped in all: what their provider attests and nothing else. */
export const sumReceived = (
  recipient: string,
  receipts: readonly Receipt[],
  providerOf: ProviderOf,
): { readonly sats: number; readonly zaps: number } => {
  const zaps = countedZaps(receipts, providerOf, (zap) => zap.recipient === recipient);
  return { sats: sumOf(zaps), zaps: zaps.length };
};
