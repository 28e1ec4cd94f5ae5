import { afterEach, describe, expect, it, vi } from 'vitest';
import { startScriptedRelay, type Script, type ScriptedRelay } from '#devnet/scripted-relay.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { noteOf, readRelays, startRelayLayer } from '#tests/support/relay-layer.ts';

const stored = [1, 2, 3].map((number) => noteOf(number));
const notes = [{ kinds: [1], limit: 10 }];
const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const startRelay = async (script: Script = {}): Promise<ScriptedRelay> => {
  const relay = await startScriptedRelay({ events: stored, ...script });
  closing.push(() => relay.close());
  return relay;
};

const startLayer = (...relays: ScriptedRelay[]) => {
  const layer = startRelayLayer({
    defaults: readRelays(...relays.map(({ url }) => url)),
    createSocket: (url) => new WebSocket(url),
    fast: true,
  });
  closing.push(() => layer.directory.send({ type: 'relays.destroy' }));
  return layer;
};

const idsOf = (events: readonly NostrEvent[]) => events.map(({ created_at }) => created_at).sort((a, b) => a - b);
const requestsOf = (relay: ScriptedRelay, verb: string) =>
  relay.requests.filter(([sent, id]) => sent === verb && id !== 'ping');
const until = <T>(look: () => T) => vi.waitFor(look, { timeout: 4_000, interval: 5 });

/** Real sockets against a relay that misbehaves, beside one that does not. */
describe('a fetch over real sockets', () => {
  it('gets what all relays hold', async () => {
    const [one, two] = [await startRelay(), await startRelay({ events: [noteOf(3), noteOf(4)] })];
    const answer = await startLayer(one, two).requests.fetch({ filters: notes });
    expect(idsOf(answer.events)).toEqual([1, 2, 3, 4]);
    expect(answer.outcomes.map(({ outcome }) => outcome)).toEqual(['eose', 'eose']);
  });

  it.each<[string, Script, string]>([
    ['refuses the upgrade', { refuse: true }, 'offline'],
    ['accepts the socket and says nothing', { dead: true }, 'timeout'],
    ['sends garbage, a huge frame and wrong subscription ids', { garbage: true }, 'offline'],
    ['sends events for ever without EOSE', { endless: true }, 'timeout'],
    ['closes the socket after two frames', { closeAfterFrames: 2 }, 'offline'],
  ])('costs only that relay when it %s', async (_, script, outcome) => {
    const [good, bad] = [await startRelay(), await startRelay(script)];
    const answer = await startLayer(good, bad).requests.fetch({ filters: notes });
    expect(idsOf(answer.events)).toEqual([1, 2, 3]);
    expect(answer.outcomes.map((part) => part.outcome)).toEqual(['eose', outcome]);
  });

  it('closes the REQ of a relay that never sends EOSE, which then falls silent', async () => {
    const relay = await startRelay({ endless: true });
    const { requests, ingest } = startLayer(relay);
    const answer = await requests.fetch({ filters: notes, timeoutMs: 1_000 });
    expect([idsOf(answer.events), answer.outcomes[0]?.outcome]).toEqual([[1, 2, 3], 'timeout']);
    await until(() => expect(requestsOf(relay, 'CLOSE')).toEqual([['CLOSE', 'n1']]));
    expect(ingest.stats().get(relay.url)?.verified).toBe(3);
  });

  it('closes the REQ of a relay that goes on after EOSE, and takes nothing more of it', async () => {
    const relay = await startRelay({ endlessAfterEose: true });
    const { requests } = startLayer(relay);
    const heard = vi.fn();
    const answer = await requests.fetch({ filters: notes, onEvent: heard });
    expect([answer.events, answer.outcomes[0]?.outcome]).toEqual([[], 'eose']);
    await until(() => expect(requestsOf(relay, 'CLOSE')).toEqual([['CLOSE', 'n1']]));
    expect(heard).not.toHaveBeenCalled();
  });

  it('answers offline when nobody is there', async () => {
    const relay = await startRelay();
    await relay.close();
    const answer = await startLayer(relay).requests.fetch({ filters: notes });
    expect(answer).toEqual({
      events: [],
      outcomes: [{ relay: relay.url, outcome: 'offline', reason: 'no connection' }],
    });
  });
});

describe('a watch over real sockets', () => {
  const watch = async (relay: ScriptedRelay) => {
    const layer = startLayer(relay);
    const heard: number[] = [];
    const eose = vi.fn();
    layer.requests.watch({ filters: notes, onEvent: (event) => heard.push(event.created_at), onEose: eose });
    await until(() => expect(eose).toHaveBeenCalled());
    return { ...layer, heard };
  };
  const now = () => Math.floor(Date.now() / 1_000);

  it('misses nothing that came while the socket was broken', async () => {
    const relay = await startRelay();
    const { heard } = await watch(relay);
    const [before, during, after] = [now() - 2, now() - 1, now()];
    relay.push(noteOf(before));
    await until(() => expect(heard).toContain(before));
    relay.dropAll(1011);
    relay.push(noteOf(during));
    await until(() => expect(heard).toContain(during));
    relay.push(noteOf(after));
    await until(() => expect(heard).toContain(after));
    expect(heard.filter((time) => time > 3)).toEqual([before, during, after]);
    expect(requestsOf(relay, 'REQ').at(-1)).toEqual(['REQ', 'n1', { kinds: [1], since: before - 60, limit: 500 }]);
    expect(relay.connections).toBe(2);
  });

  it('finds out that the relay has stopped answering, and comes back with it', async () => {
    const relay = await startRelay();
    const { heard } = await watch(relay);
    relay.set({ dead: true });
    await until(() => expect(relay.connections).toBeGreaterThan(1));
    relay.set({ dead: false });
    relay.push(noteOf(now()));
    await until(() => expect(heard).toHaveLength(4));
  });

  it('[RELAY-59] leaves a relay alone that said goodbye, until somebody asks it again', async () => {
    const relay = await startRelay();
    const { requests, directory, heard } = await watch(relay);
    relay.dropAll(1001);
    await until(() => expect(directory.getSnapshot().context.connections[relay.url]).toBe('not connected'));
    expect(relay.connections).toBe(1);
    relay.push(noteOf(now()));
    const answer = await requests.fetch({ filters: notes });
    expect(answer.outcomes[0]?.outcome).toBe('eose');
    await until(() => expect(heard).toHaveLength(4));
    expect(relay.connections).toBe(2);
  });

  it('keeps pinging without harm', async () => {
    const relay = await startRelay();
    await watch(relay);
    await until(() => expect(relay.requests.filter(([, id]) => id === 'ping').length).toBeGreaterThan(5));
    expect(relay.connections).toBe(1);
  });
});
