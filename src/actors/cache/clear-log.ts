// kept by name, because the build takes every call of `console` itself out (ADR 22)
const log = (globalThis as Partial<Record<string, unknown>>)['console'] as Pick<Console, 'info' | 'error'> | undefined;

const nameOf = (error: unknown) => (error instanceof Error || error instanceof DOMException ? error.name : 'Error');

/** Says in the console how the clearing of `what` ended (CACHE-18). Of an error only its name: it may quote data. */
export const logClearing = (what: string, failure?: { readonly error: unknown }): void =>
  failure ? log?.error(`Not cleared: ${what} (${nameOf(failure.error)})`) : log?.info(`Cleared: ${what}`);
