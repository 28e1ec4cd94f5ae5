import type { AnyActorRef, AnyEventObject, AnyTransitionDefinition, Snapshot } from 'xstate';
import type { DelayAct, Happened } from './capture.ts';

/** An event on its way through an actor. */
export type InFlight = {
  readonly seq: number;
  readonly at: number;
  readonly ref: AnyActorRef;
  readonly sender: AnyActorRef | undefined;
  readonly event: AnyEventObject;
  readonly transitions: AnyTransitionDefinition[];
  readonly delays: DelayAct[];
  /** once the actor has worked on it */
  after: Snapshot<unknown> | undefined;
};

const STOP = 'xstate.stop';

/** Puts together what belongs to one event, in the order in which events were sent. */
export const createFlight = () => {
  /** of each actor what it has not worked on, in order */
  const lines = new Map<string, InFlight[]>();
  /** in the order of sending; the first may still be on its way */
  let waiting: InFlight[] = [];
  let seq = 0;

  const begin = (rec: Pick<InFlight, 'at' | 'ref' | 'sender' | 'event'>) => {
    const made: InFlight = { ...rec, seq: (seq += 1), transitions: [], delays: [], after: undefined };
    waiting.push(made);
    return made;
  };
  const arrive = (happened: Happened & { kind: 'event' }) => {
    const line = lines.get(happened.ref.sessionId) ?? [];
    if (line.length === 0) lines.set(happened.ref.sessionId, line);
    line.push(begin(happened));
  };
  const leave = ({ ref, event, snapshot, at }: Happened & { kind: 'snapshot' }) => {
    const line = lines.get(ref.sessionId) ?? [];
    const found = line.findIndex((rec) => rec.event === event);
    // nobody sends the word to stop: it is there at once
    if (found < 0 && event.type !== STOP) return;
    const rec = found < 0 ? begin({ at, ref, sender: ref._parent, event }) : line[found]!;
    // what came before it and has no snapshot never will
    lines.set(ref.sessionId, line.slice(found + 1));
    if (line.length === found + 1) lines.delete(ref.sessionId);
    rec.after = snapshot;
  };

  return {
    take(happened: Happened) {
      if (happened.kind === 'event') return arrive(happened);
      if (happened.kind === 'snapshot') return leave(happened);
      const rec = lines.get(happened.ref.sessionId)?.[0];
      if (happened.kind === 'microstep') rec?.transitions.push(...happened.transitions);
      else rec?.delays.push(happened.act);
    },
    /** What is complete; `all` of it once nothing more is on its way. */
    land(all: boolean): readonly InFlight[] {
      const ready = all ? waiting.length : waiting.findIndex((rec) => !rec.after);
      const done = waiting.slice(0, ready < 0 ? waiting.length : ready);
      waiting = waiting.slice(done.length);
      if (all) lines.clear();
      return done;
    },
  };
};
