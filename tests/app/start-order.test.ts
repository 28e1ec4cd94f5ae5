import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeTime, pass } from '#tests/support/app-time.ts';
import { MIRA, noteBy, startApp, until } from '#tests/support/app-world.ts';

const URL = 'wss://one.example';

beforeEach(() => void fakeTime());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the order in which the app starts', () => {
  it('starts what the first notes do without after them', async () => {
    const app = startApp({ [URL]: [noteBy(MIRA, 'Read first.', 60)] }, { kind: 'delay', ms: 2_000 });
    const acts = () => app.system.find('publish-desk') !== undefined;
    await pass(1_500);
    expect(acts()).toBe(false);
    await until('the note is shown', () => app.shown().includes('Read first.'));
    expect(acts()).toBe(false);
    await until('what acts has started', acts, 2_000);
    app.system.stop();
  });

  it('does not wait for ever for a relay that says nothing', async () => {
    const app = startApp({ [URL]: [] }, { kind: 'silence' });
    await pass(4_000);
    expect(app.system.find('publish-desk')).toBeUndefined();
    await until('what acts has started', () => app.system.find('publish-desk') !== undefined, 2_000);
    app.system.stop();
    await pass(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('opens no database before the first notes of a first visit', async () => {
    const open = vi.spyOn(indexedDB, 'open');
    const app = startApp({ [URL]: [noteBy(MIRA, 'Read first.', 60)] });
    await until('the note is shown', () => app.shown().includes('Read first.'));
    expect(open).not.toHaveBeenCalled();
    app.system.stop();
  });
});
