/** The tests of a Vitest and a Playwright report that took longest, the slowest first, a line each. */
export function slowest(reports: { unit?: unknown; browser?: unknown }, count?: number): readonly string[];
