const UNITS = [
  { size: 1e9, letter: 'B' },
  { size: 1e6, letter: 'M' },
  { size: 1e3, letter: 'k' },
] as const;

/** A count or an amount of sats in little room: 999, 2.1k, 38.2k, 382k, 1.2M. Cut, not rounded: never more than it is. */
export const compactCount = (count: number): string => {
  if (!Number.isFinite(count) || count <= 0) return '0';
  const unit = UNITS.find(({ size }) => count >= size);
  if (unit === undefined) return String(Math.floor(count));
  const value = count / unit.size;
  const shown = value >= 100 ? Math.floor(value) : Math.floor(value * 10) / 10;
  return `${shown}${unit.letter}`;
};

/** '1 reply', '2 replies'; the count is compact. */
export const plural = (count: number, one: string, many: string): string =>
  `${compactCount(count)} ${count === 1 ? one : many}`;
