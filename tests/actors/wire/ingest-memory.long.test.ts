import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createIngest } from '#actors/wire/ingest.ts';
import { createEventRegistry } from '#store/events/event-registry.ts';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MB = 1_000_000;

const heapMb = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed / MB;
};

/** Frames of relays that flood, before a verifier that never answers: what waits is what is kept. */
const setUp = () => {
  const overloads: string[] = [];
  const ingest = createIngest({
    registry: createEventRegistry({ now: Date.now, requestFrame: () => {} }),
    verifier: { verify: () => new Promise(() => {}), dispose: () => {} },
    accepts: (subId) => subId === 'feed',
    onEvent: () => {},
    onEose: () => {},
    onClosed: () => {},
    onMessage: () => {},
    onOverload: (relay) => void overloads.push(relay),
    onVain: () => {},
    onUnread: () => {},
    takesLong: () => false,
  });
  const kept = (relay: string) => {
    const { frames, dropped } = ingest.stats().get(relay)!;
    return frames - dropped;
  };
  return { ingest, overloads, kept };
};

const id = (number: number) => number.toString(16).padStart(64, '0');
const eventFrame = (number: number, characters: number) =>
  `["EVENT","feed",{"id":"${id(number)}","content":"${String(number).padEnd(characters, 'x')}"}]`;

describe('the memory that waiting frames take', () => {
  it('stays within 24 MB for one relay, however much it sends', () => {
    const { ingest, overloads, kept } = setUp();
    const before = heapMb();
    for (let number = 0; number < 60_000; number += 1) ingest.frame('wss://flood.example', eventFrame(number, 4_000));
    expect(kept('wss://flood.example') * 4_100).toBeLessThan(24.5 * MB);
    expect(overloads).toEqual(['wss://flood.example']);
    expect(heapMb() - before).toBeLessThan(60);
  });

  it('stays within 20,000 frames for one relay, however small they are', () => {
    const { ingest, kept } = setUp();
    for (let number = 0; number < 100_000; number += 1) ingest.frame('wss://flood.example', eventFrame(number, 1));
    expect(kept('wss://flood.example')).toBe(20_000);
  });

  it('stays within 128 MB for 20 relays that flood together, and a quiet one loses nothing', () => {
    const { ingest, kept } = setUp();
    const relays = Array.from({ length: 20 }, (_, number) => `wss://flood${number}.example`);
    for (let number = 0; number < 600; number += 1) {
      const frame = eventFrame(number, 100_000);
      for (const relay of relays) ingest.frame(relay, frame);
      if (number < 25) ingest.frame('wss://quiet.example', frame);
    }
    const waiting = relays.reduce((sum, relay) => sum + kept(relay) * 100_000, 0);
    expect(waiting).toBeGreaterThan(60 * MB);
    expect(waiting).toBeLessThan(128 * MB);
    expect(kept('wss://quiet.example')).toBe(25);
  });

  it.each([
    ['of subscriptions nobody has', (number: number) => `["EVENT","s${number}",{"id":"${id(number)}"}]`],
    ['that are NOTICEs', (number: number) => `["NOTICE","${String(number).repeat(200)}"]`],
    ['that are OKs', (number: number) => `["OK","${id(number)}",true,"${String(number).repeat(200)}"]`],
    ['that are challenges', (number: number) => `["AUTH","${String(number).repeat(200)}"]`],
    ['that end what nobody asked', (number: number) => `["EOSE","s${number}"]`],
    ['that mean nothing', (number: number) => `{"what":"${String(number).repeat(200)}"}`],
  ])('does not grow with frames %s', (_, frameOf) => {
    const { ingest } = setUp();
    for (let number = 0; number < 1_000; number += 1) ingest.frame('wss://flood.example', frameOf(number));
    const before = heapMb();
    for (let number = 0; number < 60_000; number += 1) ingest.frame('wss://flood.example', frameOf(number));
    expect(heapMb() - before).toBeLessThan(2);
  });

  it('is bounded for ends of subscriptions behind a flood of events', () => {
    const { ingest, kept } = setUp();
    ingest.frame('wss://flood.example', eventFrame(1, 10));
    for (let number = 0; number < 100_000; number += 1) ingest.frame('wss://flood.example', '["EOSE","feed"]');
    expect(kept('wss://flood.example')).toBe(40_000);
  });
});
