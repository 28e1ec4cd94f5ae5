import { RECORDED_PROGRESS_MS } from '#domain/inspector/inspector-limits.ts';
import { createListeners } from '#domain/listeners.ts';
import type { Inspector, ActorRow, Extent } from '#ports/inspector.ts';
import { chartHash } from '#domain/inspector/chart-hash.ts';
import type { LogEntry } from '#domain/inspector/recording.ts';
import { failedLately, treeOf } from '#domain/inspector/tree.ts';
import { createTelling, createTicking } from './ticking.ts';
import { progressOf, sizeOf, type Stretch } from './kept.ts';
import { createLive, createNames, held, rateOf, type Screen } from './live-log.ts';
import { createLog } from './log.ts';
import { createOpened } from './opened.ts';
import { examplesOf, fileOf, recordingOf, type ThisApp } from './save.ts';
import { slotsOf, type Screens } from './slots.ts';

type Deps = {
  readonly now: () => number;
  readonly app: ThisApp;
};

const rowsOf = ({ world, entries }: Screen): readonly ActorRow[] => {
  const failed = failedLately(entries);
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

/** What was opened. */
const openedSights = (
  opened: ReturnType<typeof createOpened>,
  { value }: ReturnType<typeof createTelling>,
): Pick<Inspector, 'tested' | 'recording' | 'stepAt'> => ({
  tested: value(opened.tested),
  recording: value(() => opened.get()?.facts),
  stepAt: (step) => opened.get()?.recording.entries[step - 1],
});

/** What is being recorded, looked at now and then. */
const progressIn = (live: ReturnType<typeof createLive>, now: () => number) => {
  let progress: { readonly at: number; readonly value: ReturnType<typeof progressOf> } | undefined;
  return () => {
    const own = live.own();
    if (!own) return (progress = undefined);
    const isFresh = live.isRecording() && progress && now() - progress.at < RECORDED_PROGRESS_MS;
    if (!isFresh) progress = { at: now(), value: progressOf(own) };
    return progress?.value;
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

const hashIn = ({ chart }: ThisApp, machine: string) => {
  const found = chart(machine);
  return found && chartHash(found);
};

/** Those who want to hear of all that happens. */
const createOutside = () => {
  const { tell, subscribe } = createListeners<[more: readonly LogEntry[]]>();
  return {
    tell,
    listen:
      (live: ReturnType<typeof createLive>): Inspector['listen'] =>
      (listener) => {
        const end = subscribe(listener);
        return { actors: [...live.screen().world.actors.values()], end };
      },
  };
};

/** All that the inspector holds, for its views and for its chart. */
export const createInspector = ({ now, app }: Deps) => {
  const names = createNames();
  const telling = createTelling();
  const ticking = createTicking(telling);
  let stillness: Screen | undefined;
  let step = 0;

  const nameOf = (actor: string) => opened.get()?.names.get(actor) ?? names.nameOf(actor);
  const outside = createOutside();
  const log = createLog(telling.now, { nameOf, subscribe: telling.subscribe });
  const live = createLive(
    {
      now,
      onMore(more, from) {
        if (!opened.get() && !stillness) log.grow(more, from);
        outside.tell(more);
        telling.soon();
      },
    },
    names,
  );

  const saving = savingOf(live, app);
  const opened = createOpened({ app, needed: saving.needed });
  const screen = (): Screen => {
    const open = opened.get();
    return open ? { world: open.player.at(step), entries: open.recording.entries } : (stillness ?? live.screen());
  };
  const show = () => {
    const { entries } = screen();
    log.show(entries, opened.get() ? step : Number.POSITIVE_INFINITY);
    ticking.now();
  };
  const sights = sightsOf(screen, telling);
  const inspector: Inspector = {
    ...sights.sights,
    log: log.reader,
    // seconds go by, and the rate falls, also while nothing happens
    activity: ticking.value(() => ({
      actors: [...screen().world.actors.values()].filter(({ status }) => status === 'active').length,
      eventsPerSecond: opened.get() ? 0 : rateOf(live.screen(), now()),
    })),
    seen: telling.value(() => opened.get()?.seen() ?? live.seen()),
    listen: outside.listen(live),
    hashOf: (machine) => hashIn(app, machine),
    progress: ticking.value(progressIn(live, now)),
    ...openedSights(opened, telling),
    ...saving.saving,
    now: () => opened.at(step) ?? now(),
  };

  const screens: Screens = {
    hold: () => void (stillness = held(live.screen())),
    goOn: () => void (stillness = undefined),
    close: opened.close,
    go: (wanted) => void (step = wanted),
    begin: opened.begin,
    playing: () => opened.get()?.recording.entries ?? [],
    show,
    forget: sights.forget,
  };
  return { inspector, ...slotsOf(live, screens, ticking) };
};
