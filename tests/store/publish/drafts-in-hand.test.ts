import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, VISITOR } from '#domain/publish/draft.ts';
import { createDrafts, createDraftsInHand } from '#store/publish/drafts.ts';
import { blockedStorage, fakeStorage } from '#tests/support/fake-storage.ts';

const [ANA, BERT] = ['aa'.repeat(32), 'bb'.repeat(32)];

const start = (storage = fakeStorage()) => {
  const drafts = createDrafts({ storage, window: new EventTarget(), now: () => 1 });
  const hand = createDraftsInHand(drafts);
  const put = (owner: string, text: string) => drafts.put({ owner, place: 'note' }, { ...EMPTY_DRAFT, text });
  const kept = (owner: string) => drafts.get({ owner, place: 'note' })?.text;
  const forget = (owner: string) => drafts.forget({ owner, place: 'note' });
  return { hand, put, kept, forget };
};

/** Two tabs of one browser: what one writes, the other hears of. */
const startTabs = () => {
  const storage = fakeStorage();
  const windows = [new EventTarget(), new EventTarget()];
  return windows.map((window) => {
    const tell = (key: string) => {
      for (const other of windows)
        if (other !== window) other.dispatchEvent(Object.assign(new Event('storage'), { key }));
    };
    const heard: Storage = {
      ...storage,
      setItem(key, value) {
        storage.setItem(key, value);
        tell(key);
      },
      removeItem(key) {
        storage.removeItem(key);
        tell(key);
      },
    };
    return createDraftsInHand(createDrafts({ storage: heard, window, now: () => 1 }));
  });
};

describe('a draft in hand', () => {
  it('follows what is written of it in another tab, which a later word here does not undo', () => {
    const [here, there] = startTabs() as [ReturnType<typeof createDraftsInHand>, ReturnType<typeof createDraftsInHand>];
    const told: boolean[] = [];
    here.subscribe((_, isEdit) => told.push(isEdit));
    here.open('c1', ANA, 'note');
    here.open('c2', ANA, 'reply 1');
    here.change('c1', { text: 'Short' });
    there.open('c1', ANA, 'note');
    there.change('c1', { text: 'Short, and then a long text' });
    expect([here.get('c1').text, here.get('c2').text]).toEqual(['Short, and then a long text', '']);
    expect(told).toEqual([false, false, true, false]);
    here.change('c1', { text: `${here.get('c1').text}!` });
    expect(there.get('c1').text).toBe('Short, and then a long text!');
  });

  it('stays in hand when another tab forgets it, and while it cannot be kept', () => {
    const [here, there] = startTabs() as [ReturnType<typeof createDraftsInHand>, ReturnType<typeof createDraftsInHand>];
    here.open('c1', ANA, 'note');
    here.change('c1', { text: 'begun' });
    there.open('c1', ANA, 'note');
    there.change('c1', { text: '' });
    expect(here.get('c1').text).toBe('begun');
    const secret = `begun nsec1${'q'.repeat(58)}`;
    here.change('c1', { text: secret });
    there.change('c1', { text: 'another' });
    expect(here.get('c1').text).toBe(secret);
  });

  it('is known to be gone elsewhere, by a post or by its author there, until it is written on in one of the tabs', () => {
    const [here, there] = startTabs() as [ReturnType<typeof createDraftsInHand>, ReturnType<typeof createDraftsInHand>];
    const told: boolean[] = [];
    here.subscribe((_, isEdit) => told.push(isEdit));
    here.open('c1', ANA, 'note');
    here.open('c2', ANA, 'reply 1');
    here.change('c1', { text: 'begun' });
    there.open('c1', ANA, 'note');
    there.change('c1', { text: '' });
    expect([here.isGone('c1'), here.isGone('c2'), there.isGone('c1')]).toEqual([true, false, false]);
    expect(told).toEqual([false, false, true, false]);
    there.change('c1', { text: 'another' });
    expect([here.get('c1').text, here.isGone('c1')]).toEqual(['another', false]);
    there.change('c1', { text: '' });
    here.change('c1', { text: 'another one' });
    expect([here.isGone('c1'), there.get('c1').text]).toEqual([false, 'another one']);
    // by a post that this tab hears of first
    const { hand, forget } = start();
    hand.open('c1', ANA, 'note');
    hand.change('c1', { text: 'begun' });
    hand.open('c2', BERT, 'note');
    forget(ANA);
    expect([hand.get('c1').text, hand.isGone('c1'), hand.isGone('c2')]).toEqual(['begun', true, false]);
    hand.change('c1', { text: 'begun again' });
    expect(hand.isGone('c1')).toBe(false);
  });

  it('that a visitor began is followed to the one who writes on in another tab', () => {
    const [here, there] = startTabs() as [ReturnType<typeof createDraftsInHand>, ReturnType<typeof createDraftsInHand>];
    here.open('c1', VISITOR, 'note');
    here.change('c1', { text: 'begun' });
    there.open('c1', VISITOR, 'note');
    for (const tab of [here, there]) tab.giveTo('c1', ANA);
    here.change('c1', { text: 'begun, and hers' });
    expect([there.get('c1').text, there.isGone('c1')]).toEqual(['begun, and hers', false]);
    there.change('c1', { text: 'begun, and all hers' });
    expect([there.home('c1'), here.get('c1').text]).toEqual([{ owner: ANA, place: 'note' }, 'begun, and all hers']);
    // nothing is left of it
    here.open('c2', VISITOR, 'note');
    expect(here.get('c2')).toEqual(EMPTY_DRAFT);
  });

  it('is that of its author, or what a visitor began; every change is kept at once', () => {
    const { hand, put, kept } = start();
    put(VISITOR, 'of a visitor');
    hand.open('c1', ANA, 'note');
    hand.change('c1', { text: 'of a visitor, and more' });
    expect([kept(VISITOR), kept(ANA)]).toEqual([undefined, 'of a visitor, and more']);
    put(ANA, 'her own');
    hand.open('c2', ANA, 'note');
    expect(hand.get('c2').text).toBe('her own');
  });

  it('that a visitor began is of the one who writes on, and nobody else finds it', () => {
    const { hand, kept } = start();
    hand.open('c1', VISITOR, 'note');
    hand.change('c1', { text: 'begun' });
    hand.giveTo('c1', ANA);
    expect([kept(VISITOR), kept(ANA)]).toEqual(['begun', undefined]);
    hand.change('c1', { text: 'begun, and hers' });
    expect([kept(VISITOR), kept(ANA), hand.home('c1')]).toEqual([
      undefined,
      'begun, and hers',
      { owner: ANA, place: 'note' },
    ]);
    hand.giveTo('c1', VISITOR);
    expect(hand.get('c1')).toEqual(EMPTY_DRAFT);
    hand.giveTo('c1', BERT);
    expect(hand.get('c1')).toEqual(EMPTY_DRAFT);
    hand.giveTo('c1', ANA);
    expect(hand.get('c1').text).toBe('begun, and hers');
  });

  it('that a visitor began takes the place of no other', () => {
    const { hand, put, kept } = start();
    put(ANA, 'her own');
    hand.open('c1', VISITOR, 'note');
    hand.change('c1', { text: 'begun' });
    hand.giveTo('c1', ANA);
    hand.change('c1', { text: 'begun, and more' });
    expect([kept(VISITOR), kept(ANA)]).toEqual(['begun, and more', 'her own']);
  });

  it('that a visitor began stays on the disk until the browser keeps it for the one who writes on', () => {
    const storage = fakeStorage();
    const { hand, kept } = start(storage);
    hand.open('c1', VISITOR, 'note');
    hand.change('c1', { text: 'begun' });
    hand.giveTo('c1', ANA);
    const { setItem } = storage;
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    hand.change('c1', { text: 'begun, and hers' });
    expect(hand.get('c1').text).toBe('begun, and hers');
    expect(start(storage).kept(VISITOR)).toBe('begun');
    storage.setItem = setItem;
    hand.change('c1', { text: 'begun, and all hers' });
    expect([kept(VISITOR), kept(ANA)]).toEqual([undefined, 'begun, and all hers']);
    expect([VISITOR, ANA].map((owner) => start(storage).kept(owner))).toEqual([undefined, 'begun, and all hers']);
  });

  it('becomes theirs also where nothing is stored', () => {
    const { hand, kept } = start(blockedStorage());
    hand.open('c1', VISITOR, 'note');
    hand.change('c1', { text: 'begun' });
    hand.giveTo('c1', ANA);
    hand.change('c1', { text: 'hers' });
    expect([kept(VISITOR), kept(ANA)]).toEqual([undefined, 'hers']);
  });

  it('stays in hand through a login and is exchanged for that of another account', () => {
    const { hand, put } = start();
    put(BERT, 'his own');
    hand.open('c1', VISITOR, 'note');
    hand.giveTo('c1', ANA);
    hand.giveTo('c1', VISITOR);
    hand.change('c1', { text: 'begun' });
    hand.giveTo('c1', BERT);
    expect([hand.get('c1').text, hand.home('c1')]).toEqual(['begun', { owner: VISITOR, place: 'note' }]);
    hand.giveTo('c1', ANA);
    hand.giveTo('c1', BERT);
    expect(hand.get('c1').text).toBe('his own');
  });

  it('is handed over as it is: what is kept for the one who writes on stays, and is there again later', () => {
    const { hand, put, kept } = start();
    put(BERT, 'old, and his own');
    hand.open('c1', ANA, 'note');
    hand.change('c1', { text: 'shown at the press' });
    hand.handOver('c1', BERT);
    expect([hand.get('c1').text, hand.home('c1')]).toEqual(['shown at the press', { owner: ANA, place: 'note' }]);
    hand.change('c1', { text: 'shown, and more' });
    expect([kept(ANA), kept(BERT)]).toEqual(['shown, and more', 'old, and his own']);
    hand.open('c2', BERT, 'note');
    expect(hand.get('c2').text).toBe('old, and his own');
    hand.open('c3', ANA, undefined);
    hand.change('c3', { relays: ['wss://one.example'] });
    hand.handOver('c3', BERT);
    expect(hand.get('c3').relays).toEqual(['wss://one.example']);
  });

  it('takes up what comes back to its place while nothing is written in it', () => {
    const { hand, put } = start();
    hand.open('c1', ANA, 'note');
    hand.change('c1', { bits: 20 });
    hand.lookAgain('c1');
    expect(hand.get('c1').bits).toBe(20);
    put(ANA, 'came back');
    hand.lookAgain('c1');
    expect(hand.get('c1').text).toBe('came back');
    hand.change('c1', { text: 'written on' });
    put(ANA, 'another');
    hand.lookAgain('c1');
    expect(hand.get('c1').text).toBe('written on');
  });

  it('keeps what was chosen before anything was written, and forgets nothing that it does not keep', () => {
    const { hand, kept } = start();
    hand.open('c1', ANA, 'note');
    hand.change('c1', { bits: 20 });
    expect([hand.get('c1').bits, kept(ANA)]).toEqual([20, undefined]);
    hand.open('c2', ANA, undefined);
    hand.change('c2', { text: 'kept nowhere' });
    expect([hand.get('c2').text, hand.home('c2'), kept(ANA)]).toEqual(['kept nowhere', undefined, undefined]);
    hand.close('c2');
    hand.change('c2', { text: 'too late' });
    expect(hand.get('c2')).toEqual(EMPTY_DRAFT);
  });
});
