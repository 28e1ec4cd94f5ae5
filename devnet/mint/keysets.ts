import { deriveKeysetId } from '@cashu/cashu-ts';
import { type AmountKey, keyOf } from './signing.ts';

/** `00` short ids, `01` long ones (NUT-02). */
type KeysetVersion = '00' | '01';

export type KeysetPlan = {
  readonly unit?: string;
  /** for each thousand inputs */
  readonly fee?: number;
  readonly version?: KeysetVersion;
  /** seconds since the epoch */
  readonly finalExpiry?: number | undefined;
};

/** What the books keep of a keyset; its keys follow from the seed. */
export type KeysetRow = Required<Omit<KeysetPlan, 'finalExpiry'>> & {
  readonly id: string;
  readonly position: number;
  readonly isActive: boolean;
  readonly finalExpiry: number | null;
};

export type Keyset = KeysetRow & { readonly keys: ReadonlyMap<number, AmountKey> };

/** The highest power of two of which there is a key, and some: 2^31. */
const DENOMINATIONS = 32;

/** Tests start mints by the hundred, mostly of the same seed. */
const derived = new Map<string, ReadonlyMap<number, AmountKey>>();

/** Derives keys; the same seed and position always give the same. */
export function keysOf(seed: string, position: number): ReadonlyMap<number, AmountKey> {
  const words = `${seed} keyset ${position}`;
  const known = derived.get(words);
  if (known) return known;
  const amounts = Array.from({ length: DENOMINATIONS }, (_, index) => 2 ** index);
  const keys = new Map(amounts.map((amount) => [amount, keyOf(`${words} amount ${amount}`)]));
  derived.set(words, keys);
  return keys;
}

export const pubkeysOf = (keys: ReadonlyMap<number, AmountKey>): Record<string, string> =>
  Object.fromEntries([...keys].map(([amount, { pubkey }]) => [String(amount), pubkey]));

/** A new keyset. */
export function createKeyset(seed: string, position: number, plan: KeysetPlan): Keyset {
  const { unit = 'sat', fee = 0, version = '01', finalExpiry } = plan;
  const keys = keysOf(seed, position);
  const id = deriveKeysetId(pubkeysOf(keys), {
    unit,
    input_fee_ppk: fee,
    versionByte: Number(version),
    ...(finalExpiry === undefined ? {} : { expiry: finalExpiry }),
  });
  return { id, position, unit, fee, version, isActive: true, finalExpiry: finalExpiry ?? null, keys };
}

/** What it costs to spend these inputs, in their unit (NUT-02). */
export const feeOf = (inputs: readonly { readonly id: string }[], keysets: ReadonlyMap<string, Keyset>): number =>
  Math.ceil(inputs.reduce((sum, { id }) => sum + (keysets.get(id)?.fee ?? 0), 0) / 1_000);

/** An amount in the fewest powers of two, the smallest first. */
export function powersOf(amount: number): number[] {
  const powers: number[] = [];
  for (let power = 1, rest = amount; rest > 0; power *= 2, rest = Math.floor(rest / 2))
    if (rest % 2 === 1) powers.push(power);
  return powers;
}
