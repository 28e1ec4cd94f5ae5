import type { LogFilter } from '#domain/inspector/log-filter.ts';
import type { ChartCoverage, ReachCounts } from '#domain/inspector/coverage.ts';
import type { ActorState, LogEntry } from '#domain/inspector/recording.ts';
import type { Changing } from './session.ts';

/** A row of the tree of actors, in the order of the tree: each parent before its children. */
export type ActorRow = Pick<
  ActorState,
  'id' | 'name' | 'parent' | 'kind' | 'machine' | 'status' | 'tags' | 'endedAt'
> & {
  /** 0: the root */
  readonly depth: number;
  /** the active states that have no others inside, without the id of the chart: `account.locked` */
  readonly at: readonly string[];
  /** the last line of the log that says of it that something failed, while it stands */
  readonly failed: boolean;
};

/** The log, so that a list can draw what is in its window alone. Told of at most once in a frame. */
export type LogReader = {
  /** how many entries pass the filter; of a live log the last 10,000 are kept */
  count(): number;
  /** 0: the oldest that passes the filter */
  at(index: number): LogEntry | undefined;
  /** where the entry stands now; the nearest before it when it does not pass the filter; -1 when there is none */
  indexOf(seq: number): number;
  readonly subscribe: (listener: () => void) => () => void;
  filter(): LogFilter;
  setFilter(filter: LogFilter): void;
  /** the name of an actor, also of one that ended */
  nameOf(actor: string): string;
};

/** What goes on, for heads and bars. */
export type Activity = {
  readonly actors: number;
  readonly eventsPerSecond: number;
};

/** What was recorded up to now, or could be saved. */
export type RecordingSize = {
  readonly ms: number;
  readonly events: number;
  readonly errors: number;
  /** estimated */
  readonly bytes: number;
};

/** A recording while it grows. */
export type RecordingProgress = RecordingSize & {
  /** at most 48 stretches of equal length, the oldest first */
  readonly bars: readonly { readonly events: number; readonly errors: number }[];
};

/** 'all': what was recorded by hand; 'last': the last two minutes, which are kept while the inspector is open. */
export type Extent = 'all' | 'last';

/** What was opened, and how it differs from this version. */
export type OpenRecording = {
  /** of the file; undefined: the last two minutes of this page */
  readonly name: string | undefined;
  /** version of the app it was recorded with */
  readonly app: string;
  readonly anonymous: boolean;
  /** this version; undefined: the same as that of the recording */
  readonly otherApp: string | undefined;
  /** ids of charts that are otherwise in this version */
  readonly changedCharts: readonly string[];
  /** ids of charts that this version does not have */
  readonly unknownCharts: readonly string[];
  readonly steps: number;
  readonly actors: number;
  readonly from: number;
  readonly to: number;
  /** the steps that failed, and those where a guard said no, for marks on the slider */
  readonly errors: readonly number[];
  readonly refusals: readonly number[];
};

/** A file to be saved. */
export type SavedRecording = { readonly name: string; readonly text: string };

/** What is replaced at 'Without names and addresses', some examples for the eye. */
export type Replacement = { readonly from: string; readonly to: string };

/**
 * What the views of the inspector have besides the actor `inspector`, which takes the orders and says whether it is live,
 * paused, recording or replaying. All of it is of the page as it is now, as it was when it was paused, or of the
 * recording at its step. Told of at most once in a frame; what is got stays the same object until it changes.
 */
export type Inspector = {
  readonly tree: Changing<readonly ActorRow[]>;
  readonly log: LogReader;
  readonly activity: Changing<Activity>;
  /** an actor with its states, data and delays; undefined when nobody knows it (any more) */
  actor(id: string): Changing<ActorState | undefined>;
  /** undefined while nothing was recorded by hand */
  readonly progress: Changing<RecordingProgress | undefined>;
  /** how often what is in the charts was seen: since the inspector was opened, or in the recording that is open */
  readonly seen: Changing<ReachCounts>;
  /** by the id of each chart how often the tests reach what is in it; undefined until such a file was opened */
  readonly tested: Changing<Readonly<Record<string, ChartCoverage>> | undefined>;
  /** the hash of a chart of this version, to tell whether counts are of it */
  hashOf(machine: string): string | undefined;
  /** Hears of all that happens on the page from now on, after the actors as they stand. Gives back what ends that. */
  listen(listener: (more: readonly LogEntry[]) => void): {
    readonly actors: readonly ActorState[];
    readonly end: () => void;
  };
  /** undefined unless a recording is open */
  readonly recording: Changing<OpenRecording | undefined>;
  /** what happened at a step of the recording that is open, whether the log shows it or not */
  stepAt(step: number): LogEntry | undefined;
  /** undefined when there is nothing to save */
  size(extent: Extent): RecordingSize | undefined;
  /** at most `most` of them */
  replacements(extent: Extent, most: number): readonly Replacement[];
  /** Rejects when there is nothing to save, or a secret would be in it. */
  save(extent: Extent, options: { readonly anonymous: boolean }): Promise<SavedRecording>;
  /** how the time of this page runs: ms since the epoch; of a recording the time of its step */
  now(): number;
};
