import { ASCII_ITEMS_MAX, ASCII_PROBLEMS_MAX } from '#domain/ascii/ascii-limits.ts';
import type { AsciiDrawing, AsciiOrder, AsciiProblem } from '#ports/ascii-studio.ts';

const keyOf = ({ url, colour, cols, rows }: AsciiOrder): string => `${cols}x${rows} ${colour} ${url}`;

/** Lets go of the entry that was put in first. */
const bound = (map: Map<string, unknown>, most: number) => {
  for (const key of map.keys()) if (map.size > most) map.delete(key);
};

/** The drawings that were used last, and what is known not to be drawn. */
export const createDrawings = () => {
  const drawings = new Map<string, AsciiDrawing>();
  const problems = new Map<string, AsciiProblem>();
  const used = (key: string, drawing: AsciiDrawing) => {
    drawings.delete(key);
    drawings.set(key, drawing);
  };
  return {
    of(order: AsciiOrder): AsciiDrawing | undefined {
      const drawing = drawings.get(keyOf(order));
      if (drawing) used(keyOf(order), drawing);
      return drawing;
    },
    anyOf(url: string): AsciiDrawing | undefined {
      const key = [...drawings.keys()].findLast((key) => key.endsWith(` ${url}`));
      return key === undefined ? undefined : drawings.get(key);
    },
    keep(order: AsciiOrder, drawing: AsciiDrawing) {
      used(keyOf(order), drawing);
      bound(drawings, ASCII_ITEMS_MAX);
    },
    problemOf: (url: string) => problems.get(url),
    /** Only what will be the same the next time: neither what took too long nor what was not there. */
    keepProblem(url: string, problem: AsciiProblem) {
      if (problem === 'slow' || problem === 'missing') return;
      problems.set(url, problem);
      bound(problems, ASCII_PROBLEMS_MAX);
    },
    forgetProblem: (url: string) => void problems.delete(url),
    count: () => drawings.size,
    clear: () => drawings.clear(),
  };
};
