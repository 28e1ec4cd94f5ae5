import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, VISITOR } from '#domain/publish/draft.ts';
import { createDrafts } from '#store/publish/drafts.ts';
import { createDraftsInHand } from '#store/publish/drafts-in-hand.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

const [ANA, BERT] = ['aa'.repeat(32), 'bb'.repeat(32)];

const start = () => {
  const drafts = createDrafts({ storage: fakeStorage(), now: () => 1 });
  const hand = createDraftsInHand(drafts);
  const put = (owner: string, text: string) => drafts.put({ owner, place: 'note' }, { ...EMPTY_DRAFT, text });
  const kept = (owner: string) => drafts.get({ owner, place: 'note' })?.text;
  return { hand, put, kept };
};

describe('a draft in hand', () => {
  it('is that of its author, or what a visitor began; every change is kept at once', () => {
    const { hand, put, kept } = start();
    put(VISITOR, 'of a visitor');
    hand.open('c1', ANA, 'note');
    hand.change('c1', { text: 'of a visitor, and more' });
    expect([kept(VISITOR), kept(ANA)]).toEqual(['of a visitor, and more', undefined]);
    put(ANA, 'her own');
    hand.open('c2', ANA, 'note');
    expect(hand.get('c2').text).toBe('her own');
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
