import type { AnyActorRef, AnyEventObject, AnyTransitionDefinition, InspectionEvent, Snapshot } from 'xstate';

/** A delay that was begun or given up while an event was worked on. */
export type DelayAct =
  | { readonly id: string; readonly event: string; readonly ms: number; readonly at: number }
  | { readonly cancel: string };

/** What happened, as cheap as it can be kept until there is time to look into it. */
export type Happened =
  | {
      readonly kind: 'event';
      readonly at: number;
      readonly ref: AnyActorRef;
      readonly sender: AnyActorRef | undefined;
      readonly event: AnyEventObject;
    }
  | {
      readonly kind: 'microstep';
      readonly ref: AnyActorRef;
      readonly transitions: readonly AnyTransitionDefinition[];
    }
  | { readonly kind: 'delay'; readonly ref: AnyActorRef; readonly act: DelayAct }
  | {
      readonly kind: 'snapshot';
      readonly at: number;
      readonly ref: AnyActorRef;
      readonly event: AnyEventObject;
      readonly snapshot: Snapshot<unknown>;
    };

type DelayParams = {
  readonly event?: AnyEventObject;
  readonly id?: string;
  readonly delay?: number;
  readonly sendId?: string;
};

const delayActOf = (type: string, params: DelayParams | undefined, at: number): DelayAct | undefined => {
  if (type === 'xstate.cancel' && params?.sendId !== undefined) return { cancel: params.sendId };
  if (type !== 'xstate.raise' && type !== 'xstate.sendTo') return undefined;
  if (typeof params?.delay !== 'number' || !params.event) return undefined;
  return { id: params.id ?? params.event.type, event: params.event.type, ms: params.delay, at };
};

/** What an inspection event of XState says, as far as it is of use here. */
export const happenedOf = (inspected: InspectionEvent, at: number): Happened | undefined => {
  const ref = inspected.actorRef as AnyActorRef;
  switch (inspected.type) {
    case '@xstate.event':
      return { kind: 'event', at, ref, sender: inspected.sourceRef as AnyActorRef | undefined, event: inspected.event };
    case '@xstate.microstep':
      return inspected._transitions.length > 0
        ? { kind: 'microstep', ref, transitions: inspected._transitions }
        : undefined;
    case '@xstate.action': {
      const act = delayActOf(inspected.action.type, inspected.action.params as DelayParams | undefined, at);
      return act && { kind: 'delay', ref, act };
    }
    case '@xstate.snapshot':
      return { kind: 'snapshot', at, ref, event: inspected.event, snapshot: inspected.snapshot };
    default:
      return undefined;
  }
};
