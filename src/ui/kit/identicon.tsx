const SIDE = 5;
const TONES = ['accent', 'value', 'ok', 'like', 'warn'] as const;

const byteAt = (pubkey: string, index: number): number =>
  Number.parseInt(pubkey.slice(index * 2, index * 2 + 2), 16) || 0;

/** Soft squares on a 5 x 5 grid, the same on both sides, from the public key; the last byte picks the tone. */
const cells = (pubkey: string): string => {
  const squares: string[] = [];
  for (let row = 0; row < SIDE; row += 1)
    for (let column = 0; column < SIDE; column += 1) {
      const mirrored = Math.min(column, SIDE - 1 - column);
      if (byteAt(pubkey, row * 3 + mirrored) % 2 === 1) squares.push(`M${column + 1} ${row + 1}h.9v.9h-.9z`);
    }
  return squares.join('');
};

/** Stands in for the picture of a person: a small pattern that only this public key (hex) has. */
export const Identicon = ({ pubkey }: { pubkey: string }) => (
  <svg className="identicon" viewBox="0 0 6.9 6.9" aria-hidden="true">
    <path d={cells(pubkey)} fill={`var(--${TONES[byteAt(pubkey, 31) % TONES.length]})`} />
  </svg>
);
