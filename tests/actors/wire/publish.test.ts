import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { PUBLISH_TIMEOUT_MS } from '#domain/relays/relays-limits.ts';
import { told } from '#tests/support/told.ts';
import type { WireFact } from '#actors/wire/wire-link.ts';
import { PublishFailure } from '#domain/publish/publish-failure.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import { createFakeSigner, startCare } from '#tests/support/relay-care.ts';
import { noteOf, startOverFakes as start } from '#tests/support/relay-layer.ts';

const [one, two, three] = ['wss://one.example', 'wss://two.example', 'wss://three.example'];
const note = noteOf(7);

/** Loads the code behind `publish` before the clock is faked. */
await import('#actors/wire/publish.ts');

const settle = () => vi.advanceTimersByTimeAsync(0);

/** What became of it, for looking at it without waiting. */
const track = (promise: Promise<readonly PublishOutcome[]>) => {
  const result: { outcomes?: readonly PublishOutcome[]; error?: unknown } = {};
  promise.then(
    (outcomes) => (result.outcomes = outcomes),
    (error: unknown) => (result.error = error),
  );
  return result;
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000_000 }));
afterEach(() => void vi.useRealTimers());

describe('publish', () => {
  it('[RELAY-50] succeeds when one relay accepts, and says what became of it at each', async () => {
    const { requests, relay } = await start([one, two]);
    const answers: string[] = [];
    const result = track(requests.publish(note, [one, two], { onAnswer: ({ outcome }) => answers.push(outcome) }));
    await settle();
    expect([relay(one).sent, relay(two).sent]).toEqual([[['EVENT', note]], [['EVENT', note]]]);
    relay(one).says('OK', note.id, false, 'blocked: not here');
    expect(answers).toEqual(['rejected']);
    relay(two).says('OK', note.id, true, '');
    await settle();
    expect(result.outcomes).toEqual([
      { relay: one, outcome: 'rejected', reason: { code: 'relay-said', words: 'blocked: not here' } },
      { relay: two, outcome: 'accepted', reason: undefined },
    ]);
  });

  it('stands under the directory of the relays, for whoever watches', async () => {
    const { requests, relay, directory } = await start([one, two]);
    const seen: unknown[] = [];
    directory.system.inspect(({ type, actorRef }) => {
      const { _parent: parent, id } = actorRef as AnyActorRef;
      if (type === '@xstate.actor' && id.startsWith('publish ')) seen.push([parent, id.replace(/\d+/, 'N')]);
    });
    const result = track(requests.publish(note, [one, two]));
    await settle();
    expect(seen).toEqual([one, two].map((url) => [directory, `publish N ${url}`]));
    for (const url of [one, two]) relay(url).says('OK', note.id, true, '');
    await settle();
    expect([result.outcomes?.length, directory.getSnapshot().status]).toEqual([2, 'active']);
  });

  it('a relay that does not answer while the device is offline was not reached', async () => {
    const { requests } = await start([one]);
    vi.stubGlobal('navigator', { onLine: false });
    const result = track(requests.publish(note, [one]));
    await vi.advanceTimersByTimeAsync(PUBLISH_TIMEOUT_MS);
    vi.unstubAllGlobals();
    expect(result.error).toMatchObject({ outcomes: [{ relay: one, outcome: 'offline' }] });
  });

  it('[RELAY-51] fails with the reason of each relay when none accepts', async () => {
    const { requests, relay } = await start([one, two]);
    const result = track(requests.publish(note, [one, two]));
    await settle();
    relay(one).says('OK', note.id, false, 'blocked: not here');
    relay(two).says('OK', note.id, false);
    await settle();
    expect(result.error).toBeInstanceOf(PublishFailure);
    expect(told(result.error)).toBe(`Publish failed: ${one}: blocked: not here; ${two}: refused without a reason`);
  });

  it('counts a relay that has the event already as one that accepted it', async () => {
    const { requests, relay } = await start();
    const result = track(requests.publish(note, [one]));
    await settle();
    relay().says('OK', 'f'.repeat(64), false, 'blocked: another event');
    relay().says('OK', note.id, false, 'duplicate: have it');
    await settle();
    expect(result.outcomes).toEqual([
      { relay: one, outcome: 'accepted', reason: { code: 'relay-said', words: 'duplicate: have it' } },
    ]);
  });

  it('connects to a relay outside the set for it, and lets it go then', async () => {
    const { requests, fakes, directory } = await start();
    const result = track(requests.publish(note, [three]));
    await vi.advanceTimersByTimeAsync(100);
    fakes.of(three).opens();
    expect(fakes.of(three).sent).toEqual([['EVENT', note]]);
    fakes.of(three).says('OK', note.id, true, '');
    await settle();
    expect(result.outcomes).toMatchObject([{ outcome: 'accepted' }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Object.keys(directory.getSnapshot().context.connections)).toEqual([one]);
  });

  it('goes to no relay of a local network but those of the set, and says so', async () => {
    const own = 'ws://localhost:7000';
    const { requests, relay, directory } = await start([own]);
    const result = track(requests.publish(note, [own, 'wss://192.168.0.1']));
    await settle();
    expect(Object.keys(directory.getSnapshot().context.connections)).toEqual([own]);
    relay(own).says('OK', note.id, true, '');
    await settle();
    expect(result.outcomes).toEqual([
      { relay: own, outcome: 'accepted', reason: undefined },
      { relay: 'wss://192.168.0.1', outcome: 'rejected', reason: { code: 'relay-not-chosen' } },
    ]);
  });

  it('says at once that a relay cannot be reached', async () => {
    const { requests, fakes } = await start();
    const result = track(requests.publish(note, [three]));
    await vi.advanceTimersByTimeAsync(100);
    fakes.of(three).closes();
    await settle();
    expect(told(result.error)).toBe(`Publish failed: ${three}: no connection`);
  });

  it('gives a relay that does not answer 10 s', async () => {
    const { requests, fakes } = await start();
    const result = track(requests.publish(note, [one, three]));
    await vi.advanceTimersByTimeAsync(9_000);
    expect([result, fakes.of(three).sent]).toEqual([{}, []]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect((result.error as PublishFailure).outcomes).toEqual([
      { relay: one, outcome: 'timeout', reason: { code: 'no-answer-within', seconds: 10 } },
      { relay: three, outcome: 'offline', reason: { code: 'no-connection' } },
    ]);
  });

  it('sends it again when the socket was lost before the answer', async () => {
    const { requests, fakes, relay } = await start();
    const result = track(requests.publish(note, [one]));
    await settle();
    relay().closes();
    await vi.advanceTimersByTimeAsync(3_000);
    relay().opens();
    expect([fakes.madeFor(one), relay().sentOf('EVENT')]).toEqual([2, [['EVENT', note]]]);
    relay().says('OK', note.id, true, '');
    await settle();
    expect(result.outcomes).toMatchObject([{ outcome: 'accepted' }]);
  });

  it('[RELAY-41] says that there is no room for a relay more', async () => {
    const urls = Array.from({ length: 20 }, (_, number) => `wss://r${number}.example`);
    const { requests } = await start(urls, []);
    const result = track(requests.publish(note, [three]));
    await settle();
    expect(told(result.error)).toBe(`Publish failed: ${three}: Maximum connections (20) reached`);
  });

  it('rejects without relays, after the end and when aborted; then no answer is waited for', async () => {
    const { requests, directory, relay } = await start();
    await expect(requests.publish(note, ['no relay'])).rejects.toThrow('no-relays');
    const control = new AbortController();
    const ended: string[] = [];
    directory.system.inspect((event) => {
      const { id } = event.actorRef as AnyActorRef;
      if (event.type === '@xstate.snapshot' && event.snapshot.status === 'done') ended.push(id.replace(/\d+/, 'N'));
    });
    const result = track(requests.publish(note, [one], { signal: control.signal }));
    await settle();
    expect(ended).toEqual([]);
    control.abort(new Error('never mind'));
    await settle();
    expect(ended).toEqual([`publish N ${one}`]);
    expect(result.error).toEqual(new Error('never mind'));
    expect(directory.getSnapshot().context.wanted).toEqual({});
    relay().says('OK', note.id, true, '');
    directory.send({ type: 'relays.destroy' });
    await expect(requests.publish(note, [one])).rejects.toThrow('pool-destroyed');
  });

  it('tells the observers what became of it', async () => {
    const { requests, relay, wire } = await start();
    const facts: WireFact[] = [];
    const stop = wire.observe((fact) => void (fact.type === 'published' && facts.push(fact)));
    const result = track(requests.publish(note, [one]));
    await settle();
    relay().says('OK', note.id, true, 'thanks');
    await settle();
    expect([facts.length, facts[0]]).toMatchObject([
      1,
      { relay: one, outcome: 'accepted', reason: { code: 'relay-said', words: 'thanks' } },
    ]);
    stop();
    expect(result.outcomes).toHaveLength(1);
  });

  it('is not sent to a relay that takes no message so long', async () => {
    const layer = await start();
    startCare(layer, { 'one.example': { limitation: { max_message_length: 300 } } });
    await settle();
    const result = track(layer.requests.publish(noteOf(7, { content: 'x'.repeat(100) }), [one]));
    await settle();
    expect(layer.relay().sent).toEqual([]);
    expect(told(result.error)).toContain('too long: 443 bytes, and the relay takes 300');
  });

  it('says what the relay wanted when that was not done in time', async () => {
    const layer = await start();
    startCare(layer).logIn({ ...createFakeSigner().signer, signEvent: () => new Promise(() => {}) });
    const result = track(layer.requests.publish(note, [one]));
    await settle();
    layer.relay().says('AUTH', 'who?');
    layer.relay().says('OK', note.id, false, 'auth-required: who are you?');
    await vi.advanceTimersByTimeAsync(10_000);
    expect((result.error as PublishFailure).outcomes).toEqual([
      { relay: one, outcome: 'rejected', reason: { code: 'relay-said', words: 'auth-required: who are you?' } },
    ]);
  });

  it('waits and sends again when the relay asks for patience', async () => {
    const layer = await start();
    startCare(layer);
    const result = track(layer.requests.publish(note, [one]));
    await settle();
    layer.relay().says('OK', note.id, false, 'rate-limited: one note per second');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(layer.relay().sentOf('EVENT')).toHaveLength(2);
    layer.relay().says('OK', note.id, true, '');
    await settle();
    expect(result.outcomes).toMatchObject([{ outcome: 'accepted' }]);
  });
});
