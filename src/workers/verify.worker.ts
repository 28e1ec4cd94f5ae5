import { verifyFrame } from '#domain/protocol/verify-frame.ts';
import { answerVerify } from './verify-calls.ts';
import { loadCheck } from './verify-check.ts';

const check = loadCheck();

answerVerify(globalThis, async (frames, now) => {
  const loaded = await check;
  return frames.map((frame) => verifyFrame(frame, now, loaded));
});
