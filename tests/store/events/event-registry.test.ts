import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { createEventRegistry } from '#store/events/event-registry.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';

const setUp = (capacity = 100) => {
  const frames: (() => void)[] = [];
  let time = 1_000;
  const registry = createEventRegistry({ now: () => time, requestFrame: (run) => frames.push(run), capacity });
  return {
    registry,
    frames,
    at: (ms: number) => (time = ms),
    frame: () => frames.splice(0).forEach((run) => run()),
  };
};

const replaceables = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 500 }).map(hex),
    created_at: fc.integer({ min: 1, max: 4 }),
    pubkey: fc.integer({ min: 1, max: 3 }).map(hex),
    kind: fc.constantFrom(0, 3, 10_002),
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 20 },
);

describe('event registry', () => {
  it('keeps one frozen instance of each event, with when and where it was seen', () => {
    const { registry, at } = setUp();
    const event = fakeEvent({ tags: [['t', 'x']] });
    expect(registry.add(event, 'wss://one')).toBe(true);
    at(2_000);
    expect(registry.add(structuredClone(event), 'wss://two')).toBe(false);
    registry.sawOn(event.id, 'wss://two');
    registry.sawOn(hex(99), 'wss://two');
    expect(registry.get(event.id)).toBe(event);
    expect([event, event.tags, event.tags[0]].every(Object.isFrozen)).toBe(true);
    expect(registry.receivedAt(event.id)).toBe(1_000);
    expect(registry.seenOn(event.id)).toEqual(['wss://one', 'wss://two']);
    expect(registry.seenOn(hex(99))).toEqual([]);
    expect(registry.has(hex(99))).toBe(false);
  });

  it('ends with the same replaceable events in whatever order they come', () => {
    fc.assert(
      fc.property(
        replaceables.chain((events) =>
          fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
        ),
        ([events, shuffled]) => {
          const [one, other] = [setUp().registry, setUp().registry];
          for (const event of events) one.add(fakeEvent(event));
          for (const event of shuffled) other.add(fakeEvent(event));
          for (const { kind, pubkey, id } of events) {
            const mine = one.replaceable(kind, pubkey)!;
            expect(other.replaceable(kind, pubkey)?.id).toBe(mine.id);
            const rivals = events.filter((event) => event.kind === kind && event.pubkey === pubkey);
            const latest = Math.max(...rivals.map(({ created_at }) => created_at));
            const ids = rivals.filter(({ created_at }) => created_at === latest).map((event) => event.id);
            expect(mine.id).toBe(ids.sort()[0]);
            expect(one.has(id)).toBe(id === mine.id);
          }
        },
      ),
    );
  });

  it('holds at most its capacity of each sort and forgets the first come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 }), (numbers) => {
        const { registry } = setUp(5);
        const order: string[] = [];
        for (const number of numbers) {
          const event = fakeEvent({ id: hex(number) });
          if (registry.add(event)) order.push(event.id);
        }
        const kept = order.filter((id, index) => registry.has(id) && order.lastIndexOf(id) === index);
        expect(kept).toEqual(order.slice(-5));
      }),
    );
    const { registry } = setUp(2);
    for (const number of [1, 2, 3]) registry.add(fakeEvent({ id: hex(number), pubkey: hex(number), kind: 0 }));
    for (const number of [4, 5, 6]) registry.add(fakeEvent({ id: hex(number) }));
    expect([1, 2, 3, 4, 5, 6].map((number) => registry.has(hex(number)))).toEqual([
      false,
      true,
      true,
      false,
      true,
      true,
    ]);
    expect(registry.replaceable(0, hex(1))).toBeUndefined();
    expect(registry.replaceable(0, hex(3))?.id).toBe(hex(3));
  });

  it('tells of all events of a frame at once, each once', () => {
    const { registry, frame, frames } = setUp();
    const told: (readonly string[])[] = [];
    const stop = registry.subscribe((added) => told.push(added));
    const events: NostrEvent[] = [1, 2, 3].map((number) => fakeEvent({ id: hex(number) }));
    for (const event of [...events, ...events]) registry.add(event);
    expect(frames).toHaveLength(1);
    expect(told).toEqual([]);
    frame();
    expect(told).toEqual([[hex(1), hex(2), hex(3)]]);
    frame();
    registry.add(fakeEvent({ id: hex(4) }));
    frame();
    expect(told).toHaveLength(2);
    stop();
    registry.add(fakeEvent({ id: hex(5) }));
    frame();
    expect(told).toHaveLength(2);
  });

  it('does not tell of an event that was replaced within the frame', () => {
    const { registry, frame } = setUp();
    const told: (readonly string[])[] = [];
    registry.subscribe((added) => told.push(added));
    registry.add(fakeEvent({ id: hex(1), kind: 0, created_at: 1 }));
    registry.add(fakeEvent({ id: hex(2), kind: 0, created_at: 2 }));
    expect(registry.add(fakeEvent({ id: hex(3), kind: 0, created_at: 1 }))).toBe(false);
    frame();
    expect(told).toEqual([[hex(2)]]);
  });

  it('keeps telling the others when one listener fails', () => {
    const { registry, frame } = setUp();
    const told: (readonly string[])[] = [];
    registry.subscribe(() => {
      throw new Error('broken view');
    });
    registry.subscribe((added) => told.push(added));
    registry.add(fakeEvent());
    expect(frame).toThrow('broken view');
    expect(told).toEqual([[hex(1)]]);
  });
});
