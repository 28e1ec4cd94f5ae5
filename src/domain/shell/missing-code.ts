/** Whether an error says that code could not be had: without a network, or since an update took it from the server. */
export const isCodeMissing = (error: unknown): boolean =>
  // as Chromium, Firefox, Safari and Vite say it
  error instanceof Error && /dynamically imported|module script|preload CSS/.test(error.message);

/**
 * Code that was loaded, or an error that says it is missing: a listener to `vite:preloadError` may keep the failure from
 * being thrown (ROUTE-42), and then there is nothing.
 */
export const arrived = <File>(file: File | undefined): File => {
  if (file === undefined) throw new Error('error loading dynamically imported module');
  return file;
};
