/** What failed by a Vitest and a Playwright report: for each its name and the first lines of what it said. */
export function failed(reports: { unit?: unknown; browser?: unknown }, lines?: number): readonly string[];
