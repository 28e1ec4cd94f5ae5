import { check, type Checked } from './check.ts';
import type { TransitionId } from './chart.ts';
import { isCoverage, readCoverage, type Coverage } from './coverage.ts';
import {
  FILE_BYTES_MAX,
  READ_ENTRIES_MAX,
  READ_ACTORS_MAX,
  READ_STATES_MAX,
  READ_LEVELS_MAX,
} from './inspector-limits.ts';
import { RecordingError, type ChosenFile } from './recording-file.ts';
import type { ActorChange, ActorState, LogEntry, Recording, RunningDelay } from './recording.ts';
import type { Shown, ShownObject } from './shown.ts';

const KINDS = ['machine', 'promise', 'callback', 'other'] as const;
const STATUSES = ['active', 'done', 'error', 'stopped'] as const;
const OUTCOMES = [
  'started',
  'moved',
  'stayed',
  'refused',
  'ignored',
  'ended',
  'received',
  'done',
  'error',
  'stopped',
] as const;

const text = (field: Checked) => field.text();
const number = (field: Checked) => field.number();
const texts = (field: Checked) => field.list(text, READ_STATES_MAX);
const shown = (field: Checked) => field.plain() as Shown;
const shownObject = (field: Checked): ShownObject => field.record(shown, READ_STATES_MAX);
const verdicts = (field: Checked): ActorState['verdicts'] =>
  field.record((verdict) => verdict.one(['no', 'asks', 'behind']), READ_STATES_MAX);
const delay = (field: Checked): RunningDelay => ({
  id: field.field('id').text(),
  event: field.field('event').text(),
  startedAt: field.field('startedAt').number(),
  ms: field.field('ms').number(),
});
const delays = (field: Checked) => field.list(delay, READ_STATES_MAX);

/** Only the fields that are there. */
const some = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]: Exclude<Fields[Key], undefined>;
  };

const readActor = (of: Checked): ActorState => ({
  id: of.field('id').text(),
  name: of.field('name').text(),
  kind: of.field('kind').one(KINDS),
  status: of.field('status').one(STATUSES),
  states: texts(of.field('states')),
  tags: texts(of.field('tags')),
  delays: delays(of.field('delays')),
  verdicts: verdicts(of.field('verdicts')),
  last: texts(of.field('last')) as TransitionId[],
  changed: shownObject(of.field('changed')),
  startedAt: of.field('startedAt').number(),
  ...some({
    parent: of.optional('parent', text),
    machine: of.optional('machine', text),
    src: of.optional('src', text),
    input: of.optional('input', shown),
    context: of.optional('context', shownObject),
    output: of.optional('output', shown),
    error: of.optional('error', shown),
    endedAt: of.optional('endedAt', number),
  }),
});

const readChange = (of: Checked): ActorChange =>
  some({
    states: of.optional('states', texts),
    tags: of.optional('tags', texts),
    status: of.optional('status', (status) => status.one(STATUSES)),
    context: of.optional('context', shownObject),
    gone: of.optional('gone', texts),
    output: of.optional('output', shown),
    error: of.optional('error', shown),
    verdicts: of.optional('verdicts', verdicts),
    delays: of.optional('delays', delays),
  });

const readEntry = (of: Checked): LogEntry => ({
  seq: of.field('seq').number(),
  at: of.field('at').number(),
  actor: of.field('actor').text(),
  event: of.field('event').text(),
  outcome: of.field('outcome').one(OUTCOMES),
  ...some({
    sender: of.optional('sender', text),
    data: of.optional('data', shown),
    guards: of.optional('guards', texts),
    from: of.optional('from', texts),
    to: of.optional('to', texts),
    transitions: of.optional('transitions', texts) as TransitionId[] | undefined,
    started: of.optional('started', readActor),
    now: of.optional('now', readChange),
  }),
});

/** Each actor once, and none deeper than a tree can be drawn. */
const checkTree = (recording: Recording, whole: Checked) => {
  const depths = new Map<string, number>();
  const put = ({ id, parent }: ActorState) => {
    const depth = parent === undefined ? 0 : (depths.get(parent) ?? 0) + 1;
    if (depth > READ_LEVELS_MAX || depths.has(id) || parent === id) whole.field('actors').fail();
    depths.set(id, depth);
  };
  recording.actors.forEach(put);
  for (const { started, actor } of recording.entries) {
    if (!started) continue;
    if (started.id !== actor) whole.field('entries').fail();
    put(started);
  }
};

const read = (of: Checked): Recording => ({
  format: 'nuthatch-recording',
  version: 1,
  app: of.field('app').text(),
  anonymous: of.field('anonymous').flag(),
  from: of.field('from').number(),
  to: of.field('to').number(),
  charts: of.field('charts').record(text, READ_STATES_MAX),
  actors: of.field('actors').list(readActor, READ_ACTORS_MAX),
  // counted anew, so that they go up by one whatever the file says
  entries: of
    .field('entries')
    .list(readEntry, READ_ENTRIES_MAX)
    .map((entry, at) => ({ ...entry, seq: at + 1 })),
});

const parse = (source: string): unknown => {
  try {
    return JSON.parse(source);
  } catch {
    throw new RecordingError({ code: /^\s*\{/.test(source) ? 'cut off' : 'no recording' });
  }
};

/** The recording in a text that may be anything. Throws a `RecordingError`. */
export const readRecording = (source: string): Recording => recordingIn(parse(source));

const recordingIn = (parsed: unknown): Recording => {
  const whole = check(parsed);
  if (
    typeof parsed !== 'object' ||
    parsed === null ||
    Array.isArray(parsed) ||
    whole.field('format').value !== 'nuthatch-recording'
  ) {
    throw new RecordingError({ code: 'no recording' });
  }
  const version = whole.field('version').number();
  if (version > 1) throw new RecordingError({ code: 'newer', version });
  if (version !== 1) whole.field('version').fail();
  const recording = read(whole);
  checkTree(recording, whole);
  return recording;
};

/** The recording, or the counts of the tests, in a file that may be anything. Rejects with a `RecordingError`. */
export const openFile = async (file: ChosenFile): Promise<Recording | Coverage> => {
  if (file.size > FILE_BYTES_MAX) {
    throw new RecordingError({ code: 'too large', bytes: file.size, most: FILE_BYTES_MAX });
  }
  const source = await file.text().catch(() => {
    throw new RecordingError({ code: 'unreadable' });
  });
  const parsed = parse(source);
  return isCoverage(parsed) ? readCoverage(parsed) : recordingIn(parsed);
};
