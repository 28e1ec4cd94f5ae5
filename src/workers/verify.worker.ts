import { expose } from 'comlink';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { verifyFrame } from '#domain/protocol/verify-frame.ts';
import { loadCheck } from './verify-check.ts';

const check = loadCheck();

/** What the worker answers; `now` in seconds, one place of the answer per frame. */
export type VerifyWorker = {
  verify(frames: readonly string[], now: number): Promise<readonly (NostrEvent | undefined)[]>;
};

const worker: VerifyWorker = {
  verify: async (frames, now) => {
    const loaded = await check;
    return frames.map((frame) => verifyFrame(frame, now, loaded));
  },
};

expose(worker);
