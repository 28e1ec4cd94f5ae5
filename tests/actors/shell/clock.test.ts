import { expect, it, vi } from 'vitest';
import { checkClock } from '#actors/shell/clock.ts';
import { EVENT_MAX_FUTURE_S } from '#domain/protocol/protocol-limits.ts';

const NOW = Date.UTC(2026, 10, 26);

/** What is told where the server says that its time is so many seconds ahead. */
const told = async (ahead: number | undefined, onLine = true) => {
  const notify = vi.fn();
  const headers = ahead === undefined ? {} : { Date: new Date(NOW + ahead * 1_000).toUTCString() };
  const fetch = vi.fn(async () => new Response(null, { headers }));
  await checkClock({ browser: { fetch, navigator: { onLine } }, now: () => NOW, notify });
  return { codes: notify.mock.calls.flat(), asked: fetch.mock.calls };
};

it('says that the clock of this device is slow, where others would be dated further ahead than is taken', async () => {
  expect(await told(EVENT_MAX_FUTURE_S + 1)).toEqual({
    codes: [{ code: 'clock-slow' }],
    asked: [['/', { method: 'HEAD', cache: 'no-store' }]],
  });
  for (const ahead of [EVENT_MAX_FUTURE_S, 0, -86_400, undefined]) expect((await told(ahead)).codes).toEqual([]);
});

it('asks nobody without a network', async () => {
  expect(await told(EVENT_MAX_FUTURE_S + 1, false)).toEqual({ codes: [], asked: [] });
});
