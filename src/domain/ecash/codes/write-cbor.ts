/** What is written as CBOR; what is undefined within a map is left out. */
export type Writable =
  | string
  | number
  | boolean
  | readonly Writable[]
  | { readonly [name: string]: Writable | undefined };

const head = (kind: number, count: number): readonly number[] => {
  const first = kind << 5;
  if (count < 24) return [first | count];
  if (count < 256) return [first | 24, count];
  if (count < 65_536) return [first | 25, count >> 8, count & 255];
  const bytes = [24, 16, 8, 0].map((shift) => (count >>> shift) & 255);
  if (count < 2 ** 32) return [first | 26, ...bytes];
  const high = Math.floor(count / 2 ** 32);
  return [first | 27, ...[24, 16, 8, 0].map((shift) => (high >>> shift) & 255), ...bytes];
};

const bytesOf = (value: Writable): readonly number[] => {
  if (typeof value === 'boolean') return [value ? 0xf5 : 0xf4];
  if (typeof value === 'number') return head(0, value);
  if (typeof value === 'string') {
    const text = new TextEncoder().encode(value);
    return [...head(3, text.length), ...text];
  }
  if (isMany(value)) return [...head(4, value.length), ...value.flatMap(bytesOf)];
  const there = Object.entries(value).flatMap(([name, one]) => (one === undefined ? [] : [[name, one] as const]));
  return [...head(5, there.length), ...there.flatMap(([name, one]) => [...bytesOf(name), ...bytesOf(one)])];
};

const isMany = (value: Writable): value is readonly Writable[] => Array.isArray(value);

/** Writes one item of CBOR (RFC 8949); numbers are whole and not negative. */
export const writeCbor = (value: Writable): Uint8Array => Uint8Array.from(bytesOf(value));
