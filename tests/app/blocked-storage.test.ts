import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getPublicKey } from 'nostr-tools/pure';
import { sealed } from '#domain/protocol/sealed.ts';
import { GROUPS } from '#src/areas/group-names.ts';
import type { GroupName } from '#machines/areas.ts';
import { fakeTime } from '#tests/support/app-time.ts';
import { MIRA, noteBy, nowSeconds, startApp, until } from '#tests/support/app-world.ts';

const [ONE, TWO] = ['wss://one.example', 'wss://two.example'];
const SECRET = '0b'.repeat(32);
const PASSPHRASE = 'a long enough passphrase';

beforeEach(() => void fakeTime());
afterEach(() => void vi.useRealTimers());

/** Where a person blocks all storage: each touch of it throws, also of its name, and no database can be opened. */
describe('the whole app where the browser keeps nothing', () => {
  const open = () => startApp({ [ONE]: [noteBy(MIRA, 'Held.', 60)], [TWO]: [] }, undefined, undefined, true);

  it('starts every group of areas', async () => {
    const { system } = open();
    for (const [group, areas] of Object.entries(GROUPS)) {
      await system.later(group as GroupName);
      const missing = areas.filter((area) => system.find(area)?.getSnapshot().status !== 'active');
      expect(missing, group).toEqual([]);
    }
    system.stop();
  });

  it('shows, logs in, says that the key is not kept, posts and follows', async () => {
    const app = open();
    const { system, relays } = app;
    await until('the note is shown', () => app.shown().includes('Held.'));
    await system.later('session');
    const login = system.find('login')!;
    login.send({
      type: 'login.secret',
      typed: sealed({ secret: SECRET, keep: true, passphrase: PASSPHRASE, confirmation: PASSPHRASE }),
    });
    await until('logged in', () => login.getSnapshot().hasTag('can sign'));
    const notice = () => system.app.getSnapshot().context.notices.at(-1)?.problem;
    // the cache tells of its own trouble, too, sooner or later
    await until('it is told', () => notice()?.code === 'key-not-saved');
    expect(notice()).toEqual({ code: 'key-not-saved', because: 'no-database' });
    await system.later('acting');
    const template = { kind: 1, created_at: nowSeconds(), tags: [], content: 'Kept by relays alone.' };
    system.acting()!.publishing.post({ what: 'note', template, targetBits: 0 });
    const have = (kind: number) => relays.every(({ published }) => published.some((event) => event.kind === kind));
    await until('published', () => have(1));
    system.find('follows')!.send({ type: 'list.edit', edit: { pubkey: getPublicKey(MIRA), wanted: true } });
    await until('followed', () => have(3));
    system.stop();
  });
});
