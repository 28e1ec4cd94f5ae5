import type { Endpoint } from 'comlink';

type Call = { readonly type?: unknown; readonly path?: unknown; readonly argumentList?: unknown };

const isPlain = (argument: unknown): boolean => (argument as { readonly type?: unknown } | null)?.type === 'RAW';

/** A call of one of these functions with nothing but data. */
const isCall = (data: unknown, names: ReadonlySet<unknown>): boolean => {
  if (typeof data !== 'object' || data === null) return false;
  const { type, path, argumentList } = data as Call;
  const isOne = type === 'APPLY' && Array.isArray(path) && path.length === 1 && names.has(path[0]);
  return isOne && Array.isArray(argumentList) && argumentList.every(isPlain);
};

/**
 * The endpoint for a worker that must not trust who calls it. Comlink itself lets callers read, write and construct along
 * any path of what is exposed, up to `constructor` and the prototypes of everything, and pass functions in; here only
 * calls of the own functions of `api` get through.
 */
export const callsOnly = (endpoint: Endpoint, api: object): Endpoint => {
  const names = new Set<unknown>(Object.keys(api));
  return {
    postMessage: (message, transfer) => endpoint.postMessage(message, transfer),
    addEventListener: (type, listener) =>
      endpoint.addEventListener(type, (event: Event) => {
        if (typeof listener === 'function' && isCall((event as MessageEvent<unknown>).data, names)) listener(event);
      }),
    // nobody is let go: a call to end it does not get through
    removeEventListener: () => undefined,
  };
};
