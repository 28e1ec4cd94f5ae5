import type { Verify, VerifyAnswer, VerifyCall } from '#workers/verify-calls.ts';

type Port = {
  postMessage(message: VerifyCall): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<VerifyAnswer>) => void): void;
};

/** Calls over a port; an answer without events rejects. Not by Comlink: the first note waits for this code. */
export const callVerify = (port: Port): Verify => {
  const waiting = new Map<number, PromiseWithResolvers<Awaited<ReturnType<Verify>>>>();
  let calls = 0;
  port.addEventListener('message', ({ data: [call, events] }) => {
    const waits = waiting.get(call);
    waiting.delete(call);
    if (events) waits?.resolve(events);
    else waits?.reject(new Error('The check failed'));
  });
  return (frames, now) => {
    const waits = Promise.withResolvers<Awaited<ReturnType<Verify>>>();
    waiting.set((calls += 1), waits);
    port.postMessage([calls, frames, now]);
    return waits.promise;
  };
};
