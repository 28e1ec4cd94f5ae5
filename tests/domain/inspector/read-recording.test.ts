import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILE_BYTES_MAX } from '#domain/inspector/inspector-limits.ts';
import { openFile, readRecording } from '#domain/inspector/read-recording.ts';
import { RecordingError } from '#domain/inspector/recording-file.ts';
import { treeOf } from '#domain/inspector/tree.ts';
import { createPlayer } from '#domain/inspector/player.ts';
import { actorOf, recordingOf, stories } from './recordings.ts';

const problemOf = (text: string) => {
  try {
    readRecording(text);
  } catch (error) {
    if (error instanceof RecordingError) return error.problem;
    throw error;
  }
  return undefined;
};

const written = (change: (recording: Record<string, any>) => void) => {
  const recording = JSON.parse(
    JSON.stringify(
      recordingOf({
        entries: [{ seq: 1, at: 1, actor: 'a', event: 'go', outcome: 'moved', now: { states: ['sample.x'] } }],
      }),
    ),
  );
  change(recording);
  return JSON.stringify(recording);
};

describe('files of recordings', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(stories, (entries) => {
        const once = new Map(entries.flatMap((entry) => (entry.started ? [[entry.actor, entry.seq]] : [])));
        // an actor starts once
        const sound = entries.filter((entry) => !entry.started || once.get(entry.actor) === entry.seq);
        const recording = recordingOf({ actors: [], entries: sound.map((entry, at) => ({ ...entry, seq: at + 1 })) });
        const text = JSON.stringify(recording);
        const read = readRecording(text);
        expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['nothing', '', { code: 'no recording' }],
    ['a picture', '\u0089PNG', { code: 'no recording' }],
    ['a list', '[]', { code: 'no recording' }],
    ['other JSON', '{"a":1}', { code: 'no recording' }],
    ['a file whose end is missing', JSON.stringify(recordingOf()).slice(0, -20), { code: 'cut off' }],
    ['a file of a later version', written((file) => (file['version'] = 7)), { code: 'newer', version: 7 }],
    ['a version that is none', written((file) => (file['version'] = 'x')), { code: 'broken', where: 'version' }],
    [
      'a time that is none',
      written((file) => (file['entries'][0].at = '1')),
      { code: 'broken', where: 'entries.0.at' },
    ],
    [
      'an outcome that is none',
      written((file) => (file['entries'][0].outcome = 'x')),
      { code: 'broken', where: 'entries.0.outcome' },
    ],
    [
      'states that are none',
      written((file) => (file['entries'][0].now.states = [{}])),
      { code: 'broken', where: 'entries.0.now.states.0' },
    ],
    ['a moment that no clock shows', written((file) => (file['from'] = -1e308)), { code: 'broken', where: 'from' }],
    ['actors that are none', written((file) => (file['actors'] = { length: 1 })), { code: 'broken', where: 'actors' }],
    ['an actor twice', written((file) => file['actors'].push(file['actors'][0])), { code: 'broken', where: 'actors' }],
    [
      'an actor that is its own parent',
      written((file) => (file['actors'][0].parent = 'a')),
      { code: 'broken', where: 'actors' },
    ],
  ])('%s is refused and said to be so', (_, text, problem) => {
    expect(problemOf(text)).toEqual(problem);
  });

  it('refuses what is too deep, of values and of actors', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const hostile = written((file) => (file['actors'][0].context = { x: 'HERE' })).replace('"HERE"', deep);
    expect(problemOf(hostile)).toEqual({ code: 'broken', where: 'actors.0.context.x' });
    const line = Array.from({ length: 5_000 }, (_, at) => actorOf(`${at}`, at > 0 ? { parent: `${at - 1}` } : {}));
    expect(problemOf(JSON.stringify(recordingOf({ actors: line })))).toEqual({ code: 'broken', where: 'actors' });
  });

  it('reads ten megabytes of junk without harm', () => {
    expect(problemOf('{'.repeat(10_000_000))).toEqual({ code: 'cut off' });
    expect(problemOf(`{"format":"nuthatch-recording","x":"${'y'.repeat(10_000_000)}`)).toEqual({ code: 'cut off' });
  });

  it('keeps no field that it does not know, and no name of a prototype does harm', () => {
    const text = written((file) => {
      file['evil'] = '<script>';
      file['actors'][0].name = '<img src=x onerror=alert(1)>';
    }).replace('"context":{', '"context":{"__proto__":{"polluted":1},"constructor":1,');
    const read = readRecording(text);
    expect(read).not.toHaveProperty('evil');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    const world = createPlayer(read).at(1);
    expect(treeOf(world.actors)[0]?.actor.name).toBe('<img src=x onerror=alert(1)>');
  });

  it('fails only in its own words, whatever is changed in a file', () => {
    const sound = written(() => {});
    fc.assert(
      fc.property(fc.nat(sound.length - 1), fc.string({ maxLength: 4 }), fc.nat(6), (at, put, gone) => {
        problemOf(sound.slice(0, at) + put + sound.slice(at + gone));
      }),
    );
    fc.assert(fc.property(fc.json(), (text) => void problemOf(text)));
  });

  it('is not read when it is too large, or cannot be read', async () => {
    const text = () => Promise.reject(new Error('gone'));
    await expect(openFile({ name: 'a', size: FILE_BYTES_MAX + 1, text })).rejects.toMatchObject({
      problem: { code: 'too large' },
    });
    await expect(openFile({ name: 'a', size: 1, text })).rejects.toMatchObject({
      problem: { code: 'unreadable' },
    });
  });
});
