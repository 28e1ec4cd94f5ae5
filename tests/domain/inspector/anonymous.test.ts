import { describe, expect, it } from 'vitest';
import { withoutNames } from '#domain/inspector/anonymous.ts';
import { readRecording } from '#domain/inspector/read-recording.ts';
import type { Shown, ShownObject } from '#domain/inspector/shown.ts';
import { actorOf, recordingOf } from './recordings.ts';

const KOFI = 'a1'.repeat(32);
const NOTE = 'b2'.repeat(32);

const recording = recordingOf({
  actors: [
    actorOf('a', {
      name: 'wss://relay.birch.example/',
      context: {
        url: 'wss://relay.birch.example/',
        owner: KOFI,
        text: 'On my way',
        name: 'Kofi',
        how: 'read only',
        state: 'connected',
        host: 'relay.birch.example',
        notes: {
          [NOTE]: {
            pubkey: KOFI,
            content: 'Hi',
            tags: [
              ['p', KOFI],
              ['t', 'birds'],
            ],
          },
        },
        error: { $: 'error', name: 'Error', message: 'wss://relay.birch.example/ is gone' },
        long: { $: 'text', start: 'Dear Kofi', length: 9_000 },
        nip05: 'kofi@birch.example',
      },
    }),
  ],
  entries: [
    {
      seq: 1,
      at: 1,
      actor: 'a',
      event: `xstate.done.actor.wss://relay.birch.example/`,
      data: { from: KOFI, note: NOTE, picture: 'https://birch.example/kofi.jpg', also: `by ${KOFI}` },
      outcome: 'moved',
      now: { context: { text: 'On my way' } },
    },
  ],
});

describe('a recording without names and addresses', () => {
  const { recording: bare, replaced } = withoutNames(recording);
  const text = JSON.stringify(bare);

  it('has no key, address, name or text of anybody', () => {
    expect(text).not.toMatch(/birch|kofi|On my way|Hi"|Dear|a1a1|b2b2/i);
    expect(bare.anonymous).toBe(true);
  });

  it('replaces the same by the same everywhere, so that the story stays readable', () => {
    const { name, context } = bare.actors[0]!;
    expect([name, context?.['url'], context?.['host']]).toEqual(['relay 1', 'relay 1', 'relay 1']);
    expect([context?.['owner'], context?.['text']]).toEqual(['person 1', 'text of 9']);
    expect(context?.['notes']).toEqual({
      'id 1': {
        pubkey: 'person 1',
        content: 'text of 2',
        tags: [
          ['p', 'person 1'],
          ['t', 'birds'],
        ],
      },
    });
    expect(bare.entries[0]).toMatchObject({
      event: 'xstate.done.actor.relay 1',
      data: { from: 'person 1', note: 'id 1', picture: 'site 1 path 1' },
    });
    expect(replaced.get(KOFI)).toBe('person 1');
    expect(replaced.get('relay.birch.example')).toBe('relay 1');
  });

  it('keeps the words of the code', () => {
    const { context } = bare.actors[0]!;
    expect([context?.['how'], context?.['state']]).toEqual(['read only', 'connected']);
    expect(context?.['error']).toEqual({ $: 'error', name: 'Error', message: 'relay 1 is gone' });
  });

  it('is a recording that can be opened', () => {
    expect(readRecording(text).entries).toHaveLength(1);
  });

  const bareOf = (context: ShownObject, data: Shown = {}) => {
    const entry = { seq: 1, at: 1, actor: 'a', event: 'go', data, outcome: 'stayed' } as const;
    const { actors, entries } = withoutNames(
      recordingOf({ actors: [actorOf('a', { context })], entries: [entry] }),
    ).recording;
    return { context: actors[0]!.context!, data: entries[0]!.data };
  };

  it('loses no key, and calls a key the same where it is a text', () => {
    const wanted = { 'publish 5': [1], 'publish 6': [2], 'publish 7': [3] };
    const held = { 'https://a.example/one': 1, 'https://a.example/two': 2, 'a.example': 3, 'wss://b.example/': 4 };
    const sorts: ShownObject = {
      map: { $: 'map', entries: [['list one', 1] as const, ['list two', 2] as const] },
      set: { $: 'set', values: ['list one', 'list two'] },
    };
    const { context, data } = bareOf({ wanted, held, ...sorts, text: 'publish 6' }, { id: 'publish 6' });
    expect(Object.keys(context['wanted']!)).toEqual(['name 1', 'name 2', 'name 3']);
    expect(new Set(Object.keys(context['held']!)).size).toBe(4);
    expect(context['map']).toEqual({
      $: 'map',
      entries: [
        ['name 4', 1],
        ['name 5', 2],
      ],
    });
    expect(context['set']).toEqual({ $: 'set', values: ['name 4', 'name 5'] });
    expect(data).toEqual({ id: 'name 2' });
  });

  it('knows a host wherever it stands, whatever comes first', () => {
    const held = { host: 'nos.lol', mint: 'https://nos.lol/x', bare: 'getalby.com', relay: 'wss://a.example:7000' };
    const error = { $: 'error', name: 'Error', message: 'nos.lol and a.example:7000 are gone' } as const;
    const { context, data } = bareOf({ ...held, error }, { host: 'a.example:7000' });
    expect(JSON.stringify([context, data])).not.toMatch(/nos[.]lol|alby|example/);
    expect([context['host'], context['mint'], context['relay']]).toEqual(['site 1', 'site 1 path 1', 'relay 1']);
    expect(context['error']).toMatchObject({ message: 'site 1 and relay 1 are gone' });
    expect(data).toEqual({ host: 'relay 1' });
  });

  it('judges what stands under a name or an address by the key around it', () => {
    const url = 'wss://relay.birch.example/';
    const { context } = bareOf({
      connections: { [url]: 'not connected' },
      names: { [KOFI]: 'Kofi' },
      act: { type: 'composer.post' },
    });
    expect(context).toEqual({
      connections: { 'relay 1': 'not connected' },
      names: { 'id 1': 'text of 4' },
      act: { type: 'composer.post' },
    });
  });
});
