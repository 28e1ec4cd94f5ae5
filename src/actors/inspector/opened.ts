import type { Extent, OpenRecording } from '#ports/inspector.ts';
import { createTally, type ChartCoverage, type ReachCounts } from '#domain/inspector/coverage.ts';
import { createPlayer, stepAtFirst } from '#domain/inspector/player.ts';
import { openFile } from '#domain/inspector/read-recording.ts';
import type { ChosenFile } from '#domain/inspector/recording-file.ts';
import type { Recording } from '#domain/inspector/recording.ts';
import type { Counted, OpenedRecording } from '#machines/inspector/inspector.machine.ts';
import { namesIn } from './live-log.ts';
import { recordingFacts, type ThisApp } from './save.ts';

type Open = {
  readonly recording: Recording;
  readonly facts: OpenRecording;
  readonly player: ReturnType<typeof createPlayer>;
  readonly names: ReadonlyMap<string, string>;
  /** counted once somebody wants to see it */
  readonly seen: () => ReachCounts;
};

type Deps = {
  readonly app: ThisApp;
  /** what happened on this page; fails when that is nothing */
  readonly needed: (extent: Extent) => Recording;
};

/** How often what is in the charts occurs in a recording. */
const seenIn = ({ actors, entries }: Recording) => {
  let counts: ReachCounts | undefined;
  return () => {
    if (counts) return counts;
    const tally = createTally();
    for (const actor of actors) tally.begin(actor);
    for (const entry of entries) tally.add(entry);
    return (counts = tally.counts());
  };
};

/** What was opened: a recording, and how often the tests reach what is in the charts. */
export const createOpened = ({ app, needed }: Deps) => {
  let open: Open | undefined;
  let tested: Readonly<Record<string, ChartCoverage>> | undefined;
  return {
    get: () => open,
    /** when a step was; undefined when no recording is open */
    at: (step: number) => open && (open.recording.entries[step - 1]?.at ?? open.recording.from),
    tested: () => tested,
    close: () => void (open = undefined),
    /** Without a file the last two minutes of this page. */
    async begin(file: ChosenFile | undefined): Promise<OpenedRecording | Counted> {
      const recording = file ? await openFile(file) : needed('last');
      if (recording.format === 'nuthatch-coverage') {
        tested = recording.charts;
        return { kind: 'counts' };
      }
      const facts = recordingFacts(recording, file?.name, app);
      open = { recording, facts, player: createPlayer(recording), names: namesIn(recording), seen: seenIn(recording) };
      const { steps, errors } = facts;
      return { kind: 'recording', steps, step: stepAtFirst(steps, file !== undefined), errors };
    },
  };
};
