import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, VISITOR } from '#domain/publish/draft.ts';
import { DRAFT_PREFIX } from '#store/publish/drafts.ts';
import { createDrafts } from '#store/publish/drafts.ts';

/** A storage whose keys are its properties, as in the browser. */
const storageOf = (): Storage => {
  const kept: Record<string, string> = Object.create({
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
    removeItem: (key: string) => void delete kept[key],
  });
  return kept as unknown as Storage;
};

const place = (name: string, owner = VISITOR) => ({ owner, place: name });
const draft = (text: string) => ({ ...EMPTY_DRAFT, text });

describe('drafts', () => {
  it('are kept by who writes and where, also for the next start', () => {
    const storage = storageOf();
    const drafts = createDrafts({ storage, window: new EventTarget(), now: () => 1 });
    drafts.put(place('note'), draft('a'));
    drafts.put(place('note', 'me'), draft('b'));
    drafts.put(place('reply 1', 'me'), draft('c'));
    const next = createDrafts({ storage, window: new EventTarget(), now: () => 2 });
    expect([place('note'), place('note', 'me'), place('reply 1', 'me')].map((at) => next.get(at)?.text)).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(next.get(place('reply 1'))).toBeUndefined();
    next.forget(place('note', 'me'));
    next.put(place('note'), draft(' '));
    expect(next.get(place('note', 'me'))).toBeUndefined();
    expect(Object.keys(storage)).toEqual([`${DRAFT_PREFIX}me reply 1`]);
  });

  it('with a secret key in them stay off the disk; what was there before stays', () => {
    const storage = storageOf();
    const drafts = createDrafts({ storage, window: new EventTarget(), now: () => 1 });
    drafts.put(place('note'), draft('safe'));
    const secret = `safe nsec1${'q'.repeat(58)}`;
    drafts.put(place('note'), draft(secret));
    expect(drafts.get(place('note'))?.text).toBe(secret);
    expect(JSON.stringify(storage)).not.toContain('nsec1');
    expect([drafts.hasUnsaved(), drafts.cannotKeep()]).toEqual([true, false]);
    expect(createDrafts({ storage, window: new EventTarget(), now: () => 1 }).get(place('note'))?.text).toBe('safe');
  });

  it('are kept without the description of a picture that was taken out, and a secret key in it', () => {
    const drafts = createDrafts({ storage: storageOf(), window: new EventTarget(), now: () => 1 });
    const [cat, dog] = ['https://a.example/cat.jpg', 'https://a.example/dog.jpg'];
    const alts = [
      { url: cat, alt: 'A cat' },
      { url: dog, alt: `nsec1${'q'.repeat(58)}` },
    ];
    drafts.put(place('note'), { ...draft(`${cat} ${dog}`), alts });
    expect([drafts.hasUnsaved(), drafts.get(place('note'))?.alts]).toEqual([true, alts]);
    drafts.put(place('note'), { ...draft(cat), alts });
    expect([drafts.hasUnsaved(), drafts.get(place('note'))?.alts]).toEqual([false, [{ url: cat, alt: 'A cat' }]]);
  });

  it('go by nobody but who wrote them, however many there are, and are listed', () => {
    let now = 0;
    const drafts = createDrafts({ storage: storageOf(), window: new EventTarget(), now: () => (now += 1) });
    for (let index = 0; index < 200; index += 1) drafts.put(place(`reply ${index}`), draft('a'));
    expect(drafts.get(place('reply 0'))?.text).toBe('a');
    expect(drafts.list(VISITOR)).toHaveLength(200);
    drafts.put(place('reply 0'), draft('b'));
    drafts.put(place('reply 1', 'me'), draft('mine'));
    drafts.put(place('quote 1', 'somebody'), draft('of somebody else'));
    const listed = drafts.list('me');
    expect(listed).toHaveLength(200);
    expect(listed.slice(0, 2).map((one) => [one.owner, one.place, one.draft.text])).toEqual([
      ['me', 'reply 1', 'mine'],
      [VISITOR, 'reply 0', 'b'],
    ]);
    expect(listed[0]!.at).toBeGreaterThan(listed[1]!.at);
  });

  it('that could not be kept are listed all the same', () => {
    const drafts = createDrafts({ storage: undefined, window: new EventTarget(), now: () => 5 });
    drafts.put(place('note'), draft('a'));
    expect(drafts.list(VISITOR)).toEqual([{ ...place('note'), draft: draft('a'), at: 5 }]);
  });

  it('last until the page is closed where nothing can be stored', () => {
    const full = storageOf();
    full.setItem = () => {
      throw new Error('full');
    };
    for (const storage of [undefined, full]) {
      const drafts = createDrafts({ storage, window: new EventTarget(), now: () => 1 });
      drafts.put(place('note'), draft('a'));
      expect([drafts.get(place('note'))?.text, drafts.cannotKeep()]).toEqual(['a', true]);
    }
  });

  it('read nothing out of what is damaged', () => {
    const storage = storageOf();
    storage.setItem(`${DRAFT_PREFIX}${VISITOR} note`, '{');
    expect(createDrafts({ storage, window: new EventTarget(), now: () => 1 }).get(place('note'))).toBeUndefined();
  });
});
