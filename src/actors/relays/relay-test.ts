import { fromCallback } from 'xstate';
import { signChecked } from '#domain/protocol/sign.ts';
import { problemOf, type Problem } from '#domain/problem.ts';
import { RELAY_TEST_REASON_CHARACTERS, RELAY_TEST_MESSAGE_CHARACTERS } from '#domain/relays/relays-limits.ts';
import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import { relaySocketUrl } from '#domain/relays/relay-url.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import type { ProbeCommand, ProbeFact, TestResult } from '#machines/relays/relay-test.machine.ts';
import type { TestStep } from '#domain/relays/test-steps.ts';
import { toSeconds } from '#domain/units.ts';
import { fetchRelayInfo } from './relay-info.ts';

/** not in the specification: the kind of the event that the test writes, which no relay stores */
export const RELAY_TEST_KIND = 24_999;

export type RelayTestDeps = {
  readonly createSocket: (url: string) => WebSocket;
  readonly fetch: typeof globalThis.fetch;
  readonly signer: CurrentSigner;
  /** ms since the epoch */
  readonly now: () => number;
};

type Ending = Omit<TestResult, 'step' | 'ms'>;
type End = (ending: Ending) => void;
/** A message of the relay to the step at work. */
type Message = readonly [verb: string, id: string, ...rest: unknown[]];

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, RELAY_TEST_REASON_CHARACTERS) : '');

const readMessage = (data: unknown): Message | undefined => {
  if (typeof data !== 'string' || data.length > RELAY_TEST_MESSAGE_CHARACTERS) return undefined;
  try {
    const message: unknown = JSON.parse(data);
    if (!Array.isArray(message)) return undefined;
    const [verb, id] = message as unknown[];
    return typeof verb === 'string' && typeof id === 'string' ? (message as unknown as Message) : undefined;
  } catch {
    return undefined;
  }
};

const failed = (reason: Problem): Ending => ({ outcome: 'failed', reason });
/** By what the relay says. */
const refused = (said: unknown): Ending => {
  const words = textOf(said);
  return failed(words === '' ? { code: 'test-refused' } : { code: 'relay-said', words });
};

/** One REQ that should end with EOSE. */
const ask = (socket: WebSocket, listen: (hear: (message: Message) => void) => void, filter: object, end: End) => {
  const id = 'test';
  listen(([verb, subscription, reason]) => {
    if (subscription !== id || (verb !== 'EOSE' && verb !== 'CLOSED')) return;
    if (verb === 'EOSE') socket.send(JSON.stringify(['CLOSE', id]));
    end(verb === 'EOSE' ? { outcome: 'passed' } : refused(reason));
  });
  socket.send(JSON.stringify(['REQ', id, filter]));
};

/** Publishes an ephemeral event (NIP-01), which a relay takes and passes on without storing it. */
const write = async (
  { signer, now }: RelayTestDeps,
  socket: WebSocket,
  listen: (hear: (message: Message) => void) => void,
  end: End,
) => {
  const by = signer();
  if (!by) return end({ outcome: 'skipped', reason: { code: 'test-without-signer' } });
  const created_at = toSeconds(now());
  const template = { kind: RELAY_TEST_KIND, created_at, tags: [], content: '' };
  const event = await signChecked(by, template, { changed: { code: 'signature-wrong' } });
  if (socket.readyState !== socket.OPEN) return end(failed({ code: 'test-cut-off' }));
  listen(([verb, id, accepted, reason]) => {
    if (verb === 'OK' && id === event.id) end(accepted === true ? { outcome: 'passed' } : refused(reason));
  });
  socket.send(JSON.stringify(['EVENT', event]));
};

/** The slot `probe`: does one step after the other over a socket of its own, which ends with the test. */
export const defineProbe = (deps: RelayTestDeps) =>
  fromCallback<ProbeCommand, { url: string }>(({ input: { url }, sendBack, receive }) => {
    const { createSocket, fetch, now } = deps;
    const ending = new AbortController();
    const { signal } = ending;
    let socket: WebSocket | undefined;
    let hear: (message: Message) => void = () => {};
    let end: End = () => {};
    const listen = (next: typeof hear) => (hear = next);

    const connect = () => {
      refuseSecrets(url);
      socket = createSocket(relaySocketUrl(url) ?? url);
      socket.addEventListener('open', () => end({ outcome: 'passed' }), { signal });
      socket.addEventListener('close', () => end(failed({ code: 'test-cut-off' })), { signal });
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        const message = readMessage(data);
        if (message) hear(message);
      };
      socket.addEventListener('message', onMessage, { signal });
    };
    const inform = async () => {
      await fetchRelayInfo(fetch, url, signal);
      end({ outcome: 'passed' });
    };
    const steps: Record<TestStep, () => unknown> = {
      connect,
      information: inform,
      'round trip': () => ask(socket!, listen, { ids: ['0'.repeat(64)], limit: 1 }, end),
      read: () => ask(socket!, listen, { kinds: [1], limit: 1 }, end),
      write: () => write(deps, socket!, listen, end),
    };
    const begin = async (step: TestStep) => {
      const startedAt = now();
      let isOver = false;
      const finish: End = (result) => {
        if (isOver || signal.aborted) return;
        isOver = true;
        const ms = result.outcome === 'passed' ? now() - startedAt : undefined;
        sendBack({ type: 'step.ended', result: { step, ...result, ms } } satisfies ProbeFact);
      };
      end = finish;
      try {
        await steps[step]();
      } catch (error) {
        finish(failed(problemOf(error, { code: 'test-broken' })));
      }
    };
    receive(({ step }) => void begin(step));
    return () => {
      ending.abort();
      socket?.close();
    };
  });
