import { entryName } from './chart-words.ts';
import type { LogEntry, EventOutcome } from './recording.ts';

/** What of the log is shown; everything that is left out is shown. */
export type LogFilter = {
  /** id of an actor */
  readonly actor?: string;
  /** a part of the type of the event, or of its name in the log, in any case */
  readonly event?: string;
  /** only what failed: 'error', and events that tell of it */
  readonly errors?: boolean;
  readonly outcomes?: readonly EventOutcome[];
};

const FAILED = /^xstate\.error\.|\.(?:failed|error)$/;

/** Whether an entry tells that something failed. */
export const isFailure = ({ outcome, event }: LogEntry): boolean => outcome === 'error' || FAILED.test(event);

const isCalled = ({ event }: LogEntry, part: string): boolean =>
  [event, entryName(event)].some((name) => name.toLowerCase().includes(part.toLowerCase()));

/** Whether an entry is among what is to be shown. */
export const passes = ({ actor, event, errors, outcomes }: LogFilter, entry: LogEntry) =>
  (actor === undefined || entry.actor === actor) &&
  (event === undefined || isCalled(entry, event)) &&
  (errors !== true || isFailure(entry)) &&
  (outcomes === undefined || outcomes.includes(entry.outcome));
