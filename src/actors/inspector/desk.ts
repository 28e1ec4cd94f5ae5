import type { Inspector, ActorRow, OpenRecording, Extent } from '#ports/inspector.ts';
import { chartHash } from '#domain/inspector/chart-hash.ts';
import { createTally, type ChartCoverage, type Counts } from '#domain/inspector/coverage.ts';
import { createPlayer } from '#domain/inspector/player.ts';
import { openFile } from '#domain/inspector/read-recording.ts';
import type { ChosenFile } from '#domain/inspector/recording-file.ts';
import type { Recording } from '#domain/inspector/recording.ts';
import { treeOf } from '#domain/inspector/tree.ts';
import type { Counted, Opened } from '#machines/inspector/inspector.machine.ts';
import { createTelling } from './change.ts';
import { progressOf, sizeOf, type Stretch } from './kept.ts';
import { createLive, createNames, held, namesIn, rateOf, type Screen } from './live.ts';
import { createLog } from './log.ts';
import { examplesOf, factsOf, fileOf, recordingOf, type ThisApp } from './save.ts';
import { slotsOf, type Screens } from './slots.ts';

type Deps = {
  readonly now: () => number;
  readonly app: ThisApp;
};

/** the same numbers would be made anew for each frame */
const PROGRESS_MS = 500;

type Open = {
  readonly recording: Recording;
  readonly facts: OpenRecording;
  readonly player: ReturnType<typeof createPlayer>;
  readonly names: ReadonlyMap<string, string>;
  /** counted once somebody wants to see it */
  readonly seen: () => Counts;
};

const rowsOf = ({ world, entries }: Screen): readonly ActorRow[] => {
  const failed = new Set(entries.slice(-500).flatMap((entry) => (entry.outcome === 'error' ? entry.actor : [])));
  return treeOf(world.actors).map(({ actor, depth, at }) => ({
    id: actor.id,
    name: actor.name,
    kind: actor.kind,
    status: actor.status,
    tags: actor.tags,
    depth,
    at,
    failed: actor.status === 'error' || failed.has(actor.id),
    ...(actor.parent !== undefined && { parent: actor.parent }),
    ...(actor.machine !== undefined && { machine: actor.machine }),
    ...(actor.endedAt !== undefined && { endedAt: actor.endedAt }),
  }));
};

/** The actors of a screen. */
const sightsOf = (screen: () => Screen, { value }: ReturnType<typeof createTelling>) => {
  const actors = new Map<string, ReturnType<Inspector['actor']>>();
  const sights: Pick<Inspector, 'tree' | 'actor'> = {
    tree: value(() => rowsOf(screen())),
    actor(id) {
      const known = actors.get(id) ?? value(() => screen().world.get(id));
      actors.set(id, known);
      return known;
    },
  };
  return { sights, forget: () => actors.clear() };
};

/** What is being recorded, looked at now and then. */
const progressIn = (live: ReturnType<typeof createLive>, now: () => number) => {
  let progress: { readonly at: number; readonly value: ReturnType<typeof progressOf> } | undefined;
  return () => {
    const own = live.own();
    if (!own) return (progress = undefined);
    const isFresh = live.isRecording() && progress && now() - progress.at < PROGRESS_MS;
    if (!isFresh) progress = { at: now(), value: progressOf(own) };
    return progress?.value;
  };
};

/** How often what is in the charts occurs in a recording. */
const seenIn = ({ actors, entries }: Recording) => {
  let counts: Counts | undefined;
  return () => {
    if (counts) return counts;
    const tally = createTally();
    for (const actor of actors) tally.begin(actor);
    for (const entry of entries) tally.add(entry);
    return (counts = tally.counts());
  };
};

/** What can be saved of what happened. */
const savingOf = (live: ReturnType<typeof createLive>, app: ThisApp) => {
  const stretchOf = (extent: Extent): Stretch | undefined => (extent === 'all' ? live.own() : live.last());
  const needed = (extent: Extent) => {
    const stretch = stretchOf(extent);
    if (!stretch) throw new Error('Nothing was recorded');
    return recordingOf(stretch, app);
  };
  const saving: Pick<Inspector, 'size' | 'replacements' | 'save'> = {
    size(extent) {
      const stretch = stretchOf(extent);
      return stretch && sizeOf(stretch);
    },
    replacements: (extent, most) => examplesOf(needed(extent), most),
    save: async (extent, { anonymous }) => fileOf(needed(extent), anonymous),
  };
  return { needed, saving };
};

/** All that the inspector holds, for its views and for its chart. */
export const createDesk = ({ now, app }: Deps) => {
  const names = createNames();
  const telling = createTelling();
  let open: Open | undefined;
  let stillness: Screen | undefined;
  let step = 0;
  let tested: Readonly<Record<string, ChartCoverage>> | undefined;

  const nameOf = (actor: string) => open?.names.get(actor) ?? names.nameOf(actor);
  const log = createLog(telling.now, { nameOf, subscribe: telling.subscribe });
  const live = createLive(
    {
      now,
      onMore(more, from) {
        if (!open && !stillness) log.grow(more, from);
        telling.soon();
      },
    },
    names,
  );

  const screen = (): Screen =>
    open ? { world: open.player.at(step), entries: open.recording.entries } : (stillness ?? live.screen());
  const show = () => {
    const { entries } = screen();
    log.show(entries, open ? step : Number.POSITIVE_INFINITY);
    telling.now();
  };
  const saving = savingOf(live, app);
  const begin = async (file: ChosenFile | undefined): Promise<Opened | Counted> => {
    const recording = file ? await openFile(file) : saving.needed('last');
    if (recording.format === 'nuthatch-coverage') {
      tested = recording.charts;
      telling.now();
      return { kind: 'counts' };
    }
    const facts = factsOf(recording, file?.name, app);
    const [player, seen] = [createPlayer(recording), seenIn(recording)];
    open = { recording, facts, player, names: namesIn(recording), seen };
    return { kind: 'recording', steps: facts.steps, step: file ? 0 : facts.steps, errors: facts.errors };
  };

  const sights = sightsOf(screen, telling);
  const inspector: Inspector = {
    ...sights.sights,
    log: log.reader,
    activity: telling.value(() => ({
      actors: [...screen().world.actors.values()].filter(({ status }) => status === 'active').length,
      eventsPerSecond: open ? 0 : rateOf(live.screen(), now()),
    })),
    seen: telling.value(() => (open ? open.seen() : live.seen())),
    tested: telling.value(() => tested),
    hashOf: (machine) => {
      const chart = app.chart(machine);
      return chart && chartHash(chart);
    },
    progress: telling.value(progressIn(live, now)),
    recording: telling.value(() => open?.facts),
    ...saving.saving,
    now: () => (open ? (open.recording.entries[step - 1]?.at ?? open.recording.from) : now()),
  };

  const screens: Screens = {
    hold: () => void (stillness = held(live.screen())),
    goOn: () => void (stillness = undefined),
    close: () => void (open = undefined),
    go: (wanted) => void (step = wanted),
    begin,
    playing: () => open?.recording.entries ?? [],
    show,
    forget: sights.forget,
  };
  return { inspector, ...slotsOf(live, screens, telling.now) };
};
