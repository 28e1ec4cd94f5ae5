import { QueryClient } from '@tanstack/query-core';
import { afterEach, describe, expect, it } from 'vitest';
import { told } from '#tests/support/told.ts';
import { createSigner } from '#devnet/content/signer.ts';
import { startRelay } from '#devnet/relays/relay.ts';
import { RELAY_PLANS } from '#devnet/relays/plans.ts';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { relayInfoKey } from '#domain/relays/relay-info.ts';
import type { Signer } from '#domain/protocol/signer.ts';
import { startRelayCare } from '#tests/support/relay-care.ts';
import { readRelays, startRelayLayer } from '#tests/support/relay-layer.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const sample = createSigner('auth');
const key = sample.keyOf('ada');
const signed = (kind: number, content: string, tags: string[][] = []) =>
  sample.sign({ kind, at: Math.floor(Date.now() / 1_000), content, tags }, key);
const ada: Signer = {
  pubkey: key.pubkey,
  signEvent: async ({ kind, created_at, tags, content }) =>
    sample.sign({ kind, at: created_at, tags: tags.map((tag) => [...tag]), content }, key),
  nip44: undefined,
  nip04: undefined,
};

/** The layer over real sockets; `logIn` brings the signer. */
const startLayer = (url: string) => {
  const layer = startRelayLayer({
    defaults: readRelays(url),
    createSocket: (address) => new WebSocket(address),
    fast: true,
  });
  closing.push(() => layer.directory.send({ type: 'relays.destroy' }));
  let signer: Signer | undefined;
  let changed = () => {};
  const queryClient = new QueryClient();
  const care = startRelayCare({
    wire: layer.wire,
    directory: () => layer.directory,
    queryClient,
    signer: () => signer,
    account: {
      subscribe: (listener) => {
        changed = listener;
        return () => {};
      },
    },
    onKnown: () => {},
    fetch,
    now: Date.now,
  });
  closing.push(() => void care.stop());
  const logIn = () => {
    signer = ada;
    changed();
  };
  return { ...layer, queryClient, logIn };
};

describe('NIP-42 with independent relay software', () => {
  const message = signed(4, 'for your eyes only', [['p', key.pubkey]]);
  const startMembersRelay = async () => {
    const relay = await startRelay({ ...RELAY_PLANS[0], latencyMs: 0, asksWho: true }, 0);
    closing.push(() => relay.close());
    relay.load([message]);
    return relay.url;
  };

  it('shows a visitor why there is nothing', async () => {
    const { requests } = startLayer(await startMembersRelay());
    const answer = await requests.fetch({ filters: [{ kinds: [4] }], timeoutMs: 4_000 });
    expect([answer.events, answer.outcomes[0]?.outcome]).toEqual([[], 'closed']);
    expect(answer.outcomes[0]?.reason).toMatch(/^restricted: /);
  });

  it('gets what the relay shows to those it knows', async () => {
    const url = await startMembersRelay();
    const { requests, logIn, queryClient } = startLayer(url);
    logIn();
    const answer = await requests.fetch({ filters: [{ kinds: [4] }], timeoutMs: 4_000 });
    expect([answer.events, answer.outcomes]).toEqual([[message], [{ relay: url, outcome: 'eose' }]]);
    expect(queryClient.getQueryData(relayInfoKey(url))).toMatchObject({ name: 'Birch' });
  });
});

it('[APP-04] publishes to independent relay software, which checks it', async () => {
  const relay = await startRelay({ ...RELAY_PLANS[0], latencyMs: 5 }, 0);
  closing.push(() => relay.close());
  const { requests } = startLayer(relay.url);
  const note = signed(1, 'hello');
  expect(await requests.publish(note, [relay.url])).toMatchObject([{ outcome: 'accepted' }]);
  expect((await requests.fetch({ filters: [{ ids: [note.id] }] })).events).toEqual([note]);
  expect(await requests.publish(note, [relay.url])).toMatchObject([{ outcome: 'accepted' }]);
  const forged = { ...signed(1, 'mine'), content: 'not mine' };
  expect(await requests.publish(forged, [relay.url]).catch(told)).toMatch(/^Publish failed: .*: invalid: /);
});

it('[APP-04] reads from and publishes to a relay that serves only those it knows, once the user logs in', async () => {
  const relay = await startScriptedRelay({ auth: true });
  closing.push(() => relay.close());
  const { requests, logIn } = startLayer(relay.url);
  const heard: string[] = [];
  requests.watch({ filters: [{ kinds: [1] }], onEvent: ({ content }) => heard.push(content) });
  expect(await requests.publish(signed(1, 'too early'), [relay.url]).catch(told)).toContain(
    'log in with a key to answer',
  );
  logIn();
  expect(await requests.publish(signed(1, 'hello'), [relay.url])).toMatchObject([{ outcome: 'accepted' }]);
  await expect.poll(() => heard).toEqual(['hello']);
  expect(relay.requests.filter(([verb]) => verb === 'AUTH')).toHaveLength(1);
});
