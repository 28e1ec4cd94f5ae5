/** The path of a Chromium that exists; throws when none can be found or installed. */
export function ensureChromium(): string;
/** Switches that keep a headless Chromium quiet and usable as root. */
export const chromiumArgs: string[];
