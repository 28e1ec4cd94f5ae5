import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createIngest } from '#actors/wire/ingest.ts';
import type { FrameVerifier } from '#actors/wire/verifier.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import {
  FRAME_MAX_BYTES,
  CONTROL_MAX_CHARACTERS,
  PENDING_MAX_FRAMES,
  VERIFY_BATCHES_AT_ONCE,
  VERIFY_BATCH_FRAMES,
} from '#domain/relays/relays-limits.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';

/** ends what hangs: the machine may be busy */
const WAIT = { timeout: 20_000 };

const ONE = 'wss://one.example/';
const TWO = 'wss://two.example/';

const idOf = (n: number) => n.toString(16).padStart(64, '0');
const eventOf = (n: number): NostrEvent => ({
  id: idOf(n),
  pubkey: idOf(7),
  created_at: n,
  kind: 1,
  tags: [],
  content: `note ${n}`,
  sig: 'good',
});
const frameOf = (n: number, part: Partial<NostrEvent> = {}, sub = 'feed') =>
  JSON.stringify(['EVENT', sub, { ...eventOf(n), ...part }]);
const forged = (n: number, sub?: string) => frameOf(n, { sig: 'forged' }, sub);

const fakeRegistry = () => {
  const events = new Map<string, NostrEvent>();
  const seen: [string, string][] = [];
  const registry: EventRegistry = {
    gone: new Set(),
    has: (id) => events.has(id),
    get: (id) => events.get(id),
    add(event, relay) {
      if (relay) seen.push([event.id, relay]);
      if (events.has(event.id)) return false;
      events.set(event.id, Object.freeze(event));
      return true;
    },
    sawOn: (id, relay) => void seen.push([id, relay]),
    seenOn: (id) => seen.filter(([seenId]) => seenId === id).map(([, relay]) => relay),
    receivedAt: () => 0,
    replaceable: () => undefined,
    ofKind: () => [],
    retain: () => {},
    subscribe: () => () => undefined,
  };
  return registry;
};

/** A frame is good when its `sig` says so. */
const judge = (frame: string): NostrEvent | undefined => {
  try {
    const event = (JSON.parse(frame) as [string, string, NostrEvent])[2];
    return event.sig === 'good' ? event : undefined;
  } catch {
    return undefined;
  }
};

/** A verifier whose batches are answered by hand, so that a test chooses the order. */
const handVerifier = () => {
  type Batch = { frames: readonly string[]; answer: () => Promise<void>; fail: () => Promise<void> };
  const batches: Batch[] = [];
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const verifier: FrameVerifier = {
    verify: (frames) =>
      new Promise((resolve, reject) => {
        batches.push({
          frames,
          answer: () => (resolve(frames.map(judge)), settled()),
          fail: () => (reject(new Error('lost')), settled()),
        });
      }),
    dispose: () => undefined,
  };
  return { verifier, batches, settled };
};

const setUp = (accepts = (_subId: string, _relay: string) => true, takesLong = () => false) => {
  const log: string[] = [];
  const registry = fakeRegistry();
  const hand = handVerifier();
  const onEvent = vi.fn((subId: string, event: NostrEvent, relay: string) => {
    log.push(`${new URL(relay).hostname.split('.')[0]} ${subId} ${event.created_at}`);
  });
  const overloads: string[] = [];
  const vain: [string, number, boolean][] = [];
  const unread: string[] = [];
  const ingest = createIngest({
    registry,
    verifier: hand.verifier,
    accepts,
    takesLong,
    onUnread: (subId) => void unread.push(subId),
    onEvent,
    onEose: (subId) => void log.push(`EOSE ${subId}`),
    onClosed: (subId, reason) => void log.push(`CLOSED ${subId} ${reason}`),
    onMessage: (message) => void log.push(Object.values(message).join(' ')),
    onOverload: (relay) => void overloads.push(relay),
    onVain: (relay, { characters, isEvent }) => void vain.push([relay, characters, isEvent]),
  });
  /** answers batches until none is left */
  const answerAll = async () => {
    for (let n = 0; n < hand.batches.length; n++) await hand.batches[n]?.answer();
    await hand.settled();
  };
  return { ingest, log, registry, onEvent, overloads, vain, unread, answerAll, ...hand };
};

let it_: ReturnType<typeof setUp>;
beforeEach(() => {
  it_ = setUp();
});
const counts = (relay = ONE) => it_.ingest.stats().get(relay);
const framesOf = (batch: number) => it_.batches[batch]?.frames.length;

describe('batches', () => {
  it('sends a lone event at once and what gathers meanwhile together', async () => {
    for (let n = 1; n <= 5; n++) it_.ingest.frame(ONE, frameOf(n));
    expect(it_.batches.map(({ frames }) => frames.length)).toEqual([1]);
    await it_.batches[0]?.answer();
    expect(it_.batches.map(({ frames }) => frames.length)).toEqual([1, 4]);
    await it_.answerAll();
    expect(it_.log).toEqual([1, 2, 3, 4, 5].map((n) => `one feed ${n}`));
  });

  it('sends full batches while others are away, up to a number of them', () => {
    for (let n = 0; n < VERIFY_BATCH_FRAMES * (VERIFY_BATCHES_AT_ONCE + 2); n++) it_.ingest.frame(ONE, frameOf(n));
    expect(it_.batches).toHaveLength(VERIFY_BATCHES_AT_ONCE);
    expect([framesOf(0), framesOf(1), framesOf(7)]).toEqual([1, VERIFY_BATCH_FRAMES, VERIFY_BATCH_FRAMES]);
  });

  it('takes from all relays in turn, so that a flood does not delay another relay', async () => {
    for (let n = 0; n < 5_000; n++) it_.ingest.frame(ONE, frameOf(n));
    it_.ingest.frame(TWO, frameOf(9_999));
    await it_.batches[0]?.answer();
    expect(it_.batches.at(-1)?.frames).toContain(frameOf(9_999));
    await it_.batches.at(-1)?.answer();
    expect(it_.log).toEqual(['one feed 0', 'two feed 9999']);
  });

  it('counts the frames of a failed batch as invalid and goes on', async () => {
    it_.ingest.frame(ONE, frameOf(1));
    it_.ingest.frame(ONE, frameOf(2));
    await it_.batches[0]?.fail();
    await it_.answerAll();
    expect(it_.log).toEqual(['one feed 2']);
    expect(counts()).toMatchObject({ invalid: 1, verified: 1 });
  });
});

describe('order', () => {
  it('delivers EOSE and CLOSED after the events before them, whatever batch answers first', async () => {
    it_.ingest.frame(ONE, frameOf(0));
    for (let n = 1; n <= VERIFY_BATCH_FRAMES; n++) it_.ingest.frame(ONE, frameOf(n));
    it_.ingest.frame(ONE, '["EOSE","feed"]');
    it_.ingest.frame(ONE, '["CLOSED","feed","done: bye"]');
    await it_.batches[1]?.answer();
    expect(it_.log).toEqual([]);
    await it_.batches[0]?.answer();
    expect(it_.log).toHaveLength(VERIFY_BATCH_FRAMES + 3);
    expect(it_.log.slice(0, 2)).toEqual(['one feed 0', 'one feed 1']);
    expect(it_.log.slice(-2)).toEqual(['EOSE feed', 'CLOSED feed done: bye']);
  });

  it('has the rest of an answer checked as soon as its end is there, whatever is still being checked', () => {
    for (let n = 0; n < 5; n++) it_.ingest.frame(ONE, frameOf(n));
    expect(it_.batches.map(({ frames }) => frames.length)).toEqual([1]);
    it_.ingest.frame(ONE, '["EOSE","feed"]');
    expect(it_.batches.map(({ frames }) => frames.length)).toEqual([1, 4]);
  });

  it('keeps a known event behind one that is still checked', async () => {
    it_.registry.add(eventOf(2));
    it_.ingest.frame(ONE, frameOf(1));
    it_.ingest.frame(ONE, frameOf(2));
    expect(it_.log).toEqual([]);
    await it_.answerAll();
    expect(it_.log).toEqual(['one feed 1', 'one feed 2']);
  });

  it('lets no relay wait for another', async () => {
    it_.ingest.frame(ONE, frameOf(1));
    it_.ingest.frame(TWO, '["EOSE","feed"]');
    expect(it_.log).toEqual(['EOSE feed']);
  });

  it('hands NOTICE, OK and AUTH on at once', () => {
    it_.ingest.frame(ONE, frameOf(1));
    it_.ingest.frame(ONE, '["NOTICE","slow down"]');
    it_.ingest.frame(ONE, '["OK","abc",false,"blocked: no"]');
    it_.ingest.frame(ONE, '["AUTH","challenge"]');
    expect(it_.log).toEqual(['NOTICE slow down', 'OK abc false blocked: no', 'AUTH challenge']);
  });

  it('is kept for any mix of good, forged, repeated and control frames of two relays', async () => {
    const step = fc.record({
      relay: fc.constantFrom(ONE, TWO),
      n: fc.integer({ min: 0, max: 12 }),
      form: fc.constantFrom('good', 'forged', 'eose'),
      answer: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const run = setUp();
        const expected = new Map<string, string[]>([
          ['one', []],
          ['two', []],
        ]);
        const known = new Set<number>();
        for (const [place, { relay, n, form, answer }] of steps.entries()) {
          const name = relay === ONE ? 'one' : 'two';
          if (form === 'eose') run.ingest.frame(relay, `["EOSE","${name}${place}"]`);
          else run.ingest.frame(relay, form === 'good' ? frameOf(n, {}, name) : forged(n, name));
          if (form === 'eose') expected.get(name)?.push(`EOSE ${name}${place}`);
          if (form === 'good') expected.get(name)?.push(`${name} ${name} ${n}`);
          if (form === 'good') known.add(n);
          if (answer) await run.answerAll();
        }
        await run.answerAll();
        for (const [name, lines] of expected) {
          const got = run.log.filter((line) => line.includes(name));
          // a forged copy of a known event counts as one more copy of it
          const forgedCopies = got.filter((line) => !lines.includes(line));
          expect(forgedCopies.every((line) => known.has(Number(line.split(' ')[2])))).toBe(true);
          let at = -1;
          for (const line of lines) {
            at = got.indexOf(line, at + 1);
            expect(at).toBeGreaterThanOrEqual(0);
          }
        }
        for (const id of Array.from({ length: 13 }, (_, n) => n))
          expect(run.registry.has(idOf(id))).toBe(known.has(id));
      }),
      { numRuns: 60 },
    );
  });
});

describe('duplicates', () => {
  it('delivers the registered instance and notes the relay, without a check', () => {
    it_.registry.add(eventOf(1), ONE);
    it_.ingest.frame(TWO, frameOf(1));
    expect(it_.batches).toHaveLength(0);
    expect(it_.onEvent.mock.lastCall?.[1]).toBe(it_.registry.get(idOf(1)));
    expect(it_.registry.seenOn(idOf(1))).toEqual([ONE, TWO]);
    expect(counts(TWO)).toMatchObject({ duplicates: 1, verified: 0 });
  });

  it('checks an id once while it is being checked, and delivers both copies', async () => {
    it_.ingest.frame(ONE, frameOf(1));
    it_.ingest.frame(TWO, frameOf(1));
    await it_.answerAll();
    expect(it_.batches).toHaveLength(1);
    expect(it_.log).toEqual(['one feed 1', 'two feed 1']);
    expect(it_.onEvent.mock.calls[0]?.[1]).toBe(it_.onEvent.mock.calls[1]?.[1]);
    expect(it_.registry.seenOn(idOf(1))).toEqual([ONE, TWO]);
  });

  it('are recognised while they wait for their own check', async () => {
    it_.ingest.frame(ONE, frameOf(1));
    it_.ingest.frame(TWO, frameOf(2));
    it_.registry.add(eventOf(2));
    await it_.answerAll();
    expect(it_.batches).toHaveLength(1);
    expect(it_.log).toEqual(['one feed 1', 'two feed 2']);
  });

  it('keeps the good copy when another relay sent a forged one first', async () => {
    it_.ingest.frame(ONE, forged(1));
    it_.ingest.frame(TWO, frameOf(1));
    it_.ingest.frame(TWO, '["EOSE","feed"]');
    await it_.batches[0]?.answer();
    expect(it_.log).toEqual([]);
    await it_.answerAll();
    expect(it_.log).toEqual(['two feed 1', 'EOSE feed']);
    expect(it_.registry.seenOn(idOf(1))).toEqual([TWO]);
    expect(counts()).toMatchObject({ invalid: 1, verified: 0 });
  });

  it('keeps the good copy behind many forged ones without one round trip for each', async () => {
    for (let n = 0; n < 100; n++) it_.ingest.frame(ONE, forged(1));
    it_.ingest.frame(TWO, frameOf(1));
    await it_.answerAll();
    expect(it_.batches.length).toBeLessThan(5);
    expect(it_.log).toEqual(['two feed 1']);
  });

  it('trusts a claimed id for nothing but that', async () => {
    const claims = (id: string, n: number) => frameOf(n).replace('{', `{"id":"${id}",`);
    it_.ingest.frame(ONE, claims(idOf(1), 2));
    it_.ingest.frame(TWO, frameOf(1));
    it_.ingest.frame(TWO, frameOf(2));
    await it_.answerAll();
    expect(it_.log.toSorted()).toEqual(['one feed 2', 'two feed 1', 'two feed 2']);
    expect(it_.registry.get(idOf(1))).toEqual(eventOf(1));
  });

  it('finds no id in the words of a note', async () => {
    it_.registry.add(eventOf(1));
    it_.ingest.frame(ONE, frameOf(2, { id: 'short', content: `"id":"${idOf(1)}"`, sig: 'forged' }));
    await it_.answerAll();
    expect(it_.log).toEqual([]);
  });
});

describe('frames that are dropped', () => {
  it.each([
    '',
    'garbage',
    '[',
    '{}',
    'null',
    '[]',
    '[1,2]',
    '["EOSE"]',
    '["EOSE",5]',
    '["OK","id","yes"]',
    '["NOTICE",{}]',
    '["COUNT","feed",{"count":1}]',
    '["EVENT"]',
    '["EVENT",5,{}]',
    '["EVENT","feed"]',
    '["EVENT","feed",[]]',
    '["EVENT","",{}]',
    '["WHAT","feed"]',
    '['.repeat(CONTROL_MAX_CHARACTERS),
    `["NOTICE","${'x'.repeat(CONTROL_MAX_CHARACTERS)}"]`,
  ])('are ignored and counted: %#', (text) => {
    it_.ingest.frame(ONE, text);
    expect(counts()).toEqual({ frames: 1, duplicates: 0, verified: 0, invalid: 0, dropped: 0, ignored: 1 });
    expect([it_.log, it_.batches]).toEqual([[], []]);
  });

  it('survives any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        it_.ingest.frame(ONE, text);
        it_.ingest.frame(ONE, `["EVENT","feed",${text}]`);
      }),
    );
  });

  it('are those over the size limit, before anything else', () => {
    it_.ingest.frame(ONE, frameOf(1, { content: 'x'.repeat(FRAME_MAX_BYTES) }));
    expect(it_.batches).toHaveLength(0);
    expect(counts()).toMatchObject({ dropped: 1 });
  });

  it('are those of a subscription that is not open', () => {
    it_ = setUp((subId, relay) => subId === 'feed' && relay === ONE);
    it_.ingest.frame(ONE, frameOf(1, {}, 'other'));
    it_.ingest.frame(ONE, '["EOSE","other"]');
    it_.ingest.frame(TWO, frameOf(1));
    expect([it_.batches, it_.log]).toEqual([[], []]);
    expect([counts()?.dropped, counts(TWO)?.dropped]).toEqual([2, 1]);
  });

  it('are forged ones, and the count says so', async () => {
    it_.ingest.frame(ONE, forged(1));
    await it_.answerAll();
    expect(it_.log).toEqual([]);
    expect(it_.registry.has(idOf(1))).toBe(false);
    expect(counts()).toMatchObject({ frames: 1, invalid: 1, verified: 0 });
  });
});

describe('a relay that floods', () => {
  const flood = (frames: number, from = 0) => {
    for (let n = 0; n < frames; n++) it_.ingest.frame(ONE, frameOf(from + n));
  };

  it('is reported once, loses its further events, and is heard again when half is done', async () => {
    flood(PENDING_MAX_FRAMES + 500);
    expect(it_.overloads).toEqual([ONE]);
    expect(counts()).toMatchObject({ dropped: 500 });
    it_.ingest.frame(TWO, frameOf(1_000_000));
    expect(counts(TWO)).toMatchObject({ dropped: 0 });

    await it_.answerAll();
    it_.ingest.frame(ONE, '["EOSE","feed"]');
    await vi.waitFor(() => expect(it_.log.at(-1)).toBe('EOSE feed'), WAIT);
    flood(1, 2_000_000);
    await it_.answerAll();
    await vi.waitFor(() => expect(it_.log.at(-1)).toBe('one feed 2000000'), WAIT);
    expect(it_.overloads).toEqual([ONE]);
    expect(counts()).toMatchObject({ dropped: 500, verified: PENDING_MAX_FRAMES + 1 });
  });

  it('is measured in characters too', () => {
    const large = 'x'.repeat(500_000);
    for (let n = 0; n < 60; n++) it_.ingest.frame(ONE, frameOf(n, { content: large }));
    expect(it_.overloads).toEqual([ONE]);
    expect(counts()?.dropped).toBeGreaterThan(5);
  });

  it('can be forgotten: what waited is never delivered, other relays lose nothing', async () => {
    flood(300);
    it_.ingest.frame(TWO, frameOf(1));
    it_.ingest.forget(ONE);
    await it_.answerAll();
    expect(it_.log).toEqual(['two feed 1']);
    expect(counts()?.frames).toBe(300);
    flood(1, 5_000);
    await it_.answerAll();
    expect(it_.log).toEqual(['two feed 1', 'one feed 5000']);
  });
});

it('pauses between slices when receivers are slow', async () => {
  const SLOW_MS = 2;
  it_.onEvent.mockImplementation((_subId, event) => {
    const end = performance.now() + SLOW_MS;
    while (performance.now() < end);
    it_.log.push(`${event.created_at}`);
  });
  for (let n = 0; n < 40; n++) it_.ingest.frame(ONE, frameOf(n));
  await it_.batches[0]?.answer();
  await it_.batches[1]?.answer();
  expect(it_.log.length).toBeLessThan(40);
  await vi.waitFor(() => expect(it_.log).toHaveLength(40), WAIT);
  expect(it_.log).toEqual(Array.from({ length: 40 }, (_, n) => `${n}`));
});

it('goes on when a receiver throws, and reports the error', async () => {
  const reported: unknown[] = [];
  vi.stubGlobal('queueMicrotask', (task: () => void) => {
    try {
      task();
    } catch (error) {
      reported.push(error);
    }
  });
  it_.onEvent.mockImplementationOnce(() => {
    throw new Error('broken view');
  });
  it_.ingest.frame(ONE, frameOf(1));
  it_.ingest.frame(ONE, frameOf(2));
  await it_.answerAll();
  vi.unstubAllGlobals();
  expect(reported).toEqual([new Error('broken view')]);
  expect(it_.log).toEqual(['one feed 2']);
});
