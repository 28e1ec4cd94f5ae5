/** Sent with every file of a page over public relays. */
export const HEADERS: Readonly<Record<string, string>>;
/** Sent with every file of a page with this relay configuration. */
export function headersFor(relays?: unknown): Readonly<Record<string, string>>;
/** Built files with a hash in their name lie in this folder. */
export const HASHED_FOLDER: string;
export const CACHE_HASHED: string;
export const CACHE_OTHER: string;
/** The text of the file `_headers`. */
export function headersFile(): string;
