import { ASCII_GLYPHS, rampOf, type AsciiRamp } from '#domain/ascii/ascii.ts';

/** The font the drawings are shown in. */
export type AsciiFont = {
  readonly family: string;
  /** of the font file; '' when there is none */
  readonly url: string;
  readonly weight: number;
};

/** Large enough that a px more or less does not matter. */
const SIZE_PX = 64;

/** Fonts of a page are not those of its workers. Without the file the glyphs of the next best font are measured. */
const load = async ({ family, url, weight }: AsciiFont): Promise<void> => {
  if (url === '') return;
  try {
    const face = await new FontFace(family, `url(${url})`, { weight: '200 800' }).load();
    (globalThis as unknown as { fonts: FontFaceSet }).fonts.add(face);
    await (globalThis as unknown as { fonts: FontFaceSet }).fonts.load(`${weight} ${SIZE_PX}px "${family}"`);
  } catch {
    // the browser draws with its own monospaced font
  }
};

/** Draws each glyph by itself and counts how much of a cell of the font its ink covers. */
export const measureInk = async (font: AsciiFont): Promise<AsciiRamp> => {
  await load(font);
  const canvas = new OffscreenCanvas(SIZE_PX * 2, SIZE_PX * 2);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.font = `${font.weight} ${SIZE_PX}px "${font.family}", monospace`;
  context.textBaseline = 'middle';
  const cell = context.measureText('0').width * SIZE_PX;
  const inkOf = (glyph: string): number => {
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.fillText(glyph, SIZE_PX / 2, SIZE_PX);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let alpha = 0;
    for (let at = 3; at < data.length; at += 4) alpha += data[at]!;
    return alpha / 255 / cell;
  };
  return rampOf(Array.from(ASCII_GLYPHS, (glyph) => ({ glyph, ink: inkOf(glyph) })));
};
