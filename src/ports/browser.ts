/** The cache and the names that were saved, unchecked; undefined where they could not be read. */
export type EarlySaved = Promise<readonly [record: unknown, names: unknown] | undefined>;

/** What `src/first-paint.js` started while the code was on its way; each is given once. */
export type EarlyStart = {
  worker(): Worker | undefined;
  /** by the address as a socket has it; what it said until now is said again after the current task */
  socket(url: string): WebSocket | undefined;
  /**
   * The id of the REQ with these filters, as JSON, that went to this relay already; only the first question there can be it.
   * The same REQ is not sent again by that socket, and what answered it comes after it.
   */
  asked(url: string, filters: string): string | undefined;
  /** undefined where there was no visit before */
  saved(): EarlySaved | undefined;
};

type Page = Window & typeof globalThis;

/**
 * What the app lives on, given to it once: the page gives its window, a test one of its making. Whoever needs a part of it
 * is given it, and asks no global.
 */
export type Browser = EventTarget &
  Pick<
    Page,
    | 'document'
    | 'navigator'
    | 'location'
    | 'performance'
    | 'crypto'
    | 'localStorage'
    | 'sessionStorage'
    | 'indexedDB'
    | 'matchMedia'
    | 'fetch'
    | 'WebSocket'
    | 'Worker'
  > &
  Partial<Pick<Page, 'caches' | 'BroadcastChannel' | 'requestIdleCallback'>> & {
    /** a signing extension (NIP-07) */
    readonly nostr?: unknown;
    /** a Lightning wallet that an extension offers (WebLN) */
    readonly webln?: unknown;
    /** reads codes out of pictures, where the browser can */
    readonly BarcodeDetector?: unknown;
    /** files and links with which the system opens the app */
    readonly launchQueue?: unknown;
    /** what was shared with the app, as the page found it in its address */
    sharedSearch?: string | undefined;
    readonly early?: EarlyStart;
  };
