import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { problemText } from '#ui/texts/problem-text.ts';
import { defineProbe } from '#actors/relays/relay-test.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { createFakeSigner } from '#tests/support/relay-care.ts';
import { relayTestMachine } from '#machines/relays/relay-test.machine.ts';
import { createFakeSockets } from '#tests/support/fake-socket.ts';

const url = 'wss://one.example';

type Setup = { signs?: boolean; status?: number; lies?: (event: NostrEvent) => NostrEvent };

const open = ({ signs = true, status = 200, lies }: Setup = {}) => {
  const fakes = createFakeSockets();
  const { signer, signed } = createFakeSigner(1, lies);
  const fetch = vi.fn(() => Promise.resolve(new Response('{"name":"One"}', { status })));
  const probe = defineProbe({
    createSocket: fakes.create,
    fetch: fetch as unknown as typeof globalThis.fetch,
    signer: () => (signs ? signer : undefined),
    now: Date.now,
  });
  const actor = createActor(relayTestMachine.provide({ actors: { probe } })).start();
  actor.send({ type: 'test.start', url });
  const relay = () => fakes.of(url);
  return {
    actor,
    relay,
    signed,
    /** the id of the event it was sent */
    written: () => (relay().sentOf('EVENT')[0]![1] as { id: string }).id,
    settle: () => vi.advanceTimersByTimeAsync(0),
    opens: async () => {
      await vi.advanceTimersByTimeAsync(40);
      relay().opens();
      await vi.waitFor(() => expect(actor.getSnapshot().context.results.length).toBeGreaterThan(1));
    },
    says: async (...message: unknown[]) => {
      await vi.advanceTimersByTimeAsync(25);
      relay().says(...message);
      await vi.advanceTimersByTimeAsync(0);
    },
    results: () =>
      actor.getSnapshot().context.results.map(({ outcome, ms, reason }) => problemText(reason) || (ms ?? outcome)),
    outcomes: () => actor.getSnapshot().context.results.map(({ outcome }) => outcome),
    isDone: () => actor.getSnapshot().hasTag('done'),
  };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the test of one relay', () => {
  it('connects, reads the information, measures the round trip, reads and writes', async () => {
    const { opens, says, relay, signed, written, results, outcomes, isDone } = open();
    await opens();
    expect(relay().sentOf('REQ').at(-1)?.[2]).toEqual({ ids: ['0'.repeat(64)], limit: 1 });
    await says('EOSE', 'test');
    expect(relay().sentOf('CLOSE')).toHaveLength(1);
    await says('EVENT', 'test', {});
    await says('EOSE', 'test');
    await says('OK', 'e'.repeat(64), false, 'another event');
    await says('OK', written(), true, '');
    expect([outcomes(), isDone()]).toEqual([['passed', 'passed', 'passed', 'passed', 'passed'], true]);
    expect([results()[0], results()[3]]).toEqual([40, 50]);
    expect(signed).toEqual([expect.objectContaining({ kind: 24_999, content: '', tags: [] })]);
    expect(relay().readyState).toBe(WebSocket.CLOSING);
  });

  it('writes nothing for somebody who cannot sign', async () => {
    const { opens, says, relay, outcomes } = open({ signs: false });
    await opens();
    await says('EOSE', 'test');
    await says('EOSE', 'test');
    expect(outcomes()).toEqual(['passed', 'passed', 'passed', 'passed', 'skipped']);
    expect(relay().sentOf('EVENT')).toEqual([]);
  });

  it('gives the words of a relay that refuses', async () => {
    const { opens, says, written, results, outcomes } = open({ status: 404 });
    await opens();
    await says('EOSE', 'test');
    await says('CLOSED', 'test', 'auth-required: log in');
    await says('OK', written(), false, 'blocked: no');
    expect(outcomes()).toEqual(['passed', 'failed', 'passed', 'failed', 'failed']);
    expect(results().slice(3)).toEqual(['“auth-required: log in”', '“blocked: no”']);
    expect(results()[1]).toBe('Failed to load relay information');
  });

  it('writes nothing that the signer made up', async () => {
    const { opens, says, relay, settle, results, isDone } = open({
      lies: (event) => ({ ...event, content: 'a note' }),
    });
    await opens();
    await says('EOSE', 'test');
    await says('EOSE', 'test');
    await settle();
    expect([relay().sentOf('EVENT'), results()[4], isDone()]).toEqual([[], 'The signature is wrong', true]);
  });

  it('ends at once when the relay cannot be reached', async () => {
    const { relay, settle, outcomes, isDone } = open();
    relay().closes();
    await settle();
    expect([isDone(), outcomes()[0]]).toEqual([true, 'failed']);
  });

  it('ends a step when the connection breaks in it', async () => {
    const { opens, relay, settle, results } = open();
    await opens();
    relay().closes();
    await settle();
    expect(results()[2]).toBe('the connection broke');
  });

  it('is not confused by what a hostile relay says', async () => {
    const { opens, says, relay, outcomes } = open();
    await opens();
    for (const raw of ['{', '[]', 'null', '[1,2]', '["EOSE"]', 'x'.repeat(100_000), new Blob()]) relay().saysRaw(raw);
    await says('EOSE', 'another');
    expect(outcomes()).toHaveLength(2);
    await says('CLOSED', 'test', { toString: 'x' });
    expect(outcomes()[2]).toBe('failed');
  });

  it('closes its socket when it is cancelled', async () => {
    const { actor, opens, relay } = open();
    await opens();
    actor.send({ type: 'test.cancel' });
    expect(relay().readyState).toBe(WebSocket.CLOSING);
  });
});
