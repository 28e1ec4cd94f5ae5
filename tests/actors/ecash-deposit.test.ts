import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket as NodeWebSocket } from 'ws';
import { createActor, fromPromise } from 'xstate';
import { defineCheckQuote, defineFollowQuote } from '#actors/ecash/wallet/deposit-slots.ts';
import { createMintSockets } from '#actors/ecash/mint-sockets.ts';
import { readMintMessage, socketUrl, writeSubscribe, writeUnsubscribe } from '#domain/ecash/mints/subscription.ts';
import { depositMachine, type DepositTaking } from '#machines/ecash/deposit.machine.ts';
import { coreWorld, type CoreWorld } from '#tests/support/core-world.ts';

/** on a machine that is busy, too */
const SOON = { timeout: 10_000 };

const createSocket = (url: string) => new NodeWebSocket(url) as unknown as WebSocket;

describe('what a mint tells by its socket', () => {
  it('[MINT-21] is asked for and read as JSON-RPC', () => {
    expect(socketUrl('https://mint.example/Bitcoin')).toBe('wss://mint.example/Bitcoin/v1/ws');
    expect(JSON.parse(writeSubscribe(3, 's', { kind: 'proof_state', filters: ['02'] }))).toEqual({
      jsonrpc: '2.0',
      id: 3,
      method: 'subscribe',
      params: { kind: 'proof_state', subId: 's', filters: ['02'] },
    });
    expect(JSON.parse(writeUnsubscribe(4, 's'))).toMatchObject({ method: 'unsubscribe', params: { subId: 's' } });
    const read = (json: unknown) => readMintMessage(JSON.stringify(json));
    expect(read({ params: { subId: 's', payload: 1 } })).toEqual({ type: 'told', subId: 's', payload: 1 });
    expect(read({ id: 3, result: {} })).toEqual({ type: 'accepted', id: 3 });
    expect(read({ id: '3', error: {} })).toEqual({ type: 'refused', id: 3 });
    for (const wrong of [null, 1, {}, { id: 'x', error: {} }, { id: 3 }]) expect(read(wrong)).toBeUndefined();
    expect(readMintMessage('{')).toBeUndefined();
    expect(readMintMessage(`"${'x'.repeat(30_000)}"`)).toBeUndefined();
  });
});

describe('a deposit at a mint', () => {
  let world: CoreWorld;
  const actors: { stop(): unknown }[] = [];
  beforeEach(async () => {
    world = await coreWorld();
  });
  afterEach(async () => {
    for (const actor of actors.splice(0)) actor.stop();
    await world.stop();
  });

  const begin = async ({ isOld = false, asks = true } = {}) => {
    const { core, mint, unit, prepare } = world;
    const sockets = createMintSockets(createSocket);
    const { quote, request } = await core.mintQuote({ mint: mint.url, unit, amount: 5 });
    const take = vi.fn(async (): Promise<DepositTaking> => {
      await core.mint({ mint: mint.url, quote, outputs: await prepare({ keep: 5 }) });
      return 'taken';
    });
    const actor = createActor(
      depositMachine.provide({
        actors: {
          'follow quote': defineFollowQuote(sockets),
          'check quote': defineCheckQuote({
            core: asks ? core : { checkMintQuote: () => new Promise<never>(() => {}) },
            ledger: { operation: async () => undefined },
            engine: { advance: () => Promise.reject(new Error('nothing is given up here')) },
            now: Date.now,
          }),
          'take ecash': fromPromise(take),
        },
      }),
      { input: { operation: 'o', mint: mint.url, quote, isOld } },
    );
    actors.push(actor);
    return { actor, request, take };
  };

  it('[MINT-22] is there as soon as the invoice is paid, by the socket', async () => {
    const { actor, request, take } = await begin({ asks: false });
    actor.start();
    await vi.waitFor(() => expect(world.mint.faults.seen).toContain('socket'), SOON);
    world.ledger.pay('payer', request);
    await vi.waitFor(() => expect(actor.getSnapshot().value).toBe('committed'), SOON);
    expect(take).toHaveBeenCalledOnce();
    expect(world.mint.faults.seen).not.toContain('check mint quote');
    expect(world.mint.books.outstanding()).toBe(5);
  });

  it('is found by asking, where there is no socket', async () => {
    world.mint.faults.script({ on: 'socket', fault: { type: 'request dropped' }, times: 99 });
    const { actor, request } = await begin({ isOld: true });
    world.ledger.pay('payer', request);
    actor.start();
    await vi.waitFor(() => expect(actor.getSnapshot().value).toBe('committed'), SOON);
    expect(world.mint.books.outstanding()).toBe(5);
  });
});

describe('the sockets of mints', () => {
  let world: CoreWorld;
  beforeEach(async () => {
    world = await coreWorld();
  });
  afterEach(() => world.stop());

  const listener = () => ({ told: vi.fn(), ended: vi.fn() });
  const subscription = { kind: 'bolt11_mint_quote', filters: ['unknown'] } as const;

  it('[MINT-21] are below the address of a mint, which hears what is listened to, and what no more', async () => {
    const opened: string[] = [];
    const sent: { readonly params?: { readonly subId?: unknown } }[] = [];
    const sockets = createMintSockets((url) => {
      opened.push(url);
      const socket = createSocket(url);
      const send = socket.send.bind(socket);
      return Object.assign(socket, {
        send(text: string) {
          sent.push(JSON.parse(text) as object);
          send(text);
        },
      });
    });
    const proofs = { kind: 'proof_state', filters: ['02', '03'] } as const;
    const stops = [subscription, proofs].map((each) => sockets.follow(world.mint.url, each, listener()));
    await vi.waitFor(() => expect(sent).toHaveLength(2), SOON);
    stops[0]!();
    expect(opened).toEqual([`${world.mint.url.replace('http', 'ws')}/v1/ws`]);
    const [one, other] = sent.map(({ params }) => params?.subId);
    expect(one).not.toBe(other);
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 0, method: 'subscribe', params: { ...subscription, subId: one } },
      { jsonrpc: '2.0', id: 1, method: 'subscribe', params: { ...proofs, subId: other } },
      { jsonrpc: '2.0', id: 2, method: 'unsubscribe', params: { subId: one } },
    ]);
    stops[1]!();
  });

  it('[MINT-32] [MINT-34] say why they end, once', async () => {
    const first = listener();
    world.mint.faults.script({ on: 'socket', fault: { type: 'request dropped' }, times: 99 });
    createMintSockets(createSocket).follow(world.mint.url, subscription, first);
    await vi.waitFor(
      () => expect(first.ended).toHaveBeenCalledExactlyOnceWith({ code: 'mint-socket-unreachable' }),
      SOON,
    );
    const second = listener();
    const refusing = () => {
      throw new Error('not allowed');
    };
    createMintSockets(refusing).follow(world.mint.url, subscription, second);
    expect(second.ended).toHaveBeenCalledExactlyOnceWith({ code: 'mint-socket-failed' });
  });

  it('[MINT-34] are reached where a mint refuses what is asked: that is what it says then', async () => {
    const refused = listener();
    const nonsense = { kind: 'nonsense' as 'proof_state', filters: ['x'] };
    createMintSockets(createSocket).follow(world.mint.url, nonsense, refused);
    const said = { code: 'mint-refused', number: 0, said: '' };
    await vi.waitFor(() => expect(refused.ended).toHaveBeenCalledExactlyOnceWith(said), SOON);
  });

  it('[MINT-33] tell at once who asks while they are closing', async () => {
    const opened: WebSocket[] = [];
    const sockets = createMintSockets((url) => {
      const socket = createSocket(url);
      opened.push(socket);
      return socket;
    });
    const [one, other] = [listener(), listener()];
    sockets.follow(world.mint.url, subscription, one);
    await vi.waitFor(() => expect(opened[0]!.readyState).toBe(1), SOON);
    opened[0]!.close();
    sockets.follow(world.mint.url, subscription, other);
    for (const { ended } of [one, other]) expect(ended).toHaveBeenCalledExactlyOnceWith({ code: 'mint-socket-closed' });
  });

  it('[MINT-33] are shared, closed when nobody listens, and opened anew for the next', async () => {
    const opened: WebSocket[] = [];
    const sockets = createMintSockets((url) => {
      const socket = createSocket(url);
      opened.push(socket);
      return socket;
    });
    const [one, other] = [listener(), listener()];
    const stops = [one, other].map((each) => sockets.follow(world.mint.url, subscription, each));
    expect(opened).toHaveLength(1);
    await vi.waitFor(() => expect(opened[0]!.readyState).toBe(1), SOON);
    stops[0]!();
    world.mint.dropSockets();
    await vi.waitFor(() => expect(other.ended).toHaveBeenCalledExactlyOnceWith({ code: 'mint-socket-closed' }), SOON);
    expect(one.ended).not.toHaveBeenCalled();
    const again = sockets.follow(world.mint.url, subscription, one);
    expect(opened).toHaveLength(2);
    await vi.waitFor(() => expect(opened[1]!.readyState).toBe(1), SOON);
    again();
    expect(opened[1]!.readyState).toBeGreaterThan(1);
  });
});
