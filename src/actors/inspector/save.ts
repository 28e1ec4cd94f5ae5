import { EXAMPLE_ENTRIES_MAX } from '#domain/inspector/inspector-limits.ts';
import { isFailure } from '#domain/inspector/log-filter.ts';
import { union } from '#domain/union.ts';
import type { ChartState } from '#domain/inspector/chart.ts';
import { chartHash } from '#domain/inspector/chart-hash.ts';
import { withoutNames } from '#domain/inspector/anonymous.ts';
import type { Recording } from '#domain/inspector/recording.ts';
import { recordingFileName, recordingText } from '#domain/inspector/recording-file.ts';
import { secretIn } from '#domain/inspector/hidden-secrets.ts';
import type { OpenRecording, Replacement, SavedRecording } from '#ports/inspector.ts';
import { SecretInside } from '#domain/session/leaked-secret.ts';
import type { Stretch } from './kept.ts';

/** This version of the app. */
export type ThisApp = {
  readonly version: string;
  /** undefined: it has no such chart */
  readonly chart: (id: string) => ChartState | undefined;
};

const machinesOf = ({ actors, entries }: Pick<Stretch, 'actors' | 'entries'>): readonly string[] => {
  const all = [...actors, ...entries.flatMap(({ started }) => started ?? [])];
  return [...new Set(all.flatMap(({ machine }) => machine ?? []))].sort();
};

/** A stretch of the log as what is written to a file. */
export const recordingOf = (stretch: Stretch, { version, chart }: ThisApp): Recording => {
  const charts = machinesOf(stretch).flatMap((id) => {
    const found = chart(id);
    return found ? [[id, chartHash(found)] as const] : [];
  });
  return {
    format: 'nuthatch-recording',
    version: 1,
    app: version,
    anonymous: false,
    charts: Object.fromEntries(charts),
    ...stretch,
    entries: stretch.entries.map((entry, at) => ({ ...entry, seq: at + 1 })),
  };
};

/** The file of a recording. Throws a `SecretInside` when, against all that was done, there is a secret in it. */
export const fileOf = (recording: Recording, anonymous: boolean): SavedRecording => {
  const text = recordingText(anonymous ? withoutNames(recording).recording : recording);
  if (secretIn(text) !== undefined) throw new SecretInside();
  return { name: recordingFileName(recording.to), text };
};

/** Some of what is replaced, of each kind one before a second; the first entries have enough of them. */
export const examplesOf = (recording: Recording, most: number): readonly Replacement[] => {
  const first = { ...recording, entries: recording.entries.slice(0, EXAMPLE_ENTRIES_MAX) };
  const all = Array.from(withoutNames(first).replaced, ([from, to]) => ({ from, to }));
  const kinds = new Set<string>();
  const firsts = all.filter(({ to }) => {
    const kind = to.split(' ')[0]!;
    return !kinds.has(kind) && kinds.add(kind);
  });
  return union(firsts, all).slice(0, most);
};

const stepsWhere = (recording: Pick<Recording, 'entries'>, is: (entry: Recording['entries'][number]) => boolean) =>
  recording.entries.flatMap((entry, at) => (is(entry) ? [at + 1] : []));

/** What is told of a recording that was opened. */
export const recordingFacts = (
  recording: Recording,
  name: string | undefined,
  { version, chart }: ThisApp,
): OpenRecording => {
  const changed = Object.entries(recording.charts).filter(([id, hash]) => {
    const found = chart(id);
    return found && chartHash(found) !== hash;
  });
  return {
    name,
    app: recording.app,
    anonymous: recording.anonymous,
    otherApp: recording.app === version ? undefined : version,
    changedCharts: changed.map(([id]) => id),
    unknownCharts: machinesOf(recording).filter((id) => !chart(id)),
    steps: recording.entries.length,
    actors: recording.actors.length,
    from: recording.from,
    to: recording.to,
    errors: stepsWhere(recording, isFailure),
    refusals: stepsWhere(recording, ({ outcome }) => outcome === 'refused'),
  };
};
