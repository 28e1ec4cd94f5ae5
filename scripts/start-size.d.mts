/** of all scripts together, gzip */
export const START_BUDGET_BYTES: number;
/** The scripts that the page names and all that these import at once, as paths. */
export function startScripts(dist?: string): readonly string[];
/** gzip bytes of these files together, each compressed by itself as a server does. */
export function gzipBytes(files: readonly string[]): number;
