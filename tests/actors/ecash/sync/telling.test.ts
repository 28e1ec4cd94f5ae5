import { describe, expect, it, vi } from 'vitest';
import { WALLET_UNREAD_AGAIN_MS } from '#domain/ecash/ecash-limits.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { parseHistory } from '#domain/ecash/events/history-event.ts';
import { tellRelays } from '#actors/ecash/sync/telling.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { openLife } from '#tests/support/crash-points.ts';
import { happened, outboxWorld } from '#tests/support/outbox-world.ts';

it('[WEV-10] tells what is to be told side by side: a relay that does not answer is waited for once', async () => {
  const world = await outboxWorld();
  await world.useWallet();
  await world.ledger.change(happened('1', 'deposit', { made: ['a'.repeat(66)] }));
  const silence = Promise.withResolvers<void>();
  const asked: number[] = [];
  const deps = world.depsOf(openLife());
  const telling = tellRelays(
    {
      ...deps,
      publish: async (event, relays, options) => {
        asked.push(event.kind);
        await silence.promise;
        return deps.publish(event, relays, options);
      },
    },
    true,
    new AbortController().signal,
  );
  // what has to be there before something is deleted is among them: nothing else may be made yet
  await vi.waitFor(() => expect(asked).toEqual([7_375, 17_375, 375, 30_078]));
  silence.resolve();
  expect(await telling).toBe('told');
  expect(asked.at(-1)).toBe(7_376);
});

it('[WEV-06] what happened names the token events that relays have, not one that was replaced before any relay took it', async () => {
  const world = await outboxWorld();
  await world.useWallet();
  const [early, late] = ['a'.repeat(66), 'b'.repeat(66)];
  for (const relay of world.relays) relay.way = ({ kind }) => (kind === 7_375 ? 'refuses' : 'takes');
  await world.ledger.change(happened('1', 'deposit', { made: [early] }));
  await world.tell(true, openLife()).catch(() => {});
  for (const relay of world.relays) relay.way = () => 'takes';
  await world.ledger.change(happened('2', 'melt', { used: [early], made: [late] }));
  await world.tell(true, openLife());
  const on = [...world.relays[0]!.events.values()];
  const history = on.filter(({ kind }) => kind === 7_376).map((event) => parseHistory(world.plain(event), event.tags));
  expect(history.find(({ direction }) => direction === 'in')).toMatchObject({ created: [] });
  expect(history.find(({ direction }) => direction === 'out')).toMatchObject({
    created: on.filter(({ kind }) => kind === 7_375).map(({ id }) => id),
  });
});

describe('a newest wallet event that cannot be read', () => {
  /** Everything is to be told, and relays have such an event; gives how often whoever signs was asked to open it. */
  const open = async (content: string) => {
    const world = await outboxWorld();
    const strange = fakeEvent({ id: hex(9), kind: 17_375, created_at: 1, content });
    for (const { events } of world.relays) events.set(strange.id, strange);
    await world.useWallet();
    await world.ledger.change(happened('1', 'deposit', { made: ['a'.repeat(66)] }));
    const deps = world.depsOf(openLife());
    let [asked, later] = [0, 0];
    const signer = () => {
      const found = deps.signer();
      if (!found?.nip44) return found;
      const decrypt = async (...args: Parameters<typeof found.nip44.decrypt>) => {
        if (args[1] === content) asked += 1;
        return found.nip44!.decrypt(...args);
      };
      return { ...found, nip44: { ...found.nip44, decrypt } };
    };
    const readWalletEvent = vi.fn(deps.core.readWalletEvent);
    const tell = () =>
      tellRelays(
        { ...deps, signer, now: () => deps.now() + later, core: { ...deps.core, readWalletEvent } },
        true,
        new AbortController().signal,
      );
    const kindsOn = () => [...world.relays[0]!.events.values()].map(({ kind }) => kind).toSorted((a, b) => a - b);
    return { world, strange, tell, kindsOn, readWalletEvent, asked: () => asked, wait: (ms: number) => (later += ms) };
  };

  it('stops nothing else, is not written over, and is not asked for again and again', async () => {
    const { world, strange, tell, kindsOn, asked, wait } = await open('of another key');
    expect(await tell()).toBe('short');
    expect(kindsOn()).toEqual([7_375, 7_376, 17_375]);
    expect(world.relays[0]!.events.get(strange.id)).toBe(strange);
    expect(await tell()).toBe('short');
    expect(asked()).toBe(1);
    wait(WALLET_UNREAD_AGAIN_MS);
    expect(await tell()).toBe('short');
    expect(asked()).toBe(2);
    // another one replaced it
    for (const { events } of world.relays) events.delete(strange.id);
    expect(await tell()).toBe('told');
    expect(kindsOn()).toEqual([375, 7_375, 7_376, 17_375, 30_078]);
  });

  it('stops nothing else where it makes no sense; that the worker died says nothing of it', async () => {
    const world = await outboxWorld();
    const { nip44, pubkey } = world.depsOf(openLife()).signer()!;
    const { strange, tell, kindsOn, readWalletEvent, ...other } = await open(await nip44!.encrypt(pubkey, '{}'));
    readWalletEvent.mockRejectedValueOnce(new EcashError({ code: 'ecash-worker' }));
    await expect(tell()).rejects.toMatchObject({ problem: { code: 'ecash-worker' } });
    readWalletEvent.mockRejectedValue(new EcashError({ code: 'event-unreadable' }));
    expect(await tell()).toBe('short');
    expect(kindsOn()).toEqual([7_375, 7_376, 17_375]);
    expect(other.world.relays[0]!.events.get(strange.id)).toBe(strange);
  });

  it('is asked for once the key is unlocked', async () => {
    const { world, tell, asked } = await open('of another key');
    world.lock(true);
    await expect(tell()).rejects.toMatchObject({ problem: { code: 'event-unsigned' } });
    world.lock(false);
    expect(await tell()).toBe('short');
    expect(asked()).toBe(1);
  });
});
