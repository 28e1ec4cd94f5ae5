import { QueryClient } from '@tanstack/query-core';
import { expect, it } from 'vitest';
import { authorRelaysOf } from '#actors/relays/author-relays.ts';

it('is remembered once for all who ask for the relays of people, and by each app for itself', () => {
  const directory = (() => undefined) as never;
  const queryClient = new QueryClient();
  const [first, second] = [0, 1].map(() => authorRelaysOf({ directory, queryClient }));
  expect(second).toBe(first);
  expect(authorRelaysOf({ directory, queryClient: new QueryClient() })).not.toBe(first);
});
