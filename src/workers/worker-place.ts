/** Where workers can be started: the window of a page. */
export type WorkerPlace = { readonly Worker: typeof Worker };
