/** A repeatable source of chance: the same seed gives the same sequence (mulberry32). */
export type Chance = {
  /** at least 0, below 1 */
  unit(): number;
  /** a whole number from 0, below `end` */
  below(end: number): number;
  /** true with probability `p` */
  happens(p: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** `count` different elements, in random order */
  sample<T>(list: readonly T[], count: number): T[];
  /** a heavy-tailed whole number from 0 to `max`: mostly small, rarely large */
  heavyTail(scale: number, max: number): number;
};

/** A 32-bit number from text (FNV-1a), the same everywhere. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

export function chanceFrom(seed: string): Chance {
  let state = hashText(seed);
  const unit = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number): number => Math.floor(unit() * end);
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error('nothing to pick from');
    return list[below(list.length)] as T;
  };
  const sample = <T>(list: readonly T[], count: number): T[] => {
    const rest = [...list];
    const taken: T[] = [];
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(below(rest.length), 1));
    return taken;
  };
  return {
    unit,
    below,
    happens: (p) => unit() < p,
    pick,
    sample,
    heavyTail: (scale, max) => Math.min(max, Math.floor(scale * (unit() ** -0.7 - 1))),
  };
}
