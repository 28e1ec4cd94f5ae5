import { verifyFrames } from '#domain/protocol/verify-frame.ts';
import { answerVerify } from './verify-calls.ts';
import { loadChecks } from './verify-check.ts';

const checks = loadChecks();

answerVerify(globalThis, async (frames, now) => verifyFrames(frames, now, (await checks).checkAll));
