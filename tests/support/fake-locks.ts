import { createAlone, type Alone } from '#actors/shell/alone.ts';

/** Locks as of one browser: who asks for a name that is taken waits until it is free. */
const fakeLocks = (): Pick<LockManager, 'request'> => {
  const queues = new Map<string, Promise<unknown>>();
  const request = async (
    name: string,
    { signal }: { signal: AbortSignal },
    work: () => Promise<unknown>,
  ): Promise<unknown> => {
    const before = queues.get(name);
    let leave = () => {};
    const ended = new Promise<void>((done) => (leave = done));
    queues.set(
      name,
      (before ?? Promise.resolve()).then(() => ended),
    );
    try {
      if (before) await before;
      signal.throwIfAborted();
      return await work();
    } finally {
      leave();
    }
  };
  return { request } as Pick<LockManager, 'request'>;
};

const browsers = new WeakMap<Storage, Alone>();

/** The tabs that share this storage are those of one browser. */
export const aloneIn = (local: Storage): Alone => {
  const known = browsers.get(local) ?? createAlone(fakeLocks());
  browsers.set(local, known);
  return known;
};
