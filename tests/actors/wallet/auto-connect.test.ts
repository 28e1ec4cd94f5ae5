import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock, toPromise } from 'xstate';
import {
  AUTO_CONNECT_LIMIT_MS,
  NWC_TIMEOUT_MS,
  WALLET_CONNECT_ATTEMPTS,
  WALLET_RETRY_MS,
} from '#domain/wallet/wallet-limits.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import type { ConnectedWallet, WalletWish } from '#domain/wallet/wallet.ts';
import { defineConnectSaved } from '#actors/wallet/auto-connect.ts';
import { autoConnectMachine } from '#machines/wallet/auto-connect.machine.ts';
import { nwcServiceMachine } from '#machines/wallet/nwc-service.machine.ts';
import { walletConnectionMachine } from '#machines/wallet/wallet-connection.machine.ts';

const walletOf = (id: string | undefined): ConnectedWallet => ({
  id,
  kind: 'nwc',
  name: id ?? 'not kept',
  balance: undefined,
  balanceProblem: undefined,
  budget: undefined,
  alias: '',
  walletPubkey: 'ab'.repeat(32),
  client: 'cd'.repeat(32),
  lud16: undefined,
  lud06: undefined,
  methods: [],
});

const silent = fromCallback(() => {}) as never;
const turn = () => new Promise((resolve) => setImmediate(resolve));
const byHand: WalletWish = { kind: 'webln', name: 'by hand', keep: false };

type Answer = () => Promise<ConnectedWallet>;
const never: Answer = () => new Promise(() => {});
const refuses: Answer = () => Promise.reject(new WalletError({ code: 'service', name: 'INTERNAL', said: '' }));
const is =
  (id?: string): Answer =>
  () =>
    Promise.resolve(walletOf(id));

/** The connection, where each wish is answered as it is named: by its id, or 'webln'. */
const setUp = (answers: Readonly<Record<string, Answer>>, clock = new SimulatedClock()) => {
  const connection = createActor(
    walletConnectionMachine.provide({
      actors: {
        'watch account': silent,
        'mind wallet': silent,
        'nwc-service': nwcServiceMachine.provide({ actors: { 'watch relays': silent } }),
        connect: fromPromise(({ input: { wish } }) => answers[wish?.kind === 'saved' ? wish.id : 'webln']!()),
      },
      guards: { 'former is there': ({ context }) => context.former !== undefined },
      actions: {
        'drop wallet': () => {},
        'set wallet aside': () => {},
        'take former back': () => {},
        'let former go': () => {},
        'forget stored': () => {},
        'remember that it was by hand': () => {},
      },
    }),
    { clock },
  ).start();
  const connectSaved = defineConnectSaved(
    () => connection,
    (id) => (id === 'w' ? 'webln' : 'nwc'),
  );
  /** how that ended: the code of what went wrong, or undefined */
  const connect = async (id: string): Promise<string | undefined> => {
    const connecting = createActor(connectSaved, { input: { id } }).start();
    return toPromise(connecting).then(
      () => undefined,
      (error: unknown) => (error as WalletError).problem.code,
    );
  };
  return { connection, connectSaved, connect };
};

describe('connecting a saved wallet', () => {
  it('[WALLET-40] that fails while another one was being connected is no success because that of before is back', async () => {
    const { connection, connect } = setUp({ a: is('a'), b: never, c: refuses });
    expect(await connect('a')).toBeUndefined();
    const left = connect('b');
    expect(await connect('c')).toBe('service');
    expect(await left).toBe('cancelled');
    expect(connection.getSnapshot()).toMatchObject({
      value: { connected: 'nwc' },
      context: { wallet: { id: 'a' }, problem: { code: 'service' } },
    });
  });

  it('[WALLET-40] fails where the one that is connected cannot be connected once more', async () => {
    let answer = is('a');
    const { connect } = setUp({ a: () => answer() });
    expect(await connect('a')).toBeUndefined();
    answer = refuses;
    expect(await connect('a')).toBe('service');
  });

  it('[WALLET-42] says which kind of wallet it was that cannot be connected', async () => {
    const { connection, connect } = setUp({ w: refuses, c: refuses });
    await connect('w');
    expect(connection.getSnapshot().context.failed).toBe('webln');
    await connect('c');
    expect(connection.getSnapshot().context.failed).toBe('nwc');
  });

  it('[WALLET-23] [WALLET-24] by itself is tried three times when the wallet says nothing, and then says so', async () => {
    const clock = new SimulatedClock();
    let asked = 0;
    const silentWallet = () =>
      new Promise<never>((_, reject) => {
        asked += 1;
        clock.setTimeout(() => reject(new WalletError({ code: 'no-answer', ms: NWC_TIMEOUT_MS })), NWC_TIMEOUT_MS);
      });
    const { connection, connectSaved } = setUp({ a: silentWallet }, clock);
    const auto = createActor(
      autoConnectMachine.provide({
        actors: {
          'watch occasions': fromCallback(({ sendBack }) => sendBack({ type: 'occasion' })) as never,
          'choose wallet': fromPromise<{ id: string } | undefined>(async () => ({ id: 'a' })),
          'connect wallet': connectSaved,
        },
        actions: { 'stop connecting': () => connection.send({ type: 'wallet.cancel' }) },
      }),
      { clock },
    ).start();
    for (let attempt = 0; attempt < WALLET_CONNECT_ATTEMPTS; attempt += 1) {
      await turn();
      clock.increment(NWC_TIMEOUT_MS);
      await turn();
      clock.increment(WALLET_RETRY_MS);
    }
    await turn();
    expect([asked, auto.getSnapshot().value]).toEqual([WALLET_CONNECT_ATTEMPTS, 'waiting']);
    expect(connection.getSnapshot()).toMatchObject({
      value: 'disconnected',
      context: { problem: { code: 'no-answer', ms: 10_000 }, failed: 'nwc' },
    });
  });

  it('by itself ends no connect that somebody wished meanwhile', async () => {
    const { connection, connectSaved } = setUp({ a: never, webln: never });
    const clock = new SimulatedClock();
    const auto = createActor(
      autoConnectMachine.provide({
        actors: {
          'watch occasions': fromCallback(({ sendBack }) => sendBack({ type: 'occasion' })) as never,
          'choose wallet': fromPromise<{ id: string } | undefined>(async () => ({ id: 'a' })),
          'connect wallet': connectSaved,
        },
        actions: { 'stop connecting': () => connection.send({ type: 'wallet.cancel' }) },
      }),
      { clock },
    ).start();
    await turn();
    expect(auto.getSnapshot().value).toBe('connecting');
    clock.increment(AUTO_CONNECT_LIMIT_MS - 1);
    connection.send({ type: 'wallet.connect', wish: byHand });
    await turn();
    clock.increment(1);
    expect(auto.getSnapshot().value).toBe('waiting');
    expect(connection.getSnapshot()).toMatchObject({ value: { connecting: 'attempting' }, context: { wish: byHand } });
  });
});
