import { expect, it, vi } from 'vitest';
import { oneAtATime } from '#domain/one-at-a-time.ts';

it('does it again for who wanted it while it failed', async () => {
  let begun = 0;
  const failures: (() => void)[] = [];
  const act = oneAtATime(async () => {
    begun += 1;
    if (begun > 1) return;
    await new Promise<void>((resolve) => failures.push(resolve));
    throw new Error('lost');
  });
  const caught = vi.fn();
  process.once('unhandledRejection', caught);
  act();
  act();
  failures.shift()!();
  await vi.waitFor(() => expect(caught).toHaveBeenCalled());
  expect(begun).toBe(2);
});

it('does something again for all who wanted it meanwhile, and never twice at once', async () => {
  let [begun, running, most] = [0, 0, 0];
  const endings: (() => void)[] = [];
  const act = oneAtATime(async () => {
    begun += 1;
    most = Math.max(most, (running += 1));
    await new Promise<void>((resolve) => endings.push(resolve));
    running -= 1;
  });
  const end = async () => {
    endings.shift()!();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  act();
  act();
  act();
  expect(begun).toBe(1);
  await end();
  expect(begun).toBe(2);
  await end();
  expect(begun).toBe(2);
  act();
  await end();
  expect([begun, most]).toEqual([3, 1]);
});
