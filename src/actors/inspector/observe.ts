import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import {
  OBSERVE_LOOK_MS,
  OBSERVE_SLICE_MS,
  OBSERVE_REST_MS,
  OBSERVE_HURRY_FROM,
  OBSERVE_BACKLOG_MAX,
} from '#domain/inspector/inspector-limits.ts';
import type { LogEntry, RunningDelay } from '#domain/inspector/recording.ts';
import type { World } from '#domain/inspector/world.ts';
import { happenedOf, type Happened } from './capture.ts';
import { createEntries } from './entries.ts';
import { createFlight } from './flight.ts';

type Watched = {
  readonly root: AnyActorRef;
  /** ms since the epoch */
  readonly now: () => number;
  /** whether an actor, and with it those under it, is left out */
  readonly isHidden: (ref: AnyActorRef) => boolean;
  readonly world: World;
  readonly onEntries: (entries: readonly LogEntry[]) => void;
};

type Scheduled = {
  readonly id: string;
  readonly event: { readonly type: string };
  readonly startedAt: number;
  readonly delay: number;
  readonly source: AnyActorRef;
};

const runningDelays = (root: AnyActorRef): ReadonlyMap<string, readonly RunningDelay[]> => {
  const found = new Map<string, RunningDelay[]>();
  const { _scheduledEvents: scheduled } = root.system.getSnapshot() as { _scheduledEvents: Record<string, Scheduled> };
  for (const { id, event, startedAt, delay, source } of Object.values(scheduled)) {
    const list = found.get(source.sessionId) ?? [];
    if (list.length === 0) found.set(source.sessionId, list);
    list.push({ id, event: event.type, startedAt, ms: delay });
  }
  return found;
};

/** Leaves out what is hidden, with all under it. */
const createSight = (isHidden: (ref: AnyActorRef) => boolean) => {
  const hidden = new WeakMap<AnyActorRef, boolean>();
  const isOut = (ref: AnyActorRef): boolean => {
    const known = hidden.get(ref);
    if (known !== undefined) return known;
    const out = isHidden(ref) || (ref._parent !== undefined && isOut(ref._parent));
    hidden.set(ref, out);
    return out;
  };
  return isOut;
};

/** Listens to all actors under a root, those that live already included, until the function that it gives back is called. */
export const observe = ({ root, now, isHidden, world, onEntries }: Watched): (() => void) => {
  const isOut = createSight(isHidden);
  const entries = createEntries(world);
  const flight = createFlight();
  let backlog: Happened[] = [];
  let at = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const adopt = (ref: AnyActorRef, delays: ReadonlyMap<string, readonly RunningDelay[]>) => {
    if (isOut(ref)) return;
    entries.adopt(ref, now(), delays.get(ref.sessionId) ?? []);
    const { children } = ref.getSnapshot() as Partial<AnyMachineSnapshot>;
    for (const child of Object.values(children ?? {})) adopt(child as AnyActorRef, delays);
  };

  /** Looks into what happened until the time is up; whether that was all. */
  const lookUntil = (isTimeUp: () => boolean): boolean => {
    const told: LogEntry[] = [];
    const tell = (all: boolean) => {
      for (const rec of flight.land(all)) told.push(entries.tell(rec));
    };
    while (at < backlog.length) {
      flight.take(backlog[at]!);
      at += 1;
      if (at % 16 === 0) {
        tell(false);
        if (isTimeUp()) break;
      }
    }
    const isAll = at >= backlog.length;
    tell(isAll);
    // what was looked into is let go of
    [backlog, at] = [isAll ? [] : backlog.slice(at), 0];
    if (told.length > 0) onEntries(told);
    return isAll;
  };
  const look = () => {
    timer = undefined;
    const end = performance.now() + OBSERVE_SLICE_MS;
    if (!lookUntil(() => performance.now() > end))
      timer = setTimeout(look, backlog.length > OBSERVE_HURRY_FROM ? 0 : OBSERVE_REST_MS);
  };

  const subscription = root.system.inspect((inspected) => {
    if (isOut(inspected.actorRef as AnyActorRef)) return;
    const happened = happenedOf(inspected, now());
    if (!happened) return;
    backlog.push(happened);
    if (backlog.length > OBSERVE_BACKLOG_MAX) lookUntil(() => at > 100);
    timer ??= setTimeout(look, OBSERVE_LOOK_MS);
  });
  adopt(root, runningDelays(root));

  return () => {
    subscription.unsubscribe();
    clearTimeout(timer);
    backlog = [];
  };
};
