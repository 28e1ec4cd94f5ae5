import { describe, expect, it } from 'vitest';
import { noteFromEvent } from '#domain/note/note.ts';
import { foundShown, isNothing } from '#domain/search/found-shown.ts';

const note = (pubkey: string, content: string) =>
  noteFromEvent({ id: `${content} by ${pubkey}`, pubkey, kind: 1, created_at: 1, tags: [], content, sig: '' }, 0);

describe('what is shown of what was found', () => {
  const found = {
    people: ['muted', 'other'],
    notes: [note('muted', 'birds'), note('other', 'birds and cats'), note('other', 'birds')],
    hashtags: [{ hashtag: 'birds', notes: 3 }],
  };

  it('is no note of somebody who is muted, nor one with a muted word; people stay', () => {
    const mutes = Object.assign(new Set(['muted']), {
      hides: ({ content }: { content: string }) => /cats/.test(content),
    });
    expect(foundShown(found, mutes)).toEqual({ ...found, notes: [found.notes[2]] });
  });

  it('is nothing only where nothing of any kind is left', () => {
    const onlyMuted = { people: [], notes: [note('muted', 'birds')], hashtags: [] };
    expect([isNothing(onlyMuted), isNothing(foundShown(onlyMuted, new Set(['muted'])))]).toEqual([false, true]);
    expect(isNothing(foundShown(found, new Set(['muted', 'other'])))).toBe(false);
  });
});
