import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import { ZAP_WINDOW_MS } from '#domain/wallet/wallet-limits.ts';
import { zapReceiptsMachine } from '#machines/wallet/zap-receipts.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const ANA = 'a'.repeat(64);
const BEN = 'b'.repeat(64);

const start = (...ends: PromiseWithResolvers<void>[]) => {
  const own: string[] = [];
  let rounds = 0;
  let want = () => {};
  let login: (event: AnyEventObject) => void = () => {};
  const actor = createActor(
    zapReceiptsMachine.provide({
      actors: {
        'watch login': fromCallback(({ sendBack }) => void (login = sendBack)),
        'watch wanted zaps': fromCallback(({ sendBack }) => void (want = () => sendBack({ type: 'zaps.wanted' }))),
        'count zaps': fromPromise<void>(() => ends[rounds++]?.promise ?? Promise.resolve()),
        'confirm own zaps': fromCallback<AnyEventObject, { pubkey: string }>(({ input: { pubkey } }) => {
          own.push(`+${pubkey[0]}`);
          return () => own.push(`-${pubkey[0]}`);
        }),
      },
    }),
  ).start();
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return {
    own,
    pass,
    rounds: () => rounds,
    want: () => want(),
    logIn: (pubkey?: string) => login({ type: 'login.changed', pubkey }),
    notes: () => (actor.getSnapshot().value as { notes: string }).notes,
  };
};

describe('the chart of zap receipts', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reaches every state and transition', () =>
    expectFullCoverage(zapReceiptsMachine, {
      events: [
        { type: 'zaps.wanted' },
        ...[ANA, BEN, undefined].map((pubkey) => ({ type: 'login.changed', pubkey })),
        { type: 'xstate.after.window.zap-receipts.notes.gathering' },
        { type: 'xstate.done.actor.count zaps' },
        ...['count zaps', 'watch login', 'watch wanted zaps', 'confirm own zaps'].map((id) => ({
          type: `xstate.error.actor.${id}`,
          error: new Error('no'),
        })),
      ],
      identity: ({ pubkey, more }) => [pubkey, more],
      tags: { 'notes.counting': ['counting'] },
    }));

  it('needs every slot', async () => {
    const bare = createActor(zapReceiptsMachine).start();
    await vi.advanceTimersByTimeAsync(0);
    expect(bare.getSnapshot().value).toMatchObject({ login: 'unwatched', wishes: 'unwatched', notes: 'idle' });
    bare.send({ type: 'zaps.wanted' });
    bare.send({ type: 'login.changed', pubkey: ANA, signing: 'possible' });
    await vi.advanceTimersByTimeAsync(ZAP_WINDOW_MS);
    expect(bare.getSnapshot().value).toMatchObject({ notes: 'idle', own: { user: 'unconfirmed' } });
  });

  it('asks once for what is wanted at the same time', async () => {
    const { want, pass, rounds } = start();
    want();
    await pass(ZAP_WINDOW_MS - 1);
    want();
    expect(rounds()).toBe(0);
    await pass(1);
    expect(rounds()).toBe(1);
  });

  it('asks again for what came while it asked', async () => {
    const first = Promise.withResolvers<void>();
    const { want, pass, rounds, notes } = start(first);
    want();
    await pass(ZAP_WINDOW_MS);
    want();
    first.resolve();
    await pass(ZAP_WINDOW_MS);
    expect(rounds()).toBe(2);
    await pass(1);
    expect(notes()).toBe('idle');
  });

  it('goes on with what came meanwhile when a count fails', async () => {
    const first = Promise.withResolvers<void>();
    const { want, pass, rounds } = start(first);
    want();
    await pass(ZAP_WINDOW_MS);
    want();
    first.reject(new Error('no'));
    await pass(ZAP_WINDOW_MS);
    expect(rounds()).toBe(2);
  });

  it('confirms the zaps of whoever is logged in', () => {
    const { own, logIn } = start();
    logIn(ANA);
    logIn(ANA);
    logIn(BEN);
    logIn(undefined);
    expect(own).toEqual(['+a', '-a', '+b', '-b']);
  });
});
