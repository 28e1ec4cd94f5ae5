import { describe, expect, it } from 'vitest';
import { problemText } from '#ui/texts/problem-text.ts';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import { draftPeopleList, editProblem, listFailure, type PeopleEdit } from '#domain/social/people-list.ts';
import { personOf } from '#domain/social/person-input.ts';
import { restoredVersion } from '#domain/replaceable/versions.ts';
import { reactionsOf } from '#domain/social/reactions.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';

const [ANNA, BERT, CARLA] = [hex(0xa), hex(0xb), hex(0xc)];
const CONTACTS = fakeEvent({
  id: hex(1),
  pubkey: ANNA,
  kind: 3,
  created_at: 1_000,
  content: '{"wss://old.example":{"read":true}}',
  tags: [
    ['client', 'other app', '31990:x'],
    ['p', BERT, 'wss://hint.example', 'Bert ☂', 'more'],
    ['unknown', ' x '],
    ['p', BERT.toUpperCase(), '', 'again'],
  ],
});
const edit = (pubkey: string, wanted: boolean, over: Partial<PeopleEdit> = {}): PeopleEdit => ({
  pubkey,
  wanted,
  ...over,
});
const draft = (edits: readonly PeopleEdit[], over: Partial<Parameters<typeof draftPeopleList>[0]> = {}) =>
  draftPeopleList({ list: 'follows', newest: CONTACTS, edits, now: 500, ...over });

describe('a secret key in a list', () => {
  it('is not published again', () => {
    const secret = ['p', CARLA, '', `nsec1${'q'.repeat(58)}`];
    const newest = { ...CONTACTS, tags: [...CONTACTS.tags, secret] };
    expect(draft([edit(BERT, false)], { newest })?.tags).not.toContainEqual(secret);
    expect(draft([], { newest })).toBeUndefined();
    expect(restoredVersion(newest, undefined, 500).tags).toEqual(CONTACTS.tags);
  });
});

describe('edits of a list of people', () => {
  it('[FOLLOW-01] a follow is put at the end, all else stays byte for byte', () => {
    expect(draft([edit(CARLA, true)])).toEqual({
      kind: 3,
      created_at: 1_001,
      content: CONTACTS.content,
      tags: [...CONTACTS.tags, ['p', CARLA]],
    });
    const named = draft([edit(CARLA, true, { relay: 'wss://c.example', petname: 'C' })], { now: 2_000 });
    expect([named?.created_at, named?.tags.at(-1)]).toEqual([2_000, ['p', CARLA, 'wss://c.example', 'C']]);
  });

  it('[FOLLOW-01] a list of somebody who had none has empty content', () => {
    const first = draft([edit(CARLA, true)], { newest: undefined });
    expect(first).toEqual({ kind: 3, created_at: 500, content: '', tags: [['p', CARLA]] });
  });

  it('[FOLLOW-01] an unfollow takes out every tag of the person and nothing else', () => {
    expect(draft([edit(BERT, false)])?.tags).toEqual([CONTACTS.tags[0], CONTACTS.tags[2]]);
  });

  it('[FOLLOW-06] [FOLLOW-07] who is followed already, or is not, changes nothing', () => {
    expect(draft([edit(BERT, true)])).toBeUndefined();
    expect(draft([edit(CARLA, false)])).toBeUndefined();
    expect(draft([edit(CARLA, true), edit(CARLA, false)])?.tags ?? CONTACTS.tags).toEqual(CONTACTS.tags);
  });

  it('[PUB-06] [PUB-08] [PUB-15] a mute list is of kind 10000, names the client and keeps its encrypted part', () => {
    const newest = fakeEvent({
      kind: 10_000,
      created_at: 9,
      content: 'AxQ=?iv=0',
      tags: [
        ['t', 'spam'],
        ['word', 'x'],
      ],
    });
    const muted = draftPeopleList({ list: 'mutes', newest, edits: [edit(BERT, true)], now: 50, client: 'Nuthatch' });
    expect(muted).toEqual({
      kind: 10_000,
      created_at: 50,
      content: 'AxQ=?iv=0',
      tags: [
        ['t', 'spam'],
        ['word', 'x'],
        ['p', BERT],
        ['client', 'Nuthatch'],
      ],
    });
    const again = { ...newest, tags: muted!.tags };
    const unmuted = draftPeopleList({
      list: 'mutes',
      newest: again,
      edits: [edit(BERT, false)],
      now: 60,
      client: 'Nuthatch',
    });
    expect(unmuted?.tags).toEqual([
      ['t', 'spam'],
      ['word', 'x'],
      ['client', 'Nuthatch'],
    ]);
  });
});

describe('why somebody cannot be followed or muted', () => {
  const problem = (list: 'follows' | 'mutes', self: string, pubkey: string, wanted = true) =>
    problemText(editProblem(list, self, { pubkey, wanted })) || undefined;

  it('[FOLLOW-08] [FOLLOW-09] oneself', () => {
    expect(problem('follows', ANNA, ANNA)).toBe("Can't follow yourself");
    expect(problem('follows', ANNA, encodeNpub(ANNA), false)).toBe("Can't unfollow yourself");
  });

  it('[FOLLOW-10] a key is 64 hex characters or an npub', () => {
    expect(personOf(encodeNpub(BERT))).toBe(BERT);
    expect(personOf(` ${BERT.toUpperCase()} `)).toBe(BERT);
    expect(problem('follows', ANNA, encodeNpub(BERT))).toBeUndefined();
    for (const wrong of ['', 'bert', BERT.slice(1), 'npub1x', `${BERT}0`])
      expect(problem('follows', ANNA, wrong)).toBe(
        'Invalid pubkey format. Please enter a valid 64-character hex pubkey or npub.',
      );
  });

  it('[FOLLOW-11] [FOLLOW-12] [FOLLOW-15] nobody is signed in, or with an invalid key', () => {
    expect(problem('follows', '', BERT)).toBe('Sign in required to follow users');
    expect(problem('follows', '', BERT, false)).toBe('Sign in required to unfollow users');
    expect(problem('follows', 'xyz', BERT)).toBe('Invalid user pubkey');
  });

  it('[PUB-12] [PUB-13] [PUB-14] invalid keys of mutes', () => {
    expect(problem('mutes', ANNA, 'nobody')).toBe('Invalid pubkey to mute');
    expect(problem('mutes', ANNA, 'nobody', false)).toBe('Invalid pubkey to unmute');
    expect(problem('mutes', 'xyz', BERT)).toBe('Invalid user pubkey');
    expect(problem('mutes', ANNA, BERT)).toBeUndefined();
  });

  it('[FOLLOW-16] [FOLLOW-17] any other reason', () => {
    expect([
      problemText(listFailure('follows', [])),
      problemText(listFailure('follows', [{ pubkey: hex(1), wanted: false }])),
    ]).toEqual(['Follow failed', 'Unfollow failed']);
  });
});

describe('reactions of somebody', () => {
  const reaction = (id: number, content: string, note: string, at: number) =>
    fakeEvent({
      id: hex(id),
      pubkey: ANNA,
      kind: 7,
      created_at: at,
      content,
      tags: [
        ['e', hex(99)],
        ['e', note],
      ],
    });

  it('[PUB-01] the newest of each note counts, without those that were deleted', () => {
    const events = [
      reaction(1, '+', hex(50), 1),
      reaction(2, '-', hex(50), 2),
      reaction(3, '', hex(51), 1),
      reaction(4, '🤙', hex(52), 1),
      { ...reaction(5, '+', hex(53), 1), pubkey: BERT },
      fakeEvent({ id: hex(6), pubkey: ANNA, kind: 5, tags: [['e', hex(4)]] }),
      fakeEvent({ id: hex(7), pubkey: BERT, kind: 5, tags: [['e', hex(2)]] }),
    ];
    const found = reactionsOf(ANNA, events);
    expect([...found].map(([note, { content }]) => [note, content])).toEqual([
      [hex(50), '-'],
      [hex(51), '+'],
    ]);
  });
});
