import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cacheGroupOf, restoreVerdict } from '#domain/cache/cache-groups.ts';
import {
  followersKey,
  metadataKey,
  noteKey,
  noteStatsKey,
  profileNotesKey,
  threadKey,
} from '#domain/cache/query-keys.ts';

const HOUR = 3_600_000;
const NOW = 1_700_000_000_000;
const record = { buster: 'b1', timestamp: NOW - HOUR, clientState: { queries: [], mutations: [] } };

describe('cache groups', () => {
  it.each([
    ['feed', 'feed'],
    ['note', 'feed'],
    ['profile/notes', 'feed'],
    ['metadata', 'metadata'],
    ['profile/metadata', 'metadata'],
    ['profile/contacts-metadata', 'metadata'],
    ['contacts', 'contacts'],
    ['profile/contacts', 'contacts'],
    ['thread', 'thread'],
    ['zap-totals', 'zap-totals'],
    ['relay-list', 'other'],
    ['toString', 'other'],
    [7, 'other'],
    [undefined, 'other'],
  ])('[CACHE-03] puts queries of %s into %s', (first, group) => expect(cacheGroupOf([first, 'more'])).toBe(group));

  it('[CACHE-03] holds for the keys of the app', () => {
    const keys = [
      noteKey('1'),
      profileNotesKey('1'),
      metadataKey('1'),
      threadKey('1'),
      noteStatsKey('1'),
      followersKey('1'),
    ];
    expect(keys.map(cacheGroupOf)).toEqual(['feed', 'feed', 'metadata', 'thread', 'zap-totals', 'other']);
  });
});

describe('a saved query cache', () => {
  it('[CACHE-07] [CACHE-12] with buster, timestamp and clientState is loaded', () => {
    expect(restoreVerdict(record, NOW, 'b1')).toEqual({ restore: true, record });
  });

  it('[CACHE-09] is refused when it is older than 24 hours', () => {
    const at = (age: number) => restoreVerdict({ ...record, timestamp: NOW - age }, NOW, 'b1');
    expect(at(24 * HOUR).restore).toBe(true);
    expect(at(24 * HOUR + 1)).toEqual({ restore: false, reason: 'too old' });
  });

  it('[CACHE-12] is refused when it is of a time to come, but for a clock that was set back a little', () => {
    const at = (ahead: number) => restoreVerdict({ ...record, timestamp: NOW + ahead }, NOW, 'b1').restore;
    expect([at(HOUR / 12), at(HOUR / 12 + 1), at(1e10)]).toEqual([true, false, false]);
  });

  it.each([undefined, null, 'x', Number.NaN, Infinity, 0])(
    '[CACHE-10] is refused with the timestamp %j',
    (timestamp) => {
      expect(restoreVerdict({ ...record, timestamp }, NOW, 'b1')).toEqual({ restore: false, reason: 'no timestamp' });
    },
  );

  it('[CACHE-11] is refused when its buster differs', () => {
    expect(restoreVerdict(record, NOW, 'b2')).toEqual({ restore: false, reason: 'other buster' });
    expect(restoreVerdict({ ...record, buster: undefined }, NOW, 'b1').restore).toBe(false);
  });

  it('[CACHE-07] may be missing or malformed', () => {
    expect(restoreVerdict(undefined, NOW, 'b1')).toEqual({ restore: false, reason: 'empty' });
    expect(restoreVerdict('text', NOW, 'b1')).toEqual({ restore: false, reason: 'no timestamp' });
    for (const clientState of [null, 7, {}, { queries: [] }, { queries: {}, mutations: [] }]) {
      expect(restoreVerdict({ ...record, clientState }, NOW, 'b1')).toEqual({ restore: false, reason: 'malformed' });
    }
  });

  it('is never loaded unless it is all right', () => {
    fc.assert(
      fc.property(fc.anything(), (saved) => {
        expect(restoreVerdict(saved, NOW, 'b1').restore).toBe(false);
      }),
    );
  });
});
