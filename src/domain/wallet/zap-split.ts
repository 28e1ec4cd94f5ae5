import { isHex64, tagsNamed, type NostrEvent } from '#domain/protocol/event.ts';
import { relayHint } from '#domain/relays/relay-hints.ts';
import { ZAP_COMMENT_MAX_CHARACTERS, ZAP_SPLIT_MOST } from './wallet-limits.ts';

/** One of those who share in the zaps of a note (NIP-57, appendix G). */
export type ZapShare = {
  readonly pubkey: string;
  /** where their profile is found */
  readonly relay: string | undefined;
  /** greater than 0 */
  readonly weight: number;
};

const weightOf = (text: string | undefined): number => {
  const weight = text === undefined || text.trim() === '' ? 0 : Number(text);
  return Number.isFinite(weight) && weight > 0 ? weight : 0;
};

/**
 * Who shares in the zaps of an event, each once; its author alone when it names nobody. Where no weight is given all are
 * equal; where only some are given, those without get nothing.
 */
export const zapSharesOf = (event: Pick<NostrEvent, 'tags' | 'pubkey'>): readonly ZapShare[] => {
  const named = tagsNamed(event, 'zap').filter(([, pubkey]) => isHex64(pubkey));
  const isWeighted = named.some(([, , , weight]) => weight !== undefined && weight !== '');
  const shares = named.map(([, pubkey = '', relay, weight]) => ({
    pubkey,
    relay: relayHint(relay),
    weight: isWeighted ? weightOf(weight) : 1,
  }));
  const distinct = shares.filter(
    ({ pubkey, weight }, index) => weight > 0 && shares.findIndex((share) => share.pubkey === pubkey) === index,
  );
  return distinct.length > 0
    ? distinct.slice(0, ZAP_SPLIT_MOST)
    : [{ pubkey: event.pubkey, relay: undefined, weight: 1 }];
};

/** Whole sats for each share, in the same order, together exactly `sats`: the largest remainders get what is left over. */
export const divideSats = (sats: number, shares: readonly Pick<ZapShare, 'weight'>[]): readonly number[] => {
  const most = Math.max(...shares.map(({ weight }) => weight));
  const total = shares.reduce((sum, { weight }) => sum + weight / most, 0);
  const exact = shares.map(({ weight }) => (sats * (weight / most)) / total);
  const parts = exact.map(Math.floor);
  const order = exact.map((part, index) => ({ index, rest: part % 1 })).sort((a, b) => b.rest - a.rest);
  let left = sats - parts.reduce((sum, part) => sum + part, 0);
  for (const { index } of order) {
    if (left <= 0) break;
    parts[index]! += 1;
    left -= 1;
  }
  return parts;
};

/** The same where some of them take nothing: what they would get goes to the others; nothing to anybody when nobody takes any. */
export const divideAmong = (
  sats: number,
  shares: readonly ZapShare[],
  takes: (share: ZapShare) => boolean,
): readonly number[] => {
  const takers = shares.filter(takes);
  const parts = takers.length > 0 ? divideSats(sats, takers) : [];
  return shares.map((share) => parts[takers.indexOf(share)] ?? 0);
};

/** Characters that a comment may have which goes to each of these providers; `bounds` of those that have any. */
export const commentMost = (bounds: readonly number[]): number => Math.min(ZAP_COMMENT_MAX_CHARACTERS, ...bounds);
