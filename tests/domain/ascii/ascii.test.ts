import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASCII_COLOUR_MIN, ASCII_COLS_MAX, ASCII_COLS_MIN, ASCII_ROWS_MAX } from '#domain/ascii/ascii-limits.ts';
import {
  cellColours,
  coverCrop,
  drawText,
  glyphRows,
  gridFor,
  lightnesses,
  lightnessOf,
  mainColour,
  meanCells,
  rampOf,
  sharpen,
  stretch,
  type AsciiGrid,
} from '#domain/ascii/ascii.ts';
import { monogramOf } from '#domain/note/monogram-letters.ts';

const ramp = rampOf([
  { glyph: '#', ink: 0.4 },
  { glyph: ' ', ink: 0 },
  { glyph: '.', ink: 0.05 },
  { glyph: 'o', ink: 0.2 },
]);
const inkOf = (glyph: string) => ramp.find((inked) => inked.glyph === glyph)!.ink;

/** A picture of one px per cell, of greys from 0 to 255. */
const greys = (grid: AsciiGrid, tone: (x: number, y: number) => number) =>
  meanCells(
    Uint8ClampedArray.from({ length: grid.cols * grid.rows * 4 }, (_, at) => {
      const cell = Math.floor(at / 4);
      return at % 4 === 3 ? 255 : tone(cell % grid.cols, Math.floor(cell / grid.cols));
    }),
    grid,
    1,
    1,
  );

describe('the grid of a drawing', () => {
  it('has a column per 5.6 px and cells twice as high as wide', () => {
    expect(gridFor(536, 400)).toEqual({ cols: 96, rows: 36 });
    expect(gridFor(358, 268)).toEqual({ cols: 64, rows: 24 });
    expect(gridFor(170, 128)).toEqual({ cols: 48, rows: 18 });
  });

  it('keeps its bounds for any place', () => {
    const px = fc.double({ min: 1, max: 5_000, noNaN: true });
    fc.assert(
      fc.property(px, px, (width, height) => {
        const { cols, rows } = gridFor(width, height);
        expect(cols).toBeGreaterThanOrEqual(ASCII_COLS_MIN);
        expect(cols).toBeLessThanOrEqual(ASCII_COLS_MAX);
        expect(rows).toBeGreaterThanOrEqual(1);
        expect(rows).toBeLessThanOrEqual(ASCII_ROWS_MAX);
      }),
    );
  });

  it('shows the middle of a picture of another shape', () => {
    expect(coverCrop(400, 100, 1)).toEqual({ x: 150, y: 0, width: 100, height: 100 });
    expect(coverCrop(100, 400, 2)).toEqual({ x: 0, y: 175, width: 100, height: 50 });
  });
});

describe('the tones of a drawing', () => {
  it('come from the mean of the light, not of the numbers in the file', () => {
    const half = meanCells(Uint8ClampedArray.of(0, 0, 0, 255, 255, 255, 255, 255), { cols: 1, rows: 1 }, 2, 1);
    expect(half.light[0]).toBeCloseTo(0.5, 3);
    expect(lightnesses(half)[0]).toBeCloseTo(0.76, 2);
    expect([0, 1].map(lightnessOf)).toEqual([0, expect.closeTo(1, 6)]);
  });

  it('fill the scale, but a flat picture keeps its tone', () => {
    const spread = stretch(Float32Array.of(0.2, 0.4, 0.6, 0.8));
    expect([...spread].map((tone) => Math.round(tone * 100))).toEqual([0, 33, 67, 100]);
    expect(stretch(new Float32Array(9).fill(0.5))[0]).toBeCloseTo(0.5, 5);
    expect(stretch(new Float32Array(9).fill(0))[0]).toBe(0);
    expect(stretch(new Float32Array(9).fill(1))[0]).toBe(1);
  });

  it('stay in order and within the scale', () => {
    const tones = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(tones, (list) => {
        const before = Float32Array.from(list);
        const after = stretch(before);
        for (const [at, tone] of after.entries()) {
          expect(tone).toBeGreaterThanOrEqual(0);
          expect(tone).toBeLessThanOrEqual(1);
          if (before[at]! > before[0]!) expect(tone).toBeGreaterThanOrEqual(after[0]!);
        }
      }),
    );
  });

  it('stand out at edges', () => {
    const [left, right] = sharpen(Float32Array.of(0.3, 0.3, 0.7, 0.7), { cols: 4, rows: 1 }).slice(1, 3);
    expect(left).toBeLessThan(0.3);
    expect(right).toBeGreaterThan(0.7);
  });
});

describe('the glyphs of a drawing', () => {
  it('[FEED-12] stand in the order of their measured ink', () => {
    expect(ramp.map(({ glyph }) => glyph).join('')).toBe(' .o#');
    const same = rampOf([
      { glyph: 'a', ink: 0.1 },
      { glyph: 'b', ink: 0.1 },
    ]);
    expect(same.map(({ glyph }) => glyph).join('')).toBe('a');
  });

  it('[FEED-12] have the more ink the brighter the picture is', () => {
    const gradient = greys({ cols: 48, rows: 1 }, (x) => (x * 255) / 47);
    const text = drawText(gradient, ramp);
    expect(text).toMatch(/^ .*#$/);
    expect(new Set(text)).toEqual(new Set(' .o#'));
    const inks = Array.from(text, inkOf);
    const third = (from: number) => inks.slice(from, from + 16).reduce((sum, ink) => sum + ink, 0);
    expect(third(0)).toBeLessThan(third(16));
    expect(third(16)).toBeLessThan(third(32));
  });

  it('[FEED-12] are as many as the grid has cells, for any picture and any ramp', () => {
    const grid = fc.record({ cols: fc.integer({ min: 1, max: 30 }), rows: fc.integer({ min: 1, max: 20 }) });
    const inks = fc.array(fc.record({ glyph: fc.constantFrom(...'abc'), ink: fc.double({ min: 0, max: 1 }) }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(grid, inks, fc.nat(255), (size, measured, tone) => {
        const rows = drawText(
          greys(size, (x, y) => (tone * (x + y + 1)) % 256),
          rampOf(measured),
        ).split('\n');
        expect(rows).toHaveLength(size.rows);
        expect(rows.every((row) => row.length === size.cols)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('mix where a tone lies between two of them, evenly', () => {
    const between = glyphRows(new Float32Array(64).fill(0.75), { cols: 8, rows: 8 }, ramp);
    const dense = Array.from(between).filter((glyph) => glyph === '#').length;
    expect(dense).toBe(32);
  });
});

describe('the colours of a drawing', () => {
  const one = (red: number, green: number, blue: number) =>
    [...cellColours(meanCells(Uint8ClampedArray.of(red, green, blue, 255), { cols: 1, rows: 1 }, 1, 1))].slice(0, 3);

  it('[FEED-13] are those of the picture, lifted so that dark ones can be read', () => {
    expect(one(200, 200, 200)).toEqual([200, 200, 200]);
    expect(one(0, 0, 0)).toEqual([150, 150, 150]);
    const [red, green, blue] = one(60, 20, 20);
    expect(red).toBe(ASCII_COLOUR_MIN);
    expect(green).toBe(blue);
    expect(green).toBeLessThan(60);
  });

  it('[FEED-13] are never darker than the plate allows', () => {
    const part = fc.nat(255);
    fc.assert(
      fc.property(part, part, part, (red, green, blue) => {
        expect(Math.max(...one(red, green, blue))).toBeGreaterThanOrEqual(ASCII_COLOUR_MIN);
      }),
    );
  });

  it('[FEED-13] are summed up as the colour that shows most', () => {
    const red = [200, 40, 40, 255];
    const grey = [128, 128, 128, 255];
    const cells = meanCells(Uint8ClampedArray.from([...red, ...grey, ...grey, ...red]), { cols: 2, rows: 2 }, 1, 1);
    const [most = 0, ...others] = mainColour(cells).match(/\d+/g)!.map(Number);
    expect(most).toBeGreaterThanOrEqual(ASCII_COLOUR_MIN);
    for (const other of others) expect(other).toBeLessThan(most / 2);
  });
});

describe('a monogram', () => {
  it('is made of the first letters of a name', () => {
    expect(['Yuki Amano', 'otto', 'Åsa von der Lind', '田中 さくら', 'x', '@bob_99!'].map(monogramOf)).toEqual([
      'YA',
      'OT',
      'ÅL',
      '田さ',
      'X',
      'B9',
    ]);
    expect(monogramOf('🌲 ✨')).toBeUndefined();
  });
});
