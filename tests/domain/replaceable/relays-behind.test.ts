import { describe, expect, it } from 'vitest';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { relaysBehind } from '#domain/replaceable/relays-behind.ts';
import { peopleIn } from '#domain/social/people-list.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';

const version = (at: number, ...people: number[]) =>
  fakeEvent({ id: hex(at), kind: 3, created_at: at, tags: people.map((one) => ['p', hex(one)]) });

const behind = (
  [newest, ...older]: readonly NostrEvent[],
  over: { kept?: readonly NostrEvent[]; sent?: readonly NostrEvent[]; told?: readonly string[] } = {},
) =>
  relaysBehind(
    {
      newest,
      found: newest ? [newest, ...older] : [],
      kept: over.kept ?? older,
      told: new Set(over.told ?? ['a', 'b', 'c']),
      writers: ['a', 'b', 'd'],
      indexers: [],
      holders: new Set(['a']),
      journal: { sendings: (over.sent ?? []).map(({ id }) => ({ id, at: 2, baseId: '', baseAt: 1 })) },
    },
    peopleIn,
  );

describe('relays that have an older version of a list', () => {
  it('are brought up to date, if the user writes to them and they answered', () => {
    expect(behind([version(2, 7, 8), version(1, 7)])).toEqual(['b']);
    expect(behind([version(2, 7, 8), version(1, 7)], { told: ['a'] })).toEqual([]);
    expect(behind([])).toEqual([]);
  });

  it('are left alone while one has what nobody else has', () => {
    expect(behind([version(2, 7, 8), version(1, 7)], { kept: [] })).toEqual([]);
  });

  it('keep whom a version from elsewhere leaves out; what was removed here goes there, too', () => {
    const [shorter, longer] = [version(2, 7), version(1, 7, 8)];
    expect(behind([shorter, longer])).toEqual([]);
    expect(behind([shorter, longer], { sent: [shorter] })).toEqual(['b']);
  });
});
