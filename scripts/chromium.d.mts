/** The path of a Chromium that exists; throws when none can be found or installed. */
export function ensureChromium(): string;
/** The path of the engine without a window, if there is one; '' where it is not wanted. */
export function headlessShell(): string | undefined;
/** Installs the engine without a window where it can be. */
export function ensureHeadlessShell(): void;
/** Switches that keep a headless Chromium quiet and usable as root. */
export const chromiumArgs: string[];
