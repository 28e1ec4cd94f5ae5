import type { TransitionId } from './chart.ts';
import type { Shown, ShownObject } from './shown.ts';

/** What an actor runs: a chart, or one of XState's other kinds of logic. */
export type ActorKind = 'machine' | 'promise' | 'callback' | 'other';

/** 'stopped': ended by its parent. */
export type ActorStatus = 'active' | 'done' | 'error' | 'stopped';

/** An event that comes later by itself. */
export type RunningDelay = {
  /** tells it from others of the same actor */
  readonly id: string;
  /** the event that comes, such as `xstate.after.rest.ascii.working.resting` */
  readonly event: string;
  /** ms since the epoch */
  readonly startedAt: number;
  readonly ms: number;
};

/**
 * Whether a transition of an active state could be taken now. 'yes'; 'no': its guard says so; 'asks': its guard looks at
 * what the event brings; 'behind': another one for the same event comes first.
 */
export type GuardVerdict = 'yes' | 'no' | 'asks' | 'behind';

/** One actor as it stands at a moment. Never holds the actor itself. */
export type ActorState = {
  /** unique in the page and in a recording */
  readonly id: string;
  readonly name: string;
  /** id; none: the root */
  readonly parent?: string;
  readonly kind: ActorKind;
  /** of kind 'machine': the id of its chart, which is the name of its file in `statecharts/` */
  readonly machine?: string;
  /** the slot of the parent's chart it came from */
  readonly src?: string;
  readonly status: ActorStatus;
  /** ids of all active states, outer ones before those inside them, the chart itself not */
  readonly states: readonly string[];
  readonly tags: readonly string[];
  readonly input?: Shown;
  readonly context?: ShownObject;
  readonly output?: Shown;
  /** why it failed */
  readonly error?: Shown;
  readonly delays: readonly RunningDelay[];
  /** transitions of active states that are not simply 'yes' */
  readonly verdicts: Readonly<Record<TransitionId, Exclude<GuardVerdict, 'yes'>>>;
  /** transitions taken by the last event that had an effect */
  readonly last: readonly TransitionId[];
  /** what that event changed in the context: each key with its value before; undefined: there was none */
  readonly changed: Readonly<Record<string, Shown | undefined>>;
  /** ms since the epoch; of an actor that lived before the inspector was opened: when that was */
  readonly startedAt: number;
  readonly endedAt?: number;
};

/**
 * What an event led to. 'started', 'stopped', 'done', 'error': the actor did so; 'moved': it is in other states now, or in the
 * same anew; 'stayed': it acted without leaving its states; 'refused': a guard said no; 'ignored': no transition for it here;
 * 'ended': the actor had ended before; 'received': the actor has no chart, so nobody knows.
 */
export type EventOutcome =
  | 'started'
  | 'moved'
  | 'stayed'
  | 'refused'
  | 'ignored'
  | 'ended'
  | 'received'
  | 'done'
  | 'error'
  | 'stopped';

/** One event that came to an actor, with what it changed. */
export type LogEntry = {
  /** counts up by one from the beginning of the page or of the recording */
  readonly seq: number;
  /** ms since the epoch */
  readonly at: number;
  /** id of the actor the event came to */
  readonly actor: string;
  /** id of the actor it came from; none: from a view, the browser or a worker */
  readonly sender?: string;
  readonly event: string;
  /** what the event carried besides its type */
  readonly data?: Shown;
  readonly outcome: EventOutcome;
  /** with 'refused': the guards that said no */
  readonly guards?: readonly string[];
  /** active states that have no others inside, without the id of the chart: `account.locked`; only where they changed */
  readonly from?: readonly string[];
  readonly to?: readonly string[];
  readonly transitions?: readonly TransitionId[];
  /** with 'started': the actor at its beginning */
  readonly started?: ActorState;
  /** what is otherwise than before with the actor; of its context only the keys that changed */
  readonly now?: ActorChange;
};

/** What one event changed of an actor. What is left out stays as it was. */
export type ActorChange = {
  readonly states?: readonly string[];
  readonly tags?: readonly string[];
  readonly status?: ActorStatus;
  readonly context?: ShownObject;
  /** keys that the context has no more */
  readonly gone?: readonly string[];
  readonly output?: Shown;
  readonly error?: Shown;
  readonly verdicts?: ActorState['verdicts'];
  readonly delays?: readonly RunningDelay[];
};

/** A file of a recording (docs/RECORDING.md). */
export type Recording = {
  readonly format: 'nuthatch-recording';
  readonly version: 1;
  /** version of the app */
  readonly app: string;
  /** names, addresses and texts were replaced */
  readonly anonymous: boolean;
  /** ms since the epoch */
  readonly from: number;
  readonly to: number;
  /** by the id of each chart that occurs: a word that is another one once the chart is another one */
  readonly charts: Readonly<Record<string, string>>;
  /** the actors at its beginning, parents first */
  readonly actors: readonly ActorState[];
  readonly entries: readonly LogEntry[];
};
