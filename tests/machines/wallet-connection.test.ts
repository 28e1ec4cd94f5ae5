import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { sealed } from '#domain/protocol/sealed.ts';
import { AUTO_CONNECT_TIMEOUT_MS, WALLET_CONNECT_ATTEMPTS, WALLET_RETRY_MS } from '#domain/wallet/wallet-limits.ts';
import { WalletError, type WalletProblem } from '#domain/wallet/wallet-problem.ts';
import type { ConnectedWallet, WalletWish } from '#domain/wallet/wallet.ts';
import { autoConnectMachine } from '#machines/wallet/auto-connect.machine.ts';
import { nwcServiceMachine } from '#machines/wallet/nwc-service.machine.ts';
import { savedWalletsMachine } from '#machines/wallet/saved-wallets.machine.ts';
import { walletConnectionMachine } from '#machines/wallet/wallet-connection.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const wallet: ConnectedWallet = {
  id: 'w1',
  kind: 'nwc',
  name: 'NWC Wallet',
  balance: undefined,
  budget: undefined,
  alias: '',
  walletPubkey: 'ab'.repeat(32),
  lud16: undefined,
  lud06: undefined,
  methods: [],
};
const saved: WalletWish = { kind: 'saved', id: 'w1' };
const failure = (problem: WalletProblem) => ({ type: 'xstate.error.actor.connect', error: new WalletError(problem) });
const acts = (log: string[] = []) => ({
  'drop wallet': () => void log.push('drop'),
  'forget stored': (_: unknown, { id }: { id: string }) => void log.push(`forget ${id}`),
  'remember that it was by hand': (_: unknown, { byHand }: { byHand: boolean }) => void log.push(`by hand: ${byHand}`),
});

describe('wallet connection', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(walletConnectionMachine.provide({ actions: acts() }), {
      tags: { disconnected: ['disconnected'], connecting: ['connecting'], connected: ['connected'] },
      events: [
        { type: 'wallet.connect', wish: saved },
        { type: 'wallet.connect', wish: { kind: 'webln', name: 'WebLN Wallet', keep: true } },
        { type: 'wallet.disconnect' },
        { type: 'wallet.cancel' },
        { type: 'wallet.renamed', id: 'w1', name: 'Mine' },
        { type: 'account.left' },
        { type: 'balance.changed', balance: 21 },
        { type: 'budget.changed', budget: { usedMsats: 1, totalMsats: 2, renewsAt: undefined } },
        { type: 'wallet.lost', problem: { code: 'no-provider' } },
        { type: 'xstate.done.actor.connect', output: wallet },
        { type: 'xstate.done.actor.connect', output: { ...wallet, kind: 'webln' } },
        failure({ code: 'no-answer', ms: 5 }),
        failure({ code: 'unreadable' }),
        failure({ code: 'worker' }),
        { type: 'xstate.error.actor.account', error: new Error('no') },
        { type: 'xstate.error.actor.mind wallet', error: new Error('no') },
        { type: 'xstate.after.retry.wallet-connection.connecting.resting' },
      ],
      identity: ({ attempts, wallet, wish, problem }) => [attempts, wallet?.kind, wish?.kind, problem?.code],
    });
  });

  const start = (answers: (() => Promise<ConnectedWallet>)[]) => {
    const log: string[] = [];
    const clock = new SimulatedClock();
    const silent = fromCallback(() => {}) as never;
    const machine = walletConnectionMachine.provide({
      actions: acts(log),
      actors: {
        'watch account': silent,
        'mind wallet': silent,
        'nwc-service': nwcServiceMachine.provide({ actors: { 'watch relays': silent } }),
        connect: fromPromise(({ input: { attempt } }) => {
          log.push(`attempt ${attempt}`);
          return (answers.shift() ?? (() => new Promise<never>(() => {})))();
        }),
      },
    });
    const actor = createActor(machine, { clock }).start();
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    return { actor, clock, log, turn };
  };
  const fails = (problem: WalletProblem) => () => Promise.reject(new WalletError(problem));

  it('[WALLET-24] tries three times, two seconds apart, when the network fails, and keeps what was saved', async () => {
    const { actor, clock, log, turn } = start(Array.from({ length: 5 }, () => fails({ code: 'no-relay' })));
    actor.send({ type: 'wallet.connect', wish: saved });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await turn();
      clock.increment(WALLET_RETRY_MS);
    }
    expect(log.filter((line) => line.startsWith('attempt'))).toHaveLength(WALLET_CONNECT_ATTEMPTS);
    expect(log.some((line) => line.startsWith('forget'))).toBe(false);
    expect(actor.getSnapshot()).toMatchObject({ value: 'disconnected', context: { problem: { code: 'no-relay' } } });
  });

  it('[WALLET-25] forgets a saved wallet that turned the app away, and none whose key is locked', async () => {
    const { actor, log, turn } = start([
      fails({ code: 'service', name: 'UNAUTHORIZED', said: '' }),
      fails({ code: 'cannot-encrypt' }),
    ]);
    actor.send({ type: 'wallet.connect', wish: saved });
    await turn();
    expect(log).toContain('forget w1');
    log.length = 0;
    actor.send({ type: 'wallet.connect', wish: saved });
    await turn();
    expect(log.some((line) => line.startsWith('forget'))).toBe(false);
  });

  it('[WALLET-15] [WALLET-16] is connected with a balance; ended by hand it says so, and the next connect takes that back', async () => {
    const { actor, log, turn } = start([() => Promise.resolve(wallet), () => Promise.resolve(wallet)]);
    actor.send({ type: 'wallet.connect', wish: saved });
    await turn();
    actor.send({ type: 'balance.changed', balance: 21 });
    expect(actor.getSnapshot()).toMatchObject({ value: { connected: 'nwc' }, context: { wallet: { balance: 21 } } });
    actor.send({ type: 'wallet.disconnect' });
    expect(actor.getSnapshot()).toMatchObject({ value: 'disconnected', context: { wallet: undefined } });
    actor.send({ type: 'wallet.connect', wish: saved });
    await turn();
    expect(log.filter((line) => line.startsWith('by hand'))).toEqual([
      'by hand: false',
      'by hand: true',
      'by hand: false',
    ]);
  });

  it('holds no code: what is sealed stays so in the chart', async () => {
    const { actor, turn } = start([fails({ code: 'pairing-key' })]);
    actor.send({
      type: 'wallet.connect',
      wish: { kind: 'code', code: sealed('nostr+walletconnect://x'), name: 'x', keep: true },
    });
    await turn();
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain('walletconnect:');
  });
});

describe('nwc service', () => {
  it('[NWC-03] [NWC-04] reaches every state and transition', () => {
    expectFullCoverage(nwcServiceMachine, {
      tags: { ready: ['reachable'] },
      events: [
        { type: 'relay.connected' },
        { type: 'answers.complete' },
        { type: 'relays.disconnected' },
        { type: 'xstate.error.actor.relays', error: new Error('no') },
      ],
    });
  });
});

describe('auto-connect', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(autoConnectMachine.provide({ actions: { 'stop connecting': () => {} } }), {
      tags: { connecting: ['busy'] },
      events: [
        { type: 'occasion' },
        { type: 'xstate.error.actor.occasions', error: new Error('no') },
        { type: 'xstate.done.actor.choose wallet', output: { id: 'w1' } },
        { type: 'xstate.done.actor.choose wallet', output: undefined },
        { type: 'xstate.error.actor.choose wallet', error: new Error('no') },
        { type: 'xstate.done.actor.connect wallet', output: undefined },
        { type: 'xstate.error.actor.connect wallet', error: new Error('no') },
        { type: 'xstate.after.limit.auto-connect.connecting' },
      ],
    });
  });

  it('[WALLET-23] gives up after ten seconds', async () => {
    let stopped = 0;
    const clock = new SimulatedClock();
    const machine = autoConnectMachine.provide({
      actors: {
        'watch occasions': fromCallback(({ sendBack }) => sendBack({ type: 'occasion' })) as never,
        'choose wallet': fromPromise<{ id: string } | undefined>(async () => ({ id: 'w1' })),
        'connect wallet': fromPromise(() => new Promise<void>(() => {})),
      },
      actions: { 'stop connecting': () => void (stopped += 1) },
    });
    const actor = createActor(machine, { clock }).start();
    await new Promise((resolve) => setImmediate(resolve));
    expect(actor.getSnapshot().value).toBe('connecting');
    clock.increment(AUTO_CONNECT_TIMEOUT_MS);
    expect([actor.getSnapshot().value, stopped]).toEqual(['waiting', 1]);
  });
});

describe('saved wallets', () => {
  it('[WALLET-36] reaches every state and transition', () => {
    expectFullCoverage(savedWalletsMachine.provide({ actions: { 'rename wallet': () => {} } }), {
      tags: {
        done: ['done'],
        open: ['open'],
        'open.asking': ['asking'],
        'open.removing': ['asking', 'busy'],
        'open.connecting': ['busy'],
      },
      events: [
        { type: 'saved.open' },
        { type: 'saved.close' },
        { type: 'saved.choose', id: 'w1' },
        { type: 'saved.submit' },
        { type: 'saved.rename', id: 'w1', name: 'Mine' },
        { type: 'saved.remove', id: 'w1' },
        { type: 'saved.confirm' },
        { type: 'saved.keep' },
        ...['connect wallet', 'remove wallet'].flatMap((id) => [
          { type: `xstate.done.actor.${id}`, output: undefined },
          { type: `xstate.error.actor.${id}`, error: new WalletError({ code: 'wallet-not-found' }) },
        ]),
      ],
      identity: ({ chosen, leaving, problem }) => [chosen, leaving, problem?.code],
    });
  });

  it('[WALLET-37] asks for a choice', () => {
    const actor = createActor(savedWalletsMachine).start();
    actor.send({ type: 'saved.open' });
    actor.send({ type: 'saved.submit' });
    expect(actor.getSnapshot().context.problem).toEqual({ code: 'none-chosen' });
  });

  it('begin with the one that is connected', () => {
    const actor = createActor(savedWalletsMachine).start();
    actor.send({ type: 'saved.open', connected: 'w1' });
    expect(actor.getSnapshot().context.chosen).toBe('w1');
    for (const event of [{ type: 'saved.close' }, { type: 'saved.open' }] as const) actor.send(event);
    expect(actor.getSnapshot().context.chosen).toBeUndefined();
  });
});
