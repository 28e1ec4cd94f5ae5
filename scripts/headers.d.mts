/** What the policy calls the one script that stands in the page itself, of a page as it was built. */
export function scriptIn(page: string): string;
/** The same of the script's text. */
export function hashOf(script: string): string;
/** Sent with every file of a page with this script (as the policy calls it) and this relay configuration. */
export function headersFor(script: string, relays?: unknown): Readonly<Record<string, string>>;
/** Built files with a hash in their name lie in this folder. */
export const HASHED_FOLDER: string;
export const CACHE_HASHED: string;
export const CACHE_OTHER: string;
/** The text of the file `_headers`. */
export function headersFile(script: string): string;
