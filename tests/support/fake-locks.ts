import { createAlone, type Alone } from '#actors/shell/alone.ts';

type Locks = Pick<LockManager, 'request' | 'query'>;

type Asked = { readonly begin: () => void };

/** One name: who has it, and who waits for it in order. */
type Line = { isHeld: boolean; readonly waiting: Asked[] };

/** The locks of one browser: who asks for a name that is taken waits for its turn, gives up by the signal, or asks only once. */
export const fakeLocks = () => {
  const lines = new Map<string, Line>();
  const lineOf = (name: string): Line => {
    const line = lines.get(name) ?? { isHeld: false, waiting: [] };
    lines.set(name, line);
    return line;
  };

  /** Settled once it is our turn; rejects when somebody gives up before. */
  const turn = (line: Line, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (!line.isHeld) {
        line.isHeld = true;
        return resolve();
      }
      const asked: Asked = { begin: resolve };
      line.waiting.push(asked);
      signal?.addEventListener('abort', () => {
        const at = line.waiting.indexOf(asked);
        if (at !== -1) line.waiting.splice(at, 1);
        reject(signal.reason as Error);
      });
    });

  const leave = (line: Line) => {
    const next = line.waiting.shift();
    if (next) next.begin();
    else line.isHeld = false;
  };

  /** As one tab has them: with it end what it holds and what it asked for. */
  const forTab = (dies?: AbortSignal): Locks => {
    const request = async (
      name: string,
      { ifAvailable = false, signal }: LockOptions,
      work: (lock: unknown) => unknown,
    ): Promise<unknown> => {
      const line = lineOf(name);
      if (ifAvailable && line.isHeld) return await work(null);
      await turn(line, signal && dies ? AbortSignal.any([dies, signal]) : (dies ?? signal));
      const { promise: died, resolve: die } = Promise.withResolvers<void>();
      const end = () => die();
      dies?.addEventListener('abort', end);
      try {
        return await Promise.race([work({ name }), died]);
      } finally {
        // a signal that outlives many acts would hold on to each of them
        dies?.removeEventListener('abort', end);
        leave(line);
      }
    };
    const held = () => [...lines].filter(([, { isHeld }]) => isHeld).map(([name]) => ({ name }));
    return { request, query: async () => ({ held: held(), pending: [] }) } as unknown as Locks;
  };
  return { forTab };
};

const browsers = new WeakMap<Storage, Alone>();

/** The tabs that share this storage are those of one browser. */
export const aloneIn = (local: Storage): Alone => {
  const known = browsers.get(local) ?? createAlone(fakeLocks().forTab());
  browsers.set(local, known);
  return known;
};
