import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '#domain/problem.ts';
import type { RelayAnswer } from '#actors/wire/relay-answer.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { EVENT_MAX_FUTURE_S } from '#domain/protocol/protocol-limits.ts';
import { createFakeSockets } from '#tests/support/fake-socket.ts';
import { noteOf, readRelays, startOverFakes as start, startRelayLayer } from '#tests/support/relay-layer.ts';
import { problemText } from '#ui/texts/problem-text.ts';

const [one, two, three] = ['wss://one.example', 'wss://two.example', 'wss://three.example'];
const notes = [{ kinds: [1], limit: 10 }];
/** What a relay is asked once for them: see 'leaves out what is dated ahead'. */
const notesNow = [{ ...notes[0], until: expect.any(Number) as number }];

/** What became of a fetch, for looking at it without waiting. */
const track = (promise: Promise<RelayAnswer>) => {
  const result: { ids?: number[]; outcomes?: string[]; error?: unknown } = {};
  promise.then(
    ({ events, outcomes }) => {
      result.ids = events.map(({ created_at }) => created_at);
      result.outcomes = outcomes.map(({ outcome }) => outcome);
    },
    (error: unknown) => (result.error = error),
  );
  return result;
};

await import('#actors/wire/publish.ts');

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000_000 }));
afterEach(() => void vi.useRealTimers());

describe('fetch', () => {
  it('asks every read relay and ends with all events, each once', async () => {
    const { requests, relay } = await start([one, two]);
    const heard: string[] = [];
    const answer = track(
      requests.fetch({ filters: notes, onEvent: (event, from) => heard.push(`${event.created_at} ${from}`) }),
    );
    expect(relay(one).sent).toEqual([['REQ', 'n1', ...notesNow]]);
    relay(one).says('EVENT', 'n1', noteOf(1));
    relay(two).says('EVENT', 'n1', noteOf(1));
    relay(two).says('EVENT', 'n1', noteOf(2));
    await settle();
    expect(heard).toEqual([`1 ${one}`, `2 ${two}`]);
    relay(one).says('EOSE', 'n1');
    relay(two).says('EOSE', 'n1');
    await settle();
    expect(answer).toEqual({ ids: [1, 2], outcomes: ['eose', 'eose'] });
    expect([relay(one).sent.at(-1), relay(two).sent.at(-1)]).toEqual([
      ['CLOSE', 'n1'],
      ['CLOSE', 'n1'],
    ]);
  });

  it('leaves out what is dated ahead, which would fill the answer and be dropped; but not of what the user wrote', async () => {
    const { requests, relay } = await start();
    const until = 1_000_000 + EVENT_MAX_FUTURE_S;
    const byId = { ids: [noteOf(1).id], limit: 1 };
    const profile = { kinds: [0], authors: [noteOf(1).pubkey], limit: 10 };
    const older = { kinds: [6], until: 5 };
    const found = { kinds: [0], search: 'x' };
    void requests.fetch({ filters: [...notes, byId, profile, older, found] });
    void requests.fetch({ filters: notes, own: true });
    requests.watch({ filters: notes });
    expect(relay().sent).toEqual([
      ['REQ', 'n1', { kinds: [1], limit: 10, until }, byId, profile, older, { ...found, until }],
      ['REQ', 'n2', ...notes],
      ['REQ', 'n3', ...notes],
    ]);
  });

  it('goes on with what one relay was asked before the code was there, under its id', async () => {
    const fakes = createFakeSockets();
    const asked = vi.fn((relay: string) => (relay === one ? 'e0' : undefined));
    const { requests } = startRelayLayer({ defaults: readRelays(one, two), createSocket: fakes.create, asked });
    await vi.advanceTimersByTimeAsync(200);
    for (const url of [one, two]) fakes.of(url).opens();
    const answer = track(requests.fetch({ filters: notes, relays: [one] }));
    void requests.fetch({ filters: notes, relays: [two] });
    void requests.fetch({ filters: notes });
    expect(fakes.of(one).sent).toEqual([
      ['REQ', 'e0', ...notesNow],
      ['REQ', 'n2', ...notesNow],
    ]);
    expect(fakes.of(two).sent[0]).toEqual(['REQ', 'n1', ...notesNow]);
    expect(asked.mock.calls).toEqual([one, two].map((url) => [url, JSON.stringify(notes)]));
    fakes.of(one).says('EVENT', 'e0', noteOf(1));
    fakes.of(one).says('EOSE', 'e0');
    await settle();
    expect(answer).toEqual({ ids: [1], outcomes: ['eose'] });
  });

  it('[FEED-14] rejects when there is no relay to ask', async () => {
    const { requests } = await start([]);
    const code = 'no-relays-to-read';
    await expect(requests.fetch({ filters: notes })).rejects.toThrow(code);
    await expect(requests.fetch({ filters: notes, relays: ['nonsense here'] })).rejects.toThrow(code);
  });

  it('asks no relay of a local network but those of the set, whoever names it', async () => {
    const own = 'ws://localhost:7000';
    const { requests, relay, directory } = await start([own]);
    const relays = [own, 'ws://localhost:7001', 'wss://192.168.0.1', 'wss://box.lan'];
    const answer = track(requests.fetch({ filters: notes, relays }));
    const stop = requests.watch({ filters: notes, relays });
    relay(own).says('EOSE', 'n1');
    await settle();
    expect(answer.outcomes).toEqual(['eose']);
    expect(Object.keys(directory.getSnapshot().context.connections)).toEqual([own]);
    stop();
  });

  it('[RELAY-49] rejects after the directory was destroyed, and so does what was under way', async () => {
    const { requests, directory } = await start();
    const running = track(requests.fetch({ filters: notes }));
    directory.send({ type: 'relays.destroy' });
    await settle();
    expect(running.error).toEqual(new Failure({ code: 'pool-destroyed' }));
    await expect(requests.fetch({ filters: notes })).rejects.toThrow('pool-destroyed');
    expect(() => requests.watch({ filters: notes })).toThrow('pool-destroyed');
    expect(problemText({ code: 'pool-destroyed' })).toBe('RelayConnectionPool has been destroyed');
  });

  it('[RELAY-49] fails a publish that is under way at once when the page ends', async () => {
    const { requests, directory, relay } = await start();
    const heard = vi.fn();
    requests.publish(noteOf(1), [one]).then(heard, heard);
    await settle();
    expect(relay().sentOf('EVENT')).toHaveLength(1);
    directory.send({ type: 'relays.destroy' });
    await settle();
    expect(heard.mock.calls).toEqual([[new Failure({ code: 'pool-destroyed' })]]);
    for (const relays of [[one], []])
      await expect(requests.publish(noteOf(1), relays)).rejects.toThrow('pool-destroyed');
  });

  it('waits for a relay that still connects, and counts one that does not as offline', async () => {
    const { requests, relay } = await start([one, two], []);
    const answer = track(requests.fetch({ filters: notes }));
    await vi.advanceTimersByTimeAsync(1_000);
    relay(one).opens();
    expect(relay(one).sentOf('REQ')).toHaveLength(1);
    relay(one).says('EOSE', 'n1');
    await vi.advanceTimersByTimeAsync(700);
    expect(answer).toEqual({ ids: [], outcomes: ['eose', 'offline'] });
  });

  it('ends at once when every relay refuses', async () => {
    const { requests, relay } = await start([one, two], []);
    const answer = track(requests.fetch({ filters: notes }));
    relay(one).closes();
    await settle();
    expect(answer).toEqual({});
    relay(two).closes();
    await settle();
    expect(answer).toEqual({ ids: [], outcomes: ['offline', 'offline'] });
    const next = track(requests.fetch({ filters: notes }));
    await settle();
    expect(next.outcomes).toEqual(['offline', 'offline']);
    await vi.advanceTimersByTimeAsync(5_000);
    const later = track(requests.fetch({ filters: notes }));
    relay(one).opens();
    relay(one).says('EOSE', 'n3');
    await settle();
    expect(later).toEqual({ ids: [], outcomes: ['eose', 'offline'] });
  });

  it('takes 25,000 stored events of a relay and no more', async () => {
    const { requests, relay, ingest } = await start();
    const answer = track(requests.fetch({ filters: [{ kinds: [1] }] }));
    for (let number = 1; number <= 25_100; number += 1) {
      relay().says('EVENT', 'n1', noteOf(number));
      if (number % 1_000 === 0) await settle();
    }
    await vi.advanceTimersByTimeAsync(1_000);
    // what is left takes as many tasks as the machine has no time for
    for (let tasks = 0; tasks < 10_000 && !answer.ids; tasks += 1)
      await new Promise((resolve) => setImmediate(resolve));
    expect([answer.ids?.length, answer.outcomes, relay().sent.at(-1)]).toEqual([25_000, ['closed'], ['CLOSE', 'n1']]);
    expect(ingest.stats().get(one)).toMatchObject({ frames: 25_100 });
  });

  it('does not wait for a relay that is known to be down when another answers', async () => {
    const { requests, relay } = await start([one, two], [one]);
    relay(two).closes();
    const answer = track(requests.fetch({ filters: notes }));
    relay(one).says('EOSE', 'n1');
    await settle();
    expect(answer.outcomes).toEqual(['eose', 'offline']);
  });

  it('[RELAY-63] waits 4400 ms for a relay that sends no EOSE, and takes what it sends until the limit', async () => {
    const { requests, relay, registry } = await start();
    const late: number[] = [];
    const onLate = ({ created_at }: NostrEvent) => void late.push(created_at);
    const answer = track(requests.fetch({ filters: notes, onLate }));
    relay().says('EVENT', 'n1', noteOf(1));
    await vi.advanceTimersByTimeAsync(4_399);
    expect(answer).toEqual({});
    await vi.advanceTimersByTimeAsync(1);
    expect(answer).toEqual({ ids: [1], outcomes: ['timeout'] });
    await vi.advanceTimersByTimeAsync(5_000);
    relay().says('EVENT', 'n1', noteOf(2));
    await settle();
    expect([late, registry.has(noteOf(2).id), relay().sentOf('CLOSE')]).toEqual([[2], true, []]);
    await vi.advanceTimersByTimeAsync(600);
    expect(relay().sent.at(-1)).toEqual(['CLOSE', 'n1']);
    relay().says('EVENT', 'n1', noteOf(3));
    await settle();
    expect([late, registry.has(noteOf(3).id)]).toEqual([[2], false]);
  });

  it('gives what comes after the answer to all who asked, whether they told late ones apart or not', async () => {
    const { requests, relay } = await start();
    const [heard, late]: [number[], number[]] = [[], []];
    const onEvent = ({ created_at }: NostrEvent) => void heard.push(created_at);
    void requests.fetch({ filters: notes, onEvent });
    void requests.fetch({ filters: notes, onLate: ({ created_at }) => late.push(created_at) });
    relay().says('EVENT', 'n1', noteOf(1));
    await vi.advanceTimersByTimeAsync(5_000);
    relay().says('EVENT', 'n1', noteOf(2));
    await settle();
    expect([heard, late]).toEqual([[1, 2], [2]]);
  });

  it('asks anew what was answered while late events are still taken', async () => {
    const { requests, relay } = await start();
    track(requests.fetch({ filters: notes }));
    await vi.advanceTimersByTimeAsync(4_400);
    const answer = track(requests.fetch({ filters: notes }));
    expect(
      relay()
        .sentOf('REQ')
        .map(([, id]) => id),
    ).toEqual(['n1', 'n2']);
    relay().says('EOSE', 'n1');
    relay().says('EVENT', 'n2', noteOf(1));
    relay().says('EOSE', 'n2');
    await settle();
    expect(answer).toEqual({ ids: [1], outcomes: ['eose'] });
  });

  it('gives the place of a REQ nobody waits for to the next one', async () => {
    const { requests, relay } = await start();
    for (let kind = 1; kind <= 8; kind += 1) track(requests.fetch({ filters: [{ kinds: [kind] }] }));
    await vi.advanceTimersByTimeAsync(4_400);
    expect([relay().sentOf('REQ').length, relay().sentOf('CLOSE').length]).toEqual([8, 0]);
    track(requests.fetch({ filters: notes }));
    expect(relay().sent.slice(-2)).toEqual([
      ['CLOSE', 'n1'],
      ['REQ', 'n9', ...notesNow],
    ]);
  });

  it('ends after the time the caller gave', async () => {
    const { requests } = await start();
    const answer = track(requests.fetch({ filters: notes, timeoutMs: 1_000 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(answer.outcomes).toEqual(['timeout']);
  });

  it('gives the reason of a relay that closed the REQ', async () => {
    const { requests, relay } = await start();
    const promise = requests.fetch({ filters: notes });
    relay().says('CLOSED', 'n1', 'auth-required: members only');
    await settle();
    await expect(promise).resolves.toEqual({
      events: [],
      outcomes: [{ relay: one, outcome: 'closed', reason: 'auth-required: members only' }],
    });
  });

  it('ignores frames of other subscriptions, events that were not asked for, forged ones and garbage', async () => {
    const { requests, relay } = await start();
    const heard: NostrEvent[] = [];
    const answer = track(requests.fetch({ filters: notes, onEvent: (event) => heard.push(event) }));
    relay().says('EVENT', 'other', noteOf(1));
    relay().says('EOSE', 'other');
    relay().says('EVENT', 'n1', noteOf(2, { kind: 7 }));
    relay().says('EVENT', 'n1', noteOf(3, { sig: 'forged' }));
    for (const garbage of ['', 'no json', '{', '[]', '[1]', '["EVENT","n1"]', '["EOSE"]', '["NOTICE",1]', 'null'])
      relay().saysRaw(garbage);
    relay().saysRaw(new ArrayBuffer(8));
    relay().says('NOTICE', 'slow down');
    relay().says('EVENT', 'n1', noteOf(4));
    relay().says('EOSE', 'n1');
    await settle();
    expect(heard.map(({ created_at }) => created_at)).toEqual([4]);
    expect(answer).toEqual({ ids: [4], outcomes: ['eose'] });
  });

  it('takes nothing more after EOSE', async () => {
    const { requests, relay } = await start();
    const heard: NostrEvent[] = [];
    void requests.fetch({ filters: notes, onEvent: (event) => heard.push(event) });
    relay().says('EOSE', 'n1');
    await settle();
    for (let number = 1; number <= 100; number += 1) relay().says('EVENT', 'n1', noteOf(number));
    await settle();
    expect(heard).toEqual([]);
  });

  it('runs equal fetches as one and gives each caller everything', async () => {
    const { requests, relay } = await start([one, two]);
    const first = track(requests.fetch({ filters: notes, relays: [one, two] }));
    relay(one).says('EVENT', 'n1', noteOf(1));
    await settle();
    const heard: number[] = [];
    const second = track(
      requests.fetch({ filters: notes, relays: [`${two}/`, one], onEvent: (event) => heard.push(event.created_at) }),
    );
    expect(heard).toEqual([1]);
    relay(one).says('EVENT', 'n1', noteOf(2));
    for (const url of [one, two]) relay(url).says('EOSE', 'n1');
    await settle();
    expect([first.ids, second.ids, heard]).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
    expect(relay(one).sentOf('REQ')).toHaveLength(1);
    void requests.fetch({ filters: notes, relays: [one, two] });
    expect(relay(one).sentOf('REQ')).toHaveLength(2);
  });

  it('lets a listener that throws harm nobody, and its error come up', async () => {
    const { requests, relay } = await start();
    const error = new Error('a view has a bug');
    const late: (() => void)[] = [];
    const first = track(
      requests.fetch({
        filters: notes,
        onEvent: () => {
          throw error;
        },
      }),
    );
    const heard = vi.fn();
    void requests.fetch({ filters: notes, onEvent: heard });
    vi.stubGlobal('queueMicrotask', (task: () => void) => late.push(task));
    relay().says('EVENT', 'n1', noteOf(1));
    relay().says('EOSE', 'n1');
    await settle();
    vi.unstubAllGlobals();
    expect([first.ids, heard.mock.calls.length, late.length]).toEqual([[1], 1, 1]);
    expect(late[0]).toThrow(error);
  });

  it('rejects with the reason of the signal; the last to leave closes the REQ', async () => {
    const { requests, relay } = await start();
    const [left, stays] = [new AbortController(), new AbortController()];
    const first = track(requests.fetch({ filters: notes, signal: left.signal }));
    const second = track(requests.fetch({ filters: notes, signal: stays.signal }));
    left.abort(new Error('gone'));
    await settle();
    expect([first.error, second.error, relay().sentOf('CLOSE')]).toEqual([new Error('gone'), undefined, []]);
    stays.abort(new Error('gone too'));
    await settle();
    expect([second.error, relay().sentOf('CLOSE')]).toEqual([new Error('gone too'), [['CLOSE', 'n1']]]);
    const late = requests.fetch({ filters: notes, signal: left.signal });
    await expect(late).rejects.toThrow('gone');
  });

  it('connects to a relay outside the set for the time it is asked', async () => {
    const { requests, fakes } = await start();
    const answer = track(requests.fetch({ filters: notes, relays: [three] }));
    await settle();
    fakes.of(three).opens();
    fakes.of(three).says('EOSE', 'n1');
    await settle();
    expect(answer.outcomes).toEqual(['eose']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fakes.of(three).readyState).toBe(WebSocket.CLOSING);
  });

  it('has at most 8 REQs open on a relay that has not told how many it takes; the others wait their turn', async () => {
    const { requests, relay } = await start();
    const answers = Array.from({ length: 10 }, (_, index) =>
      track(requests.fetch({ filters: [{ kinds: [1], until: index }] })),
    );
    expect(relay().sentOf('REQ')).toHaveLength(8);
    relay().says('EOSE', 'n1');
    relay().says('CLOSED', 'n2', '');
    await settle();
    expect(
      relay()
        .sentOf('REQ')
        .map((message) => message[1])
        .slice(8),
    ).toEqual(['n9', 'na']);
    for (let index = 1; index <= 10; index += 1) relay().says('EOSE', `n${index.toString(36)}`);
    await vi.waitFor(() => expect(answers.filter(({ outcomes }) => outcomes?.[0] === 'eose')).toHaveLength(9));
  });

  it('never sends a REQ that was given up while it waited its turn', async () => {
    const { requests, relay } = await start();
    const leaving = new AbortController();
    for (let index = 0; index < 8; index += 1) void requests.fetch({ filters: [{ kinds: [1], until: index }] });
    track(requests.fetch({ filters: notes, signal: leaving.signal }));
    leaving.abort();
    relay().says('EOSE', 'n1');
    await settle();
    expect(relay().sentOf('REQ')).toHaveLength(8);
  });

  it('does not ask a relay again that closed the REQ', async () => {
    const { requests, relay } = await start([one, two]);
    const answer = track(requests.fetch({ filters: notes }));
    relay(one).says('CLOSED', 'n1', 'no');
    await settle();
    relay(one).closes();
    await vi.advanceTimersByTimeAsync(3_000);
    relay(one).opens();
    expect(relay(one).sent).toEqual([]);
    relay(two).says('EOSE', 'n1');
    await settle();
    expect(answer.outcomes).toEqual(['closed', 'eose']);
  });

  it('asks again what was under way when the socket broke', async () => {
    const { requests, relay } = await start();
    const answer = track(requests.fetch({ filters: notes }));
    relay().says('EVENT', 'n1', noteOf(1));
    await settle();
    relay().closes();
    await vi.advanceTimersByTimeAsync(3_000);
    relay().opens();
    expect(relay().sent).toEqual([['REQ', 'n1', ...notesNow]]);
    relay().says('EVENT', 'n1', noteOf(1));
    relay().says('EVENT', 'n1', noteOf(2));
    relay().says('EOSE', 'n1');
    await settle();
    expect(answer).toEqual({ ids: [1, 2], outcomes: ['eose'] });
  });
});

describe('relays', () => {
  it('lists URLs by use', () => {
    const entries = (['read', 'write', 'readwrite', 'indexer'] as const).map((permission) => ({
      url: `wss://${permission}.example`,
      permission,
    }));
    const { requests } = startRelayLayer({
      defaults: { entries, profile: ['wss://profile.example'] },
      createSocket: createFakeSockets().create,
    });
    expect([requests.relays('read'), requests.relays('write')]).toEqual([
      ['wss://read.example', 'wss://readwrite.example'],
      ['wss://write.example', 'wss://readwrite.example'],
    ]);
    expect([requests.relays('indexer'), requests.relays('profile')]).toEqual([
      ['wss://indexer.example'],
      ['wss://profile.example'],
    ]);
  });
});
