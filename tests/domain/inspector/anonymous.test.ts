import { describe, expect, it } from 'vitest';
import { withoutNames } from '#domain/inspector/anonymous.ts';
import { readRecording } from '#domain/inspector/read-recording.ts';
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
      data: { from: 'person 1', note: 'id 1', picture: 'site 1' },
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
});
