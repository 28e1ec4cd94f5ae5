import type { AsciiGrid } from '#domain/ascii/ascii.ts';

/** A picture to be drawn in letters. */
export type AsciiOrder = AsciiGrid & {
  readonly url: string;
  /** also the colours of the letters */
  readonly colour: boolean;
};

/** A picture in letters. */
export type AsciiDrawing = AsciiGrid & {
  /** `rows` lines of `cols` characters */
  readonly text: string;
  /** data URL of a picture of cols by rows px, when colours were asked for */
  readonly colours?: string;
  /** with them: the one colour that says most of the picture */
  readonly ink?: string;
};

/**
 * Why there is no drawing. `refused`: the site does not let others read the picture (CORS); `missing`: it does not
 * answer, or not with a picture; `too large`: in bytes or px; `kind`: a kind of picture that is not drawn; `slow`: it
 * took too long; `broken`: it could not be decoded.
 */
export type AsciiProblem = 'refused' | 'missing' | 'too large' | 'kind' | 'slow' | 'broken';

/** How a drawing ended. */
export type AsciiAnswer =
  | { readonly ok: true; readonly drawing: AsciiDrawing }
  | { readonly ok: false; readonly problem: AsciiProblem };

/** An order that was placed. */
export type AsciiSitting = {
  /** Orders in the window come before those around it. */
  hurry(inWindow: boolean): void;
  /** Nobody waits for it any more. */
  leave(): void;
};

/** Who draws pictures in letters, and keeps the drawings used last. */
export type AsciiStudio = {
  /** The drawing of this picture that was used last, in whatever size. */
  kept(url: string): AsciiDrawing | undefined;
  /**
   * Draws, or hands out what is kept; `answer` is called once, never at once, unless the order was left before.
   * `again`: what is known of the picture and of the worker may have changed.
   */
  order(order: AsciiOrder, answer: (answer: AsciiAnswer) => void, again: boolean): AsciiSitting;
  /** how many drawings are kept (CACHE-46) */
  count(): number;
  /** Forgets all drawings; those on the page stay. */
  clear(): void;
};
