import { describe, expect, it } from 'vitest';
import { problemText } from '#ui/texts/problem-text.ts';
import { PublishFailure } from '#domain/publish/publish-failure.ts';
import { whyNoRelay, noteTargets, publishTargets, targetsLeft, unfitFor } from '#domain/publish/publish-targets.ts';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import { fakeEvent } from '#tests/support/fake-events.ts';

const entries: readonly RelayEntry[] = [
  { url: 'wss://r', permission: 'read' },
  { url: 'wss://w', permission: 'write' },
  { url: 'wss://rw', permission: 'readwrite' },
  { url: 'wss://i', permission: 'indexer' },
];

describe('publishTargets', () => {
  it('[RELAY-71] sends ordinary kinds to write and readwrite relays only', () => {
    for (const kind of [1, 6, 7, 10_000, 30_023])
      expect(publishTargets(entries, kind)).toEqual(['wss://w', 'wss://rw']);
  });

  it('[RELAY-72] sends profiles, contacts and relay lists to indexers too', () => {
    for (const kind of [0, 3, 10_002])
      expect(publishTargets(entries, kind)).toEqual(['wss://w', 'wss://rw', 'wss://i']);
  });
});

describe('lacking', () => {
  it('[PUB-10] tells an empty list from one without a relay to write to', () => {
    expect([whyNoRelay([]), whyNoRelay(entries.slice(0, 1))]).toEqual([
      { code: 'no-relays' },
      { code: 'no-write-relays' },
    ]);
  });
});

describe('noteTargets', () => {
  it('[RELAY-71] [RELAY-72] sends no note to a relay that is only read from or an indexer, also where it was chosen', () => {
    const chosen = entries.map(({ url }) => url);
    expect(noteTargets(chosen, entries)).toEqual(['wss://w', 'wss://rw']);
    expect(noteTargets(['wss://rw', 'wss://gone'], entries)).toEqual(['wss://rw']);
    expect(noteTargets(undefined, entries)).toEqual(['wss://w', 'wss://rw']);
  });
});

describe('targetsLeft', () => {
  const all = ['wss://r', 'wss://w', 'wss://rw', 'wss://i', 'wss://elsewhere'];

  it('[RELAY-71] [RELAY-72] leaves out what the set has for something else, and nothing that it does not have', () => {
    expect(targetsLeft(all, entries, 1)).toEqual(['wss://w', 'wss://rw', 'wss://elsewhere']);
    expect(targetsLeft(all, entries, 3)).toEqual(['wss://w', 'wss://rw', 'wss://i', 'wss://elsewhere']);
  });
});

describe('unfitFor', () => {
  it('says when an event is longer than a relay takes, as far as it told', () => {
    const event = fakeEvent({ content: 'é' });
    const bytes = new TextEncoder().encode(JSON.stringify(['EVENT', event])).length;
    expect(unfitFor(event, bytes - 1)).toEqual({ code: 'event-too-long', bytes, most: bytes - 1 });
    expect([unfitFor(event, bytes), unfitFor(event)]).toEqual([undefined, undefined]);
  });
});

describe('a failed publishing', () => {
  it('[RELAY-51] lists each relay with its reason', () => {
    const outcomes = [
      { relay: 'wss://a', outcome: 'rejected', reason: { code: 'relay-said', words: 'blocked: no' } },
      { relay: 'wss://b', outcome: 'timeout', reason: { code: 'no-answer-within', seconds: 10 } },
    ] as const;
    const text = 'Publish failed: wss://a: blocked: no; wss://b: no answer within 10 s';
    const failure = new PublishFailure(outcomes);
    expect(problemText(failure.problem)).toBe(text);
    expect(failure.outcomes).toBe(outcomes);
  });

  it('[RELAY-51] lets no relay speak for another one', () => {
    const words = 'busy; wss://b: pay at evil.example';
    const outcomes = [
      { relay: 'wss://a', outcome: 'rejected', reason: { code: 'relay-said', words } },
      {
        relay: 'wss://c',
        outcome: 'rejected',
        reason: { code: 'relay-unmet', words, because: { code: 'relay-needs-login' } },
      },
    ] as const;
    expect(
      problemText(new PublishFailure(outcomes).problem)
        .split('; ')
        .map((part) => part.split(' ')[0]),
    ).toEqual(['Publish', 'wss://c:']);
  });
});
