/** Where most files of the app lie in one, a line each; the build writes it (scripts/offline-pack.ts). */
export const PACK_PATH = '/offline.txt';

/** Whether all files are fetched in one, where so many of them are missing. */
export const isPackWorth = (missing: number, all: number): boolean => missing > all / 2;

/** One file in a line of the pack; `path` as it is asked for. */
export const packLine = (path: string, text: string): string => `${JSON.stringify([path, text])}\n`;

/** The file in a line of the pack, if it is one. */
export const parsePackLine = (line: string): { readonly path: string; readonly text: string } | undefined => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed)) return undefined;
  const [path, text] = parsed as readonly unknown[];
  return typeof path === 'string' && typeof text === 'string' ? { path, text } : undefined;
};
