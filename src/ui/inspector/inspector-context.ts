import { useSelector } from '@xstate/react';
import { createContext, use, useMemo, useSyncExternalStore } from 'react';
import type { ActorState, LogEntry } from '#domain/inspector/recording.ts';
import type { inspectorMachine } from '#machines/inspector/inspector.machine.ts';
import type { Inspector } from '#ports/inspector.ts';
import type { Changing } from '#ports/session.ts';
import type { ActorRefFrom } from 'xstate';

/** What the parts of the inspector share: what it knows, whom to send orders, and which actor is looked at. */
export type Inspecting = {
  readonly inspector: Inspector;
  readonly ref: ActorRefFrom<typeof inspectorMachine>;
  /** id of an actor */
  readonly chosen: string | undefined;
  /** `entry`: one of its events, which is looked at besides */
  readonly choose: (actor: string, entry?: LogEntry) => void;
  /** the event that was chosen last on the page as it runs */
  readonly entry: LogEntry | undefined;
};

export const InspectingContext = createContext<Inspecting | undefined>(undefined);

/** The inspector around this view. */
export const useInspecting = (): Inspecting => {
  const inspecting = use(InspectingContext);
  if (inspecting === undefined) throw new Error('There is no inspector around this view');
  return inspecting;
};

/** Something that changes, as it stands. */
export const useChanging = <Value>({ get, subscribe }: Changing<Value>): Value => useSyncExternalStore(subscribe, get);

/** Never changes, and is nothing. */
export const NOTHING: Changing<undefined> = { get: () => undefined, subscribe: () => () => {} };

/** The actor that is looked at, as it stands. */
export const useChosenActor = (): ActorState | undefined => {
  const { inspector, chosen } = useInspecting();
  const changing = useMemo(() => (chosen === undefined ? NOTHING : inspector.actor(chosen)), [inspector, chosen]);
  return useChanging<ActorState | undefined>(changing);
};

/** The event that is looked at: the one that was chosen, or in a recording what happened at its step, with that actor. */
export const useChosenEntry = (): LogEntry | undefined => {
  const { inspector, ref, chosen, entry } = useInspecting();
  const recording = useChanging(inspector.recording);
  const step = useSelector(ref, ({ context }) => context.step);
  const shown = recording ? inspector.stepAt(step) : entry;
  return shown?.actor === chosen ? shown : undefined;
};
