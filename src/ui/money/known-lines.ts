/** What is known since when; `at` in ms since the epoch. */
export type KnownLine = { readonly at: number; readonly text: string };

/** Lines to give to others, the oldest first. */
export const linesOf = (known: readonly KnownLine[]): readonly string[] =>
  known.toReversed().map(({ at, text }) => `${new Date(at).toISOString()} ${text}`);
