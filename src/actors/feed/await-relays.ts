import { EOSE_GRACE_MS } from '#domain/relays/relays-limits.ts';
import type { RelayStream } from './timeline-stream.ts';

type Options = {
  /** events asked of each relay */
  readonly limit: number;
  readonly signal: AbortSignal;
  /** a relay has answered, in time or not */
  readonly onAnswer: () => void;
};

/**
 * Asks the relays for the next stretch of a timeline. Ends when all that were in time before have answered, or a little
 * after the first one has; the others go on by themselves, and those that were quick enough are waited for next time.
 * True when a relay answered. Rejects when aborted.
 */
export const askRound = async (streams: readonly RelayStream[], { limit, signal, onAnswer }: Options) => {
  signal.throwIfAborted();
  const { promise: enough, resolve, reject } = Promise.withResolvers<void>();
  const open = new Set(streams);
  const awaited = new Set(streams.filter(({ prompt }) => prompt));
  const answered = new Set<RelayStream>();
  const begun = performance.now();
  let over = false;
  let grace: ReturnType<typeof setTimeout> | undefined;

  const settle = (stream: RelayStream, hasAnswered: boolean) => {
    open.delete(stream);
    awaited.delete(stream);
    stream.prompt = hasAnswered && (!over || performance.now() - begun <= EOSE_GRACE_MS);
    if (hasAnswered) {
      answered.add(stream);
      onAnswer();
      grace ??= setTimeout(resolve, EOSE_GRACE_MS);
    }
    if (open.size === 0 || (awaited.size === 0 && answered.size > 0)) resolve();
  };
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  for (const stream of streams) void stream.advance(limit).then((hasAnswered) => settle(stream, hasAnswered));
  try {
    await enough;
  } finally {
    clearTimeout(grace);
    signal.removeEventListener('abort', abort);
  }
  over = true;
  for (const stream of open) stream.prompt = false;
  return answered.size > 0;
};
