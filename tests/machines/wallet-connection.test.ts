import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { sealed } from '#domain/protocol/sealed.ts';
import { AUTO_CONNECT_LIMIT_MS } from '#domain/wallet/wallet-limits.ts';
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
  balanceProblem: undefined,
  budget: undefined,
  alias: '',
  walletPubkey: 'ab'.repeat(32),
  client: 'cd'.repeat(32),
  lud16: undefined,
  lud06: undefined,
  methods: [],
};
const saved: WalletWish = { kind: 'saved', id: 'w1' };
const failure = (problem: WalletProblem) => ({ type: 'xstate.error.actor.connect', error: new WalletError(problem) });
const acts = (log: string[] = []) => ({
  'drop wallet': () => void log.push('drop'),
  'set wallet aside': () => void log.push('aside'),
  'take former back': () => void log.push('back'),
  'let former go': () => void log.push('let go'),
  'forget stored': (_: unknown, { id }: { id: string }) => void log.push(`forget ${id}`),
  'remember that it was by hand': (_: unknown, { byHand }: { byHand: boolean }) => void log.push(`by hand: ${byHand}`),
});

describe('wallet connection', () => {
  it('reaches every state and transition', () => {
    const guards = {
      'former is there': ({ context }: { context: { former: unknown } }) => context.former !== undefined,
    };
    expectFullCoverage(walletConnectionMachine.provide({ actions: acts(), guards }), {
      tags: {
        disconnected: ['disconnected'],
        connecting: ['connecting'],
        connected: ['connected'],
        'connected.webln.failed': ['not ready'],
      },
      events: [
        { type: 'wallet.connect', wish: saved },
        { type: 'wallet.connect', wish: { kind: 'webln', name: 'WebLN Wallet', keep: true } },
        { type: 'wallet.disconnect' },
        { type: 'wallet.cancel' },
        { type: 'wallet.cancel', byHand: true },
        { type: 'wallet.renamed', id: 'w1', name: 'Mine' },
        { type: 'account.left' },
        { type: 'wallet.removed', id: 'w1' },
        { type: 'balance.changed', balance: 21 },
        { type: 'balance.failed', problem: { code: 'no-result', method: 'get_balance' } },
        { type: 'budget.changed', budget: { usedMsats: 1, totalMsats: 2, renewsAt: undefined } },
        { type: 'provider.ready' },
        { type: 'provider.missing' },
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
      identity: ({ attempts, wallet, former, wish, problem }) => [
        attempts,
        wallet?.kind,
        former?.kind,
        wish?.kind,
        problem?.code,
      ],
    });
  });

  const start = (answers: (() => Promise<ConnectedWallet>)[], isFormerThere = () => true) => {
    const log: string[] = [];
    const clock = new SimulatedClock();
    const silent = fromCallback(() => {}) as never;
    const machine = walletConnectionMachine.provide({
      actions: acts(log),
      guards: { 'former is there': ({ context }) => context.former !== undefined && isFormerThere() },
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
    const attempts = () => log.filter((line) => line.startsWith('attempt')).length;
    for (const tried of [1, 2, 3]) {
      await turn();
      clock.increment(1_999);
      expect(attempts()).toBe(tried);
      clock.increment(1);
    }
    await turn();
    expect(attempts()).toBe(3);
    expect(log.some((line) => line.startsWith('forget'))).toBe(false);
    expect(actor.getSnapshot()).toMatchObject({ value: 'disconnected', context: { problem: { code: 'no-relay' } } });
  });

  it('[WALLET-25] forgets a saved wallet that turned the app away, and none whose key is locked or that wants fewer requests', async () => {
    const { actor, log, turn } = start([
      fails({ code: 'service', name: 'UNAUTHORIZED', said: '' }),
      fails({ code: 'service', name: 'INTERNAL', said: '' }),
      fails({ code: 'wallet-locked' }),
      fails({ code: 'service', name: 'RATE_LIMITED', said: 'slow down' }),
    ]);
    for (const _ of ['UNAUTHORIZED', 'INTERNAL']) {
      actor.send({ type: 'wallet.connect', wish: saved });
      await turn();
      expect(log).toContain('forget w1');
      expect(actor.getSnapshot().context.useless).toBe('w1');
      log.length = 0;
    }
    for (const code of ['wallet-locked', 'service']) {
      actor.send({ type: 'wallet.connect', wish: saved });
      await turn();
      expect(actor.getSnapshot()).toMatchObject({ value: 'disconnected', context: { problem: { code } } });
      expect(actor.getSnapshot().context.useless).toBeUndefined();
    }
    expect(log.some((line) => line.startsWith('forget'))).toBe(false);
  });

  it('[WALLET-41] [WALLET-42] knows which kind of wallet could not be connected, and tells that from one that was lost', async () => {
    const { actor, turn } = start([
      fails({ code: 'worker' }),
      fails({ code: 'unknown' }),
      () => Promise.resolve(wallet),
    ]);
    const failed = () => actor.getSnapshot().context.failed;
    actor.send({ type: 'wallet.connect', wish: saved });
    await turn();
    expect(failed()).toBe('nwc');
    actor.send({ type: 'wallet.connect', wish: { kind: 'webln', name: 'x', keep: false } });
    await turn();
    expect(failed()).toBe('webln');
    actor.send({ type: 'wallet.connect', wish: saved });
    await turn();
    actor.send({ type: 'wallet.lost', problem: { code: 'worker' } });
    expect(actor.getSnapshot().context).toMatchObject({ problem: { code: 'worker' }, failed: undefined });
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

  it('that is saved and stopped by hand connects by itself no more, unless that of before is back', async () => {
    const { actor, log, turn } = start([() => new Promise(() => {}), () => Promise.resolve(wallet)]);
    const byHand = () => log.splice(0).filter((line) => line.startsWith('by hand'));
    actor.send({ type: 'wallet.connect', wish: saved });
    actor.send({ type: 'wallet.cancel', byHand: true });
    expect([actor.getSnapshot().value, byHand()]).toEqual(['disconnected', ['by hand: true']]);
    actor.send({ type: 'wallet.connect', wish: saved });
    await turn();
    expect(byHand()).toEqual(['by hand: false']);
    actor.send({ type: 'wallet.connect', wish: { kind: 'saved', id: 'w2' } });
    actor.send({ type: 'wallet.cancel', byHand: true });
    expect([actor.getSnapshot().value, byHand()]).toEqual([{ connected: 'nwc' }, []]);
    actor.send({ type: 'wallet.disconnect' });
    log.length = 0;
    for (const wish of [saved, { kind: 'webln', name: 'x', keep: false }] as const) {
      actor.send({ type: 'wallet.connect', wish });
      actor.send({ type: 'wallet.cancel', byHand: wish !== saved });
    }
    expect(byHand()).toEqual([]);
  });

  it('[NWC-18] shows no balance of before once the wallet fails to tell it, but why, until it tells again', async () => {
    const { actor, turn } = start([() => Promise.resolve(wallet)]);
    actor.send({ type: 'wallet.connect', wish: saved });
    await turn();
    actor.send({ type: 'balance.changed', balance: 21 });
    const problem: WalletProblem = { code: 'no-result', method: 'get_balance' };
    actor.send({ type: 'balance.failed', problem });
    expect(actor.getSnapshot().context.wallet).toMatchObject({ balance: undefined, balanceProblem: problem });
    actor.send({ type: 'balance.changed', balance: 20 });
    expect(actor.getSnapshot().context.wallet).toMatchObject({ balance: 20, balanceProblem: undefined });
  });

  it('[WEBLN-02] that of a browser is initial, ready or failed, and may come back', async () => {
    const { actor, turn } = start([() => Promise.resolve({ ...wallet, kind: 'webln' })]);
    actor.send({ type: 'wallet.connect', wish: { kind: 'webln', name: 'x', keep: false } });
    await turn();
    expect(actor.getSnapshot().value).toEqual({ connected: { webln: 'initial' } });
    for (const [told, state] of [
      ['ready', 'ready'],
      ['missing', 'failed'],
      ['ready', 'ready'],
    ] as const) {
      actor.send({ type: `provider.${told}` });
      expect(actor.getSnapshot().value).toEqual({ connected: { webln: state } });
    }
  });

  const other: WalletWish = { kind: 'saved', id: 'w2' };
  const connectedTo = (former: ConnectedWallet, ...answers: (() => Promise<ConnectedWallet>)[]) =>
    start([() => Promise.resolve(former), ...answers]);

  it('is that of before again when another one cannot be connected, and says why', async () => {
    const { actor, log, turn } = connectedTo(wallet, fails({ code: 'cannot-encrypt' }));
    actor.send({ type: 'wallet.connect', wish: saved });
    await turn();
    actor.send({ type: 'balance.changed', balance: 21 });
    log.length = 0;
    actor.send({ type: 'wallet.connect', wish: other });
    expect(actor.getSnapshot()).toMatchObject({ value: { connecting: 'attempting' }, context: { wallet: undefined } });
    await turn();
    expect(actor.getSnapshot()).toMatchObject({
      value: { connected: 'nwc' },
      context: {
        wallet: { ...wallet, balance: 21 },
        former: undefined,
        problem: { code: 'cannot-encrypt' },
        failed: 'nwc',
      },
    });
    expect(log).toEqual(['aside', 'attempt 1', 'back']);
    actor.send({ type: 'wallet.disconnect' });
    expect(actor.getSnapshot().context).toMatchObject({ wallet: undefined, problem: undefined });
  });

  it('is that of before again when somebody thinks better of it, also after a second wish', async () => {
    const { actor, log, turn } = connectedTo(wallet);
    actor.send({ type: 'wallet.connect', wish: saved });
    await turn();
    actor.send({ type: 'wallet.connect', wish: other });
    actor.send({ type: 'wallet.connect', wish: { kind: 'webln', name: 'x', keep: false } });
    actor.send({ type: 'wallet.cancel' });
    expect(actor.getSnapshot()).toMatchObject({ value: { connected: 'nwc' }, context: { wallet, problem: undefined } });
    expect(log.filter((line) => ['back', 'drop', 'let go'].includes(line))).toEqual(['drop', 'let go', 'back']);
  });

  it('lets that of before go once another one is connected, and when it is disconnected meanwhile', async () => {
    const second = { ...wallet, id: 'w2' };
    const { actor, log, turn } = connectedTo(wallet, () => Promise.resolve(second));
    actor.send({ type: 'wallet.connect', wish: saved });
    await turn();
    log.length = 0;
    actor.send({ type: 'wallet.connect', wish: other });
    await turn();
    expect(actor.getSnapshot().context).toMatchObject({ wallet: second, former: undefined });
    expect(log).toContain('let go');
    actor.send({ type: 'wallet.connect', wish: saved });
    actor.send({ type: 'wallet.disconnect' });
    expect(actor.getSnapshot()).toMatchObject({
      value: 'disconnected',
      context: { wallet: undefined, former: undefined },
    });
    expect(log.at(-1)).toBe('drop');
  });

  it('is none when the wallet that is connected turns away the same that was saved', async () => {
    const { actor, log, turn } = connectedTo(wallet, fails({ code: 'service', name: 'UNAUTHORIZED', said: '' }));
    actor.send({ type: 'wallet.connect', wish: saved });
    await turn();
    actor.send({ type: 'wallet.connect', wish: saved });
    await turn();
    expect(actor.getSnapshot()).toMatchObject({ value: 'disconnected', context: { problem: { code: 'service' } } });
    expect(log).toContain('forget w1');
  });

  it('is none when that of before is gone meanwhile', async () => {
    const { actor, turn } = start([() => Promise.resolve(wallet), fails({ code: 'unreadable' })], () => false);
    actor.send({ type: 'wallet.connect', wish: saved });
    await turn();
    actor.send({ type: 'wallet.connect', wish: other });
    await turn();
    expect(actor.getSnapshot()).toMatchObject({ value: 'disconnected', context: { problem: { code: 'unreadable' } } });
  });

  it('that another tab removed says so, until another one is wished or somebody else is there', async () => {
    const { actor, turn } = start([() => Promise.resolve(wallet), () => Promise.resolve(wallet)]);
    const removed = async () => {
      actor.send({ type: 'wallet.connect', wish: saved });
      await turn();
      actor.send({ type: 'wallet.removed', id: 'w1' });
      return actor.getSnapshot();
    };
    expect(await removed()).toMatchObject({ value: 'disconnected', context: { useless: 'w1', problem: undefined } });
    expect(await removed()).toMatchObject({ value: 'disconnected', context: { useless: 'w1', problem: undefined } });
    actor.send({ type: 'account.left' });
    expect(actor.getSnapshot().context.useless).toBeUndefined();
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

  it('waits no longer than two minutes for a signer that stays silent', async () => {
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
    clock.increment(AUTO_CONNECT_LIMIT_MS);
    expect([actor.getSnapshot().value, stopped]).toEqual(['waiting', 1]);
  });
});

describe('saved wallets', () => {
  it('[WALLET-36] reaches every state and transition', () => {
    expectFullCoverage(
      savedWalletsMachine.provide({ actions: { 'rename wallet': () => {}, 'stop connecting': () => {} } }),
      {
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
      },
    );
  });

  it('that are closed while one is being connected stop that, and nothing else', () => {
    let stopped = 0;
    const actor = createActor(
      savedWalletsMachine.provide({
        actors: { 'connect wallet': fromPromise(() => new Promise<void>(() => {})) },
        actions: { 'stop connecting': () => void (stopped += 1) },
      }),
    ).start();
    for (const type of ['saved.open', 'saved.close', 'saved.close'] as const) actor.send({ type });
    expect(stopped).toBe(0);
    for (const event of [{ type: 'saved.open', connected: 'w1' }, { type: 'saved.submit' }] as const) actor.send(event);
    actor.send({ type: 'saved.close' });
    expect([actor.getSnapshot().value, stopped]).toEqual(['closed', 1]);
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
