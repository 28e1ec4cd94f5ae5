/** A part of the browser; undefined where it blocks that part, as some do by throwing as soon as it is named. */
export const offered = <Part>(name: () => Part): Part | undefined => {
  try {
    return name();
  } catch {
    return undefined;
  }
};

type Page = Window & typeof globalThis;

/** The databases of the browser. */
export const databasesOf = (browser: Pick<Page, 'indexedDB'>): IDBFactory | undefined =>
  offered(() => browser.indexedDB);

/** Tells all other tabs. */
export const openTabChannel = (
  browser: Partial<Pick<Page, 'BroadcastChannel'>>,
  name: string,
): BroadcastChannel | undefined => offered(() => browser.BroadcastChannel && new browser.BroadcastChannel(name));
