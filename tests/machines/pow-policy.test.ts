import { QueryClient } from '@tanstack/query-core';
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { defineWatchPowChoice, defineWatchRequirements } from '#actors/pow/policy.ts';
import { readBits, targetBits, type PowChoice } from '#domain/pow/pow-policy.ts';
import { relayInfoKey } from '#domain/relays/relay-info.ts';
import { powPolicyMachine } from '#machines/pow/pow-policy.machine.ts';
import { createPowChoice } from '#store/pow/pow-choice.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';
import { areasOf } from '#tests/support/areas.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const silent = fromCallback(() => {});
const off: PowChoice = { enabled: false, bits: undefined };

const start = (input: PowChoice = off) => {
  const remembered: PowChoice[] = [];
  const actor = createActor(
    powPolicyMachine.provide({
      actors: { 'watch choice': silent, 'watch requirements': silent },
      actions: { 'remember choice': (_, choice) => void remembered.push(choice) },
    }),
    { input },
  ).start();
  return { actor, remembered };
};

describe('the policy of proof of work', () => {
  it('takes every path', () => {
    expectFullCoverage(powPolicyMachine.provide({ actions: { 'remember choice': () => {} } }), {
      tags: { 'work.on': ['on'] },
      inputs: [off, { enabled: true, bits: 20 }],
      events: [
        { type: 'choice.changed', enabled: true, bits: 12 },
        { type: 'choice.changed', ...off },
        { type: 'requirement.changed', bits: 18 },
        { type: 'policy.enable' },
        { type: 'policy.disable' },
        { type: 'policy.choose', bits: 22 },
        { type: 'policy.write', bits: 9 },
        { type: 'xstate.error.actor.choice', error: new Error('no') },
        { type: 'xstate.error.actor.requirements', error: new Error('no') },
      ],
      identity: ({ bits, written, required }) => [bits, written, required],
    });
  });

  it('[POW-01] is switched on and off, and remembers', () => {
    const { actor, remembered } = start();
    expect(actor.getSnapshot().hasTag('on')).toBe(false);
    actor.send({ type: 'policy.enable' });
    actor.send({ type: 'policy.choose', bits: 21 });
    expect(actor.getSnapshot().hasTag('on')).toBe(true);
    actor.send({ type: 'policy.disable' });
    expect(actor.getSnapshot().hasTag('on')).toBe(false);
    expect(remembered).toEqual([
      { enabled: true, bits: undefined },
      { enabled: true, bits: 21 },
      { enabled: false, bits: 21 },
    ]);
  });

  it('what was chosen last counts for what is written: while writing, or in the settings since', () => {
    const { actor, remembered } = start();
    const written = () => actor.getSnapshot().context.written;
    actor.send({ type: 'policy.write', bits: 20 });
    expect([written(), actor.getSnapshot().hasTag('on')]).toEqual([20, false]);
    expect(remembered.at(-1)).toEqual({ enabled: false, bits: undefined, written: 20 });
    actor.send({ type: 'policy.enable' });
    expect(written()).toBeUndefined();
    actor.send({ type: 'policy.write', bits: 0 });
    expect(remembered.at(-1)).toEqual({ enabled: true, bits: undefined, written: 0 });
    actor.send({ type: 'policy.choose', bits: 18 });
    expect(remembered.at(-1)).toEqual({ enabled: true, bits: 18, written: undefined });
  });

  it('takes no number while it is off', () => {
    const { actor, remembered } = start();
    actor.send({ type: 'policy.choose', bits: 21 });
    expect(remembered).toEqual([]);
  });
});

describe('the bits to mine', () => {
  it('[POW-01] [POW-06] are 16 without a choice, and none while it is off', () => {
    expect(targetBits({ enabled: true, bits: undefined }, 0)).toBe(16);
    expect(targetBits(off, 20)).toBe(0);
  });

  it('[POW-08] [POW-09] are as many as the user or a relay wants, but 24 at most', () => {
    expect(targetBits({ enabled: true, bits: 20 }, 0)).toBe(20);
    expect(targetBits({ enabled: true, bits: 12 }, 18)).toBe(18);
    expect(targetBits({ enabled: true, bits: 30 }, 0)).toBe(24);
    expect(targetBits({ enabled: true, bits: undefined }, 40)).toBe(24);
  });

  it('[POW-03] [POW-08] are a whole number from 1 to 24', () => {
    expect(['1', 24, '16', '99'].map(readBits)).toEqual([1, 24, 16, 24]);
    expect(['0', '-3', '1.5', '', 'many', null, undefined, Number.NaN].map(readBits)).toEqual(Array(8).fill(undefined));
  });
});

describe('the choice in the storage', () => {
  it("[POW-04] [POW-05] is under 'powTargetBits' and 'powEnabled', where '1' and 'true' mean on", () => {
    const read = (values: Record<string, string>) =>
      createPowChoice({ storage: fakeStorage(values), window: new EventTarget() }).get();
    expect(read({ powEnabled: '1', powTargetBits: '20' })).toEqual({ enabled: true, bits: 20 });
    expect(read({ powEnabled: 'true' })).toEqual({ enabled: true, bits: undefined });
    expect(read({ powEnabled: 'false', powTargetBits: 'x' })).toEqual(off);
    expect(read({})).toEqual(off);
    expect(read({ powWrittenBits: '0' })).toEqual({ ...off, written: 0 });
    const storage = fakeStorage({});
    createPowChoice({ storage, window: new EventTarget() }).set({ enabled: true, bits: 18 });
    expect([storage.getItem('powEnabled'), storage.getItem('powTargetBits')]).toEqual(['true', '18']);
  });

  it('comes over from another tab', () => {
    const [storage, window] = [fakeStorage({}), new EventTarget()];
    const store = createPowChoice({ storage, window });
    const machine = powPolicyMachine.provide({
      actors: { 'watch choice': defineWatchPowChoice(store), 'watch requirements': silent },
    });
    const actor = createActor(machine, { input: off }).start();
    storage.setItem('powEnabled', '1');
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'powEnabled' }));
    expect(actor.getSnapshot().hasTag('on')).toBe(true);
    actor.stop();
  });
});

describe('what relays ask for', () => {
  it('[POW-09] is the highest of those that are written to', async () => {
    const queryClient = new QueryClient();
    const entries = [
      { url: 'wss://a.example', permission: 'readwrite' },
      { url: 'wss://b.example', permission: 'write' },
      { url: 'wss://c.example', permission: 'read' },
    ];
    const directory = () => ({
      getSnapshot: () => ({ context: { entries } }),
      subscribe: () => ({ unsubscribe() {} }),
    });
    const { follow } = areasOf({ 'relay-directory': directory() as never });
    const asked: number[] = [];
    const machine = powPolicyMachine.provide({
      actors: {
        'watch choice': silent,
        'watch requirements': defineWatchRequirements({ queryClient, directory: directory as never, follow }),
      },
    });
    const actor = createActor(machine, { input: off }).start();
    actor.subscribe(({ context }) => void asked.push(context.required));
    queryClient.setQueryData(relayInfoKey('wss://a.example'), { pow: 12 });
    queryClient.setQueryData(relayInfoKey('wss://b.example'), { pow: 20 });
    queryClient.setQueryData(relayInfoKey('wss://c.example'), { pow: 30 });
    await vi.waitFor(() => expect(asked.at(-1)).toBe(20));
    actor.stop();
  });
});
