import type { NostrEvent } from '#domain/protocol/event.ts';

/** What a verification worker answers: one place per frame; `now` in seconds. */
export type Verify = (frames: readonly string[], now: number) => Promise<readonly (NostrEvent | undefined)[]>;

type Port = {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: Event) => void): void;
};

type Events = Awaited<ReturnType<Verify>>;
type Call = readonly [call: number, ...Parameters<Verify>];
type Answer = readonly [call: number, events: Events | undefined];

const told = (event: Event) => (event as MessageEvent<unknown>).data;

/** Answers the calls that come over a port. */
export const answerVerify = (port: Port, verify: Verify): void =>
  port.addEventListener('message', (event) => {
    const [call, frames, now] = told(event) as Call;
    const answer = (events?: Events) => port.postMessage([call, events] satisfies Answer);
    // why it failed is nothing that the page could mend
    verify(frames, now).then(answer, () => answer());
  });

/** Calls over a port; an answer that says nothing rejects. Not by Comlink: the first note waits for this code. */
export const callVerify = (port: Port): Verify => {
  const waiting = new Map<number, PromiseWithResolvers<Events>>();
  let calls = 0;
  port.addEventListener('message', (event) => {
    const [call, events] = told(event) as Answer;
    const waits = waiting.get(call);
    waiting.delete(call);
    if (events) waits?.resolve(events);
    else waits?.reject(new Error('The check failed'));
  });
  return (frames, now) => {
    const waits = Promise.withResolvers<Events>();
    waiting.set((calls += 1), waits);
    port.postMessage([calls, frames, now] satisfies Call);
    return waits.promise;
  };
};
