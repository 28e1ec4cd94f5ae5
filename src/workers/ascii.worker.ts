import { expose } from 'comlink';
import { cellColours, drawText, mainColour, type AsciiGrid, type AsciiRamp, type Cells } from '#domain/ascii/ascii.ts';
import type { AsciiAnswer, AsciiDrawing, AsciiOrder } from '#ports/ascii-studio.ts';
import { measureInk, type AsciiFont } from './ascii/measure-ink.ts';
import { cellsOf } from './ascii/picture-cells.ts';
import { PictureError, readPicture } from './ascii/read-picture.ts';

/** What the worker does. */
export type AsciiWorker = {
  /** Takes the ramp that a worker before measured, or measures the font. Comes before all else. */
  start(font: AsciiFont, known: AsciiRamp | undefined): Promise<AsciiRamp>;
  draw(id: number, order: AsciiOrder): Promise<AsciiAnswer>;
  /** Nobody waits for this drawing any more. */
  leave(id: number): void;
};

let ramp: AsciiRamp = [];
const running = new Map<number, AbortController>();

const colourPicture = async (cells: Cells): Promise<string> => {
  const canvas = new OffscreenCanvas(cells.cols, cells.rows);
  canvas.getContext('2d')!.putImageData(new ImageData(cellColours(cells), cells.cols), 0, 0);
  const blob = await canvas.convertToBlob();
  return new FileReaderSync().readAsDataURL(blob);
};

/** One picture at a time is decoded: a large one takes as much memory as it has px. */
let decoding: Promise<unknown> = Promise.resolve();
const inTurn = <Value>(act: () => Promise<Value>): Promise<Value> => {
  const mine = decoding.then(act);
  decoding = mine.catch(() => {});
  return mine;
};

const decode = async (picture: Blob, grid: AsciiGrid): Promise<Cells> => {
  // of what moves, the first frame
  const bitmap = await createImageBitmap(picture).catch(() => {
    throw new PictureError('broken');
  });
  try {
    return cellsOf(bitmap, grid);
  } finally {
    bitmap.close();
  }
};

const drawOrder = async ({ url, colour, cols, rows }: AsciiOrder, left: AbortSignal): Promise<AsciiDrawing> => {
  const picture = await readPicture(url, left);
  const cells = await inTurn(async () => decode(picture, { cols, rows }));
  return {
    cols,
    rows,
    text: drawText(cells, ramp),
    ...(colour && { colours: await colourPicture(cells), ink: mainColour(cells) }),
  };
};

const worker: AsciiWorker = {
  async start(font, known) {
    ramp = known ?? (await measureInk(font));
    return ramp;
  },
  async draw(id, order) {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      return { ok: true, drawing: await drawOrder(order, controller.signal) };
    } catch (error) {
      return { ok: false, problem: error instanceof PictureError ? error.problem : 'broken' };
    } finally {
      running.delete(id);
    }
  },
  leave: (id) => running.get(id)?.abort(),
};

expose(worker);
