import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { createReadingSlots, type ReadingDeps } from '#actors/ecash/wallet/reading-slots.ts';
import type { Filter } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';

const NOW_S = 1_700_000_000;
const ANNA = 'a'.repeat(64);

it('[WEV-08] hears of deletions also where they do not name the kinds of what they delete', () => {
  const asked: Filter[] = [];
  const reader = { deps: { now: () => NOW_S * 1000 } } as unknown as ReturnType<ReadingDeps['reader']>;
  const slots = createReadingSlots({
    reader: () => ({ ...reader, keys: { learn: () => {} } }) as never,
    signer: () => undefined,
    requests: {
      fetch: () => new Promise(() => {}),
      watch({ filters }) {
        asked.push(...filters);
        return () => {};
      },
    },
    relays: () => ['wss://one.example'],
    onRelays: () => () => {},
  });
  const watching = createActor(slots['watch relays'], { input: { pubkey: ANNA } }).start();
  const any = asked.filter(({ kinds, ...filter }) => kinds?.includes(KIND.deletion) && !filter['#k']);
  expect(any).toMatchObject([{ authors: [ANNA] }]);
  // those of the past are asked for by their kinds alone: somebody may have deleted very much else
  expect(any[0]!.since).toBeGreaterThan(NOW_S - 86_400);
  watching.stop();
});
