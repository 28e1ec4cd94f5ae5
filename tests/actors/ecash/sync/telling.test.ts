import { expect, it, vi } from 'vitest';
import { parseHistory } from '#domain/ecash/events/history-event.ts';
import { tellRelays } from '#actors/ecash/sync/telling.ts';
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
