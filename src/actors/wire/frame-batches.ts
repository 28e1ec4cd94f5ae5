import {
  VERIFY_BATCH_FRAMES,
  VERIFY_BATCH_CHARACTERS,
  VERIFY_BATCH_LOOKS,
  VERIFY_BATCHES_AT_ONCE,
} from '#domain/relays/relays-limits.ts';
import { take, type Entry, type Lane } from './frame-lane.ts';
import type { createSettling } from './frame-settling.ts';
import { nextTask } from './next-task.ts';
import type { FrameVerifier } from './verifier.ts';

type Lanes = ReadonlyMap<string, Lane>;
type Settling = ReturnType<typeof createSettling>;

/** The next batch, of all lanes in turn; looks at no more entries than one task has time for. */
const gather = (lanes: Lanes, needsCheck: Settling['needsCheck']) => {
  const batch: Entry[] = [];
  let characters = 0;
  let looks = VERIFY_BATCH_LOOKS;
  let found = true;
  while (found) {
    found = false;
    for (const lane of lanes.values()) {
      if (batch.length >= VERIFY_BATCH_FRAMES || characters >= VERIFY_BATCH_CHARACTERS || looks === 0) return batch;
      const entry = take(lane);
      if (!entry) continue;
      found = true;
      looks -= 1;
      if (!needsCheck(entry)) continue;
      batch.push(entry);
      characters += entry.text.length;
    }
  }
  return batch;
};

const waitingIn = (lanes: Lanes) => {
  let sum = 0;
  for (const lane of lanes.values()) sum += lane.waiting;
  return sum;
};

/**
 * Gives the function that sends waiting entries to the verifier: at once when none is away or when no more are to come
 * (`isWhole`), else when a full batch has gathered. So a lone event and an answer go without delay and a flood goes in
 * full batches. `pump` is called after each change.
 */
export const createBatches = (lanes: Lanes, verifier: FrameVerifier, settling: Settling, pump: () => void) => {
  let away = 0;

  const send = (batch: readonly Entry[]) => {
    const finish: typeof settling.finish = (entries, answer) => {
      away -= 1;
      settling.finish(entries, answer);
      dispatch();
      pump();
    };
    away += 1;
    verifier.verify(batch.map(({ text }) => text)).then(
      (answer) => finish(batch, answer),
      () => finish(batch, []),
    );
  };

  const dispatch = (isWhole = false) => {
    const enough = away === 0 || isWhole ? 1 : VERIFY_BATCH_FRAMES;
    if (away >= VERIFY_BATCHES_AT_ONCE || waitingIn(lanes) < enough) return;
    const batch = gather(lanes, settling.needsCheck);
    pump();
    if (batch.length > 0) {
      send(batch);
      dispatch(isWhole);
    } else if (waitingIn(lanes) > 0) nextTask(() => dispatch(isWhole));
  };

  return dispatch;
};
