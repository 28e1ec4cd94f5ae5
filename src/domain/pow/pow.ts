import { tagsNamed, type NostrEvent } from '#domain/protocol/event.ts';

/** Leading zero bits of an event id (NIP-13). */
export const powBits = (id: string): number => {
  const zeros = /^0*/.exec(id)?.[0].length ?? 0;
  const digit = Number.parseInt(id[zeros] ?? '', 16);
  return zeros * 4 + (Number.isNaN(digit) ? 0 : Math.clz32(digit) - 28);
};

/**
 * The bits a note is credited with: what it has, but not more than its nonce tag committed to, so that luck does not
 * count (NIP-13). Undefined when nothing was committed or nothing was done.
 */
export const committedPow = (event: Pick<NostrEvent, 'id' | 'tags'>): number | undefined => {
  const target = tagsNamed(event, 'nonce')[0]?.[2] ?? '';
  if (!/^\d{1,3}$/.test(target)) return undefined;
  const bits = Math.min(powBits(event.id), Number(target));
  return bits > 0 ? bits : undefined;
};
