import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sealed } from '#domain/protocol/sealed.ts';
import { fakeTime, pass } from '#tests/support/app-time.ts';
import { MIRA, noteBy, nowSeconds, startApp, until } from '#tests/support/app-world.ts';

const [ONE, TWO] = ['wss://one.example', 'wss://two.example'];
const SECRET = '0b'.repeat(32);

beforeEach(() => void fakeTime());
afterEach(() => void vi.useRealTimers());

describe('the whole app without its views', () => {
  it('shows what relays hold, logs in, posts, and leaves nothing running behind', async () => {
    const app = startApp({
      [ONE]: [noteBy(MIRA, 'Held by both.', 60), noteBy(MIRA, 'Held by the first.', 120)],
      [TWO]: [noteBy(MIRA, 'Held by the second.', 90)],
    });
    const { system, relays, workers } = app;
    const isShown = (text: string) => app.shown().includes(text);
    await until('all is shown', () =>
      ['both', 'the first', 'the second'].every((place) => isShown(`Held by ${place}.`)),
    );
    expect(Object.values(app.connections())).toEqual(['connected', 'connected']);

    await system.later('session');
    const login = system.find('login')!;
    login.send({
      type: 'login.secret',
      typed: sealed({ secret: SECRET, keep: false, passphrase: '', confirmation: '' }),
    });
    await until('logged in', () => login.getSnapshot().hasTag('can sign'));
    expect(workers).toHaveLength(1);

    await system.later('acting');
    const template = { kind: 1, created_at: nowSeconds(), tags: [], content: 'Written without a browser.' };
    system.acting()!.publishing.post({ what: 'note', template, targetBits: 0 });
    await until('published', () => relays.every(({ published }) => published.some(({ kind }) => kind === 1)));
    await until('the own note is shown', () => isShown('Written without a browser.'));

    system.stop();
    await until('all sockets are closed', () => relays.every((relay) => relay.open() === 0));
    expect(workers.map(({ terminated }) => terminated)).toEqual([true]);
    // a frame may have been asked for just before
    await pass(1_000);
    expect(vi.getTimerCount()).toBe(0);
    expect(system.app.getSnapshot().status).toBe('stopped');
  });

  it.each([6_000, 9_000])('shows the notes of a relay that takes %i ms, which is longer than it has', async (ms) => {
    const world = startApp({ [ONE]: [noteBy(MIRA, 'Good morning', 60)] }, { kind: 'delay', ms });
    const feed = world.system.find('feed')!;
    await until('it is given up', () => feed.getSnapshot().hasTag('failed'));
    await until('its notes are shown', () => feed.getSnapshot().hasTag('live'));
    expect(world.shown()).toContain('Good morning');
    world.system.stop();
  });
});
