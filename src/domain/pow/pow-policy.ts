import { writesTo } from '#domain/relays/relay-permission.ts';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import { POW_DEFAULT_BITS, POW_MAX_BITS, POW_MAX_WORKERS, POW_MIN_BITS } from './pow-limits.ts';

/** What the user chose for proof of work. */
export type PowChoice = {
  readonly enabled: boolean;
  /** leading zero bits; undefined: as the app thinks right */
  readonly bits: number | undefined;
  /** what was chosen last while something was written, 0 for none; undefined: chosen in the settings since, or never */
  readonly written?: number | undefined;
};

/** A number of bits as it is used: whole, and not more than 24 (POW-08). Undefined for what is no such number (POW-03). */
export const readBits = (value: unknown): number | undefined => {
  const bits = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof bits === 'number' && Number.isInteger(bits) && bits >= POW_MIN_BITS
    ? Math.min(bits, POW_MAX_BITS)
    : undefined;
};

/** The bits chosen while writing, out of a storage: 0 is a choice. */
export const readWrittenBits = (value: unknown): number | undefined => (value === '0' ? 0 : readBits(value));

/** The most bits that a relay written to asks for, as far as `bitsOf` knows (POW-09); 0 for none. */
export const requiredBits = (entries: readonly RelayEntry[], bitsOf: (url: string) => number | undefined): number =>
  Math.max(0, ...entries.filter(({ permission }) => writesTo(permission)).map(({ url }) => bitsOf(url) ?? 0));

/** The bits to mine: the user's choice, else 16, but as many as the strictest relay asks for; 24 at most, 0 when off. */
export const targetBits = ({ enabled, bits }: PowChoice, required: number): number =>
  enabled ? Math.min(POW_MAX_BITS, Math.max(bits ?? POW_DEFAULT_BITS, required)) : 0;

/** Posts that proof of work is done for by themselves: what many people see. */
const MINED: readonly string[] = ['note', 'reply', 'quote', 'repost', 'reaction'];

/** Whether a post of this kind is mined for as many bits as the policy asks for. */
export const isMined = (kind: string): boolean => MINED.includes(kind);

/** How many workers mine on a machine with so many cores: all of them, for the page needs a core only when it is used. */
export const minerCount = (cores: number): number => Math.min(Math.max(cores, 1), POW_MAX_WORKERS);
