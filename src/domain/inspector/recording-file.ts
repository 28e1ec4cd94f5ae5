import { CodedError } from '#domain/coded.ts';
import type { Recording } from './recording.ts';

/** A file that was chosen or dropped: the browser's `File` is one. */
export type ChosenFile = { readonly name: string; readonly size: number; text(): Promise<string> };

/** Why a file was not opened. */
export type RecordingProblem =
  /** more than so many bytes */
  | { readonly code: 'too large'; readonly bytes: number; readonly most: number }
  /** it could not be read */
  | { readonly code: 'unreadable' }
  /** no JSON, for example because its end is missing */
  | { readonly code: 'cut off' }
  /** JSON, but not a recording */
  | { readonly code: 'no recording' }
  /** made by a version of the app that writes files this one does not know */
  | { readonly code: 'newer'; readonly version: number }
  /** something in it is not as it must be; `where` as in `entries.12.at` */
  | { readonly code: 'broken'; readonly where: string };

/** A recording was not opened. */
export class RecordingError extends CodedError<RecordingProblem> {
  override readonly name = 'RecordingError';
}

/** What a recording that ends then (ms) is called: 'nuthatch-recording-20261231-2359.json', in UTC. */
export const recordingFileName = (to: number): string => {
  const minute = new Date(to).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 13);
  return `nuthatch-recording-${minute}.json`;
};

/** A recording as a file has it: one value in a line, so that a file can be read and compared. */
export const recordingText = ({ actors, entries, ...head }: Recording) => {
  const lines = (list: readonly unknown[]) => `[\n${list.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
  return `${JSON.stringify(head).slice(0, -1)},"actors":${lines(actors)},"entries":${lines(entries)}}\n`;
};
