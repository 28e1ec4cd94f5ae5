import type { NostrEvent } from '#domain/protocol/event.ts';

/** What a verification worker answers: one place per frame; `now` in seconds. */
export type Verify = (frames: readonly string[], now: number) => Promise<readonly (NostrEvent | undefined)[]>;

export type VerifyCall = readonly [call: number, ...Parameters<Verify>];
/** Without events where the check failed. */
export type VerifyAnswer = readonly [call: number, events: Awaited<ReturnType<Verify>> | undefined];

type Port = {
  postMessage(message: VerifyAnswer): void;
  addEventListener(type: 'message', listener: (event: Event) => void): void;
};

/** Answers the calls that come over a port (`actors/wire/verify-calls.ts`). */
export const answerVerify = (port: Port, verify: Verify): void =>
  port.addEventListener('message', (event) => {
    const [call, frames, now] = (event as MessageEvent<VerifyCall>).data;
    const answer = (events?: VerifyAnswer[1]) => port.postMessage([call, events]);
    // why it failed is nothing that the page could mend
    verify(frames, now).then(answer, () => answer());
  });
