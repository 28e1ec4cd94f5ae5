import { createActor } from 'xstate';
import { EOSE_GRACE_MS } from '#domain/relays/relays-limits.ts';
import { roundMachine } from '#machines/feed/round.machine.ts';
import { outputOf, type Waiting } from './output-of.ts';
import type { RelayStream } from './timeline-stream.ts';

type Options = Waiting & {
  /** events each relay is asked for */
  readonly limit: number;
  /** hears of each relay that answers, also after the round is over */
  readonly onAnswer: () => void;
};

/**
 * Asks the relays for the next stretch of a timeline (`roundMachine`). Those that turn out quick enough are waited for next time.
 * True when a relay answered. Rejects when aborted.
 */
export const askRound = async (streams: readonly RelayStream[], { limit, signal, parent, onAnswer }: Options) => {
  signal.throwIfAborted();
  const relays = streams.map(({ relay }) => relay);
  const awaited = streams.filter(({ prompt }) => prompt).map(({ relay }) => relay);
  const round = createActor(roundMachine, {
    id: 'round',
    ...(parent && { parent }),
    input: { relays, awaited },
  }).start();
  const begun = performance.now();
  const pending = new Set(streams);
  let isOver = false;
  const settle = (stream: RelayStream, hasAnswered: boolean) => {
    pending.delete(stream);
    stream.prompt = hasAnswered && (!isOver || performance.now() - begun <= EOSE_GRACE_MS);
    if (hasAnswered) onAnswer();
    if (round.getSnapshot().status === 'active') round.send({ type: 'relay.done', relay: stream.relay, hasAnswered });
  };
  for (const stream of streams) void stream.advance(limit).then((hasAnswered) => settle(stream, hasAnswered));
  const hasAnswers = await outputOf(round, signal);
  isOver = true;
  for (const stream of pending) stream.prompt = false;
  return hasAnswers;
};
