import 'fake-indexeddb/auto';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notificationsKey, type Notification } from '#domain/notifications/notifications.ts';
import { threadKey, type ThreadData } from '#domain/cache/query-keys.ts';
import { NOTIFICATIONS_LIMIT } from '#domain/notifications/notifications-limits.ts';
import { sealed } from '#domain/protocol/sealed.ts';
import { THREAD_REPLIES_LIMIT } from '#domain/thread/thread-limits.ts';
import { DAY, SECOND } from '#domain/units.ts';
import { fakeTime } from '#tests/support/app-time.ts';
import { MIRA, noteBy, nowSeconds, startApp, until } from '#tests/support/app-world.ts';

const SECRET = '0b'.repeat(32);
const SELF = getPublicKey(new Uint8Array(32).fill(11));

beforeEach(() => void fakeTime());
afterEach(() => void vi.useRealTimers());

it('shows a feed, a thread and notifications to whose top a relay puts as much dated ahead as is asked for', async () => {
  const note = noteBy(MIRA, 'A good note.', 120);
  const reply = (content: string, created_at: number) =>
    finalizeEvent(
      {
        kind: 1,
        tags: [
          ['e', note.id, '', 'root'],
          ['p', SELF],
        ],
        content,
        created_at,
      },
      MIRA,
    );
  const good = reply('A good answer.', nowSeconds() - 60);
  const most = Math.max(THREAD_REPLIES_LIMIT, NOTIFICATIONS_LIMIT);
  const ahead = reply('Dated ahead.', nowSeconds() + DAY / SECOND);
  // a date is looked at before a signature
  const spam = Array.from({ length: most }, (_, number) => ({ ...ahead, id: number.toString(16).padStart(64, '0') }));
  const { system, shown } = startApp({ 'wss://one.example': [note, good, ...spam] });
  await until('the feed has the note', () => shown().includes('A good note.'));

  const { queryClient } = system;
  await system.later('reading');
  system.find('thread')!.send({ type: 'thread.open', id: note.id, relays: [] });
  const replies = () => JSON.stringify(queryClient.getQueryData<ThreadData | null>(threadKey(note.id)) ?? '');
  await until('the thread has the answer', () => replies().includes('A good answer.'));

  await system.later('session');
  const typed = sealed({ secret: SECRET, keep: false, passphrase: '', confirmation: '' });
  system.find('login')!.send({ type: 'login.secret', typed });
  await system.later('acting');
  const told = () => queryClient.getQueryData<readonly Notification[]>(notificationsKey(SELF)) ?? [];
  await until('the answer is told', () => told().some(({ deed }) => deed === good.id));
  expect(shown() + replies() + JSON.stringify(told())).not.toContain('Dated ahead.');
  system.stop();
});

it('says that the clock of this device is slow, for what is new is dated ahead then', async () => {
  const { system, browser } = startApp({ 'wss://one.example': [] });
  const told = () => system.app.getSnapshot().context.notices.map(({ problem }) => problem.code);
  Object.assign(browser, {
    fetch: async () => new Response(null, { headers: { Date: new Date(Date.now() + 3_600_000).toUTCString() } }),
  });
  await system.later('shell');
  await until('it is said', () => told().includes('clock-slow'));
  system.stop();
});
