import { coverCrop, meanCells, type AsciiGrid, type Cells } from '#domain/ascii/ascii.ts';
import { ASCII_CELL_ASPECT } from '#domain/ascii/ascii-limits.ts';

/** Samples to a cell; a cell is twice as high as wide. */
const ACROSS = 2;
const DOWN = ACROSS * ASCII_CELL_ASPECT;

/** Dark on no ground, as signatures and logos are: that needs a bright one. */
const isDarkOnNothing = (rgba: Uint8ClampedArray): boolean => {
  let [shown, light] = [0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    shown += rgba[at + 3]!;
    light += ((rgba[at]! + rgba[at + 1]! + rgba[at + 2]!) / 765) * rgba[at + 3]!;
  }
  return shown > 0 && light < shown * 0.4;
};

/** The picture as it fills its place, in the samples that the cells are made of. */
export const cellsOf = (bitmap: ImageBitmap, { cols, rows }: AsciiGrid): Cells => {
  const canvas = new OffscreenCanvas(cols * ACROSS, rows * DOWN);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const { x, y, width, height } = coverCrop(bitmap.width, bitmap.height, cols / (rows * ASCII_CELL_ASPECT));
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height);
  const read = () => context.getImageData(0, 0, canvas.width, canvas.height).data;
  const bare = read();
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = isDarkOnNothing(bare) ? '#fff' : '#000';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return meanCells(read(), { cols, rows }, ACROSS, DOWN);
};
