/** A worker that mines takes breath between its steps: messages come in, and it rests when it was told to. */
export type Breath = {
  readonly rest: (ms: number) => void;
  /** Resolves when the work may go on. */
  readonly take: () => Promise<void>;
};

/** `now`: ms. */
export const createBreath = (now: () => number): Breath => {
  let until = 0;
  const { port1, port2 } = new MessageChannel();
  port1.start();
  // a promise that is resolved would let no message in
  const turn = () =>
    new Promise<void>((resolve) => {
      port1.addEventListener('message', () => resolve(), { once: true });
      port2.postMessage(null);
    });
  return {
    rest(ms) {
      until = now() + ms;
    },
    async take() {
      await turn();
      const ms = until - now();
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    },
  };
};
