import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { connectionHints, isStandalone, openStorage, watchOnline } from '#actors/shell/browser.ts';
import { defineLastRoute, type LastRouteDeps } from '#actors/shell/last-route.ts';
import { createScrollMemory } from '#actors/shell/scroll-memory.ts';
import { defineSplash, msSincePaint, splashInput, type SplashDeps } from '#actors/shell/splash.ts';
import { followTheme, type ThemeDeps } from '#actors/shell/theme.ts';
import { LAST_ROUTE_WINDOW_MS, SCROLL_SAVE_DEBOUNCE_MS } from '#domain/shell/shell-limits.ts';
import { lastRouteMachine } from '#machines/shell/last-route.machine.ts';
import { splashMachine } from '#machines/shell/splash.machine.ts';
import { createPreferences } from '#store/settings/preferences.ts';
import { blockedStorage, fakeStorage } from '#tests/support/fake-storage.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('last route', () => {
  const NOW = 1_700_000_000_000;
  const opening = async (deps: Partial<LastRouteDeps>, saved?: { path: string; savedAt: number }) => {
    const opened: string[] = [];
    const storage = fakeStorage(saved ? { lastRouteInfo: JSON.stringify(saved) } : {});
    let show: (path: string) => void = () => {};
    const slots = defineLastRoute({
      storage,
      start: { standalone: true, pathname: '/', search: '', hash: '' },
      now: () => NOW,
      open: (path) => void opened.push(path),
      watch: (listener) => {
        show = listener;
        return () => {};
      },
      ...deps,
    });
    createActor(lastRouteMachine.provide(slots)).start();
    await vi.advanceTimersByTimeAsync(0);
    return { opened, storage, show: (path: string) => show(path) };
  };
  const recent = { path: '/about', savedAt: NOW - LAST_ROUTE_WINDOW_MS + 1 };
  const root = { standalone: true, pathname: '/', search: '', hash: '' };

  it('[PWA-15] saves path and savedAt under lastRouteInfo', async () => {
    const { show, storage } = await opening({});
    show('/search');
    expect(JSON.parse(storage.getItem('lastRouteInfo')!)).toEqual({ path: '/search', savedAt: NOW });
  });

  it('neither saves nor opens a path with a secret key in it', async () => {
    const path = `/npub/nsec1${'q'.repeat(58)}`;
    const { show, storage, opened } = await opening({}, { ...recent, path });
    expect(opened).toEqual([]);
    show(path);
    show('/about');
    show(encodeURIComponent(path));
    expect(storage.getItem('lastRouteInfo')).toContain('/about');
  });

  it('[PWA-16] opens the last route again when the installed app starts at the bare root', async () => {
    expect((await opening({}, recent)).opened).toEqual(['/about']);
    expect((await opening({}, { ...recent, savedAt: NOW - LAST_ROUTE_WINDOW_MS })).opened).toEqual([]);
  });

  it('[PWA-17] [PWA-18] [PWA-19] stays at a query, a hash or another path', async () => {
    for (const start of [
      { ...root, search: '?thread=1' },
      { ...root, hash: '#x' },
      { ...root, pathname: '/note/note1' },
      { ...root, pathname: '/npub/npub1' },
      { ...root, pathname: '/create' },
      { ...root, search: '?note=1' },
      { ...root, search: '?action=new' },
    ])
      expect((await opening({ start }, recent)).opened).toEqual([]);
  });

  it('[PWA-20] stays where it is in a browser tab', async () => {
    expect((await opening({ start: { ...root, standalone: false } }, recent)).opened).toEqual([]);
  });

  it('does without a storage', async () => {
    const { show, opened } = await opening({ storage: blockedStorage() });
    show('/about');
    expect(opened).toEqual([]);
    expect(openStorage(() => blockedStorage())).toBeUndefined();
  });
});

/** A page on which notes come to stand. */
const fakePage = () => {
  let heard: (() => void) | undefined;
  const page = {
    notes: 0,
    hasNote: () => page.notes > 0,
    watch: (onChange: () => void) => {
      heard = onChange;
      return () => void (heard = undefined);
    },
    change: () => heard?.(),
    watched: () => heard !== undefined,
  };
  return page;
};

describe('splash', () => {
  const splash = (deps: Partial<SplashDeps> = {}) => {
    const session = fakeStorage();
    const element = { classList: { add: vi.fn() }, remove: vi.fn() };
    const window = new EventTarget();
    const page = fakePage();
    const all = { session, element: element as never, page, window, standalone: false, paintedMs: () => 0, ...deps };
    const actor = createActor(splashMachine.provide(defineSplash(all)), { input: splashInput(all) }).start();
    return { actor, session, element, window, page };
  };

  it('[PWA-12] steps behind the first note, once, also when it was there before', () => {
    const { actor, element, page } = splash();
    page.change();
    expect(actor.getSnapshot().hasTag('behind')).toBe(false);
    page.notes = 1;
    page.change();
    expect(actor.getSnapshot().hasTag('behind')).toBe(true);
    expect(page.watched()).toBe(false);
    expect(element.classList.add.mock.calls).toEqual([['splash--behind']]);
    const there = Object.assign(fakePage(), { notes: 1 });
    expect(splash({ page: there }).actor.getSnapshot().hasTag('behind')).toBe(true);
    expect(there.watched()).toBe(false);
  });

  it('[PWA-13] is shown once per session', () => {
    const { session, actor } = splash();
    expect(session.getItem('splash-shown')).not.toBeNull();
    expect(actor.getSnapshot().hasTag('shown')).toBe(true);
    const { actor: second, element } = splash({ session });
    expect(second.getSnapshot().hasTag('shown')).toBe(false);
    expect(element.remove).toHaveBeenCalledOnce();
  });

  it('[PWA-14] is shown in the installed app only while it is being updated, once', () => {
    expect(splash({ standalone: true }).actor.getSnapshot().value).toBe('gone');
    const session = fakeStorage({ 'app-updating': '1' });
    expect(splash({ standalone: true, session }).actor.getSnapshot().hasTag('shown')).toBe(true);
    expect(splash({ standalone: true, session }).actor.getSnapshot().value).toBe('gone');
    expect(session.getItem('splash-shown')).toBeNull();
  });

  it.each(['pointerdown', 'keydown'])('goes at a %s', (type) => {
    const { actor, window, element } = splash();
    window.dispatchEvent(new Event(type));
    expect(actor.getSnapshot().matches('fading')).toBe(true);
    expect(element.classList.add).toHaveBeenCalledWith('splash--fading');
    vi.runAllTimers();
    expect(element.remove).toHaveBeenCalledOnce();
  });

  it('is shown without a storage too', () => {
    expect(splash({ session: undefined }).actor.getSnapshot().hasTag('shown')).toBe(true);
  });

  it('knows how long something is painted', () => {
    const record = (...times: number[]) => ({
      getEntriesByType: () => times.map((startTime) => ({ startTime })) as PerformanceEntryList,
      now: () => 700,
    });
    expect(msSincePaint(record(200, 300))).toBe(400);
    expect(msSincePaint(record())).toBe(0);
  });
});

describe('scroll memory', () => {
  it('[PWA-21] saves the position per path after 100 ms without a change', () => {
    const session = fakeStorage();
    const memory = createScrollMemory({ session });
    memory.keep('/about', 10);
    vi.advanceTimersByTime(SCROLL_SAVE_DEBOUNCE_MS - 1);
    memory.keep('/about', 20);
    vi.advanceTimersByTime(SCROLL_SAVE_DEBOUNCE_MS - 1);
    expect(memory.read('/about')).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(memory.read('/about')).toBe(20);
    expect(createScrollMemory({ session }).read('/about')).toBe(20);
  });

  it('remembers no path with a secret key in it, also none of an earlier version', () => {
    const path = `/npub/nsec1${'q'.repeat(58)}`;
    const session = fakeStorage({ 'scroll-positions': JSON.stringify([[path, 5]]) });
    const memory = createScrollMemory({ session });
    expect(memory.read(path)).toBeUndefined();
    memory.keep(path, 10);
    memory.keep('/about', 10);
    memory.flush();
    expect(session.getItem('scroll-positions')).toBe('[["/about",10]]');
  });

  it('[PWA-22] knows no position of a path that was never left', () => {
    const memory = createScrollMemory({ session: undefined });
    expect(memory.read('/about')).toBeUndefined();
    memory.keep('/search', 40);
    memory.flush();
    expect(memory.read('/about')).toBeUndefined();
  });

  it('keeps the last position of a screen that is left within the 100 ms', () => {
    const memory = createScrollMemory({ session: undefined });
    memory.keep('/about', 30);
    memory.keep('/search', 40);
    expect(memory.read('/about')).toBe(30);
    memory.flush();
    expect(memory.read('/search')).toBe(40);
  });

  it('survives a storage that is full of nonsense or refuses', () => {
    expect(
      createScrollMemory({ session: fakeStorage({ 'scroll-positions': '[[1,"x"],["/a",5],7]' }) }).read('/a'),
    ).toBe(5);
    const memory = createScrollMemory({ session: Object.assign(blockedStorage(), { getItem: () => '{' }) });
    memory.keep('/a', 6);
    memory.flush();
    expect(memory.read('/a')).toBe(6);
  });
});

describe('browser', () => {
  it('tells whether the app is installed', () => {
    const media = (matches: boolean) => () => ({ matches });
    expect(isStandalone({ matchMedia: media(true), navigator: {} })).toBe(true);
    expect(isStandalone({ matchMedia: media(false), navigator: { standalone: true } })).toBe(true);
    expect(isStandalone({ matchMedia: media(false), navigator: {} })).toBe(false);
  });

  it('tells of the network and the connection', () => {
    const window = new EventTarget();
    const navigator = { onLine: true, connection: { saveData: true } };
    const online = watchOnline({ window, navigator });
    const listener = vi.fn();
    const stop = online.subscribe(listener);
    navigator.onLine = false;
    window.dispatchEvent(new Event('offline'));
    expect([online.get(), listener.mock.calls.length]).toEqual([false, 1]);
    stop();
    window.dispatchEvent(new Event('online'));
    expect(listener).toHaveBeenCalledOnce();
    expect(connectionHints(navigator)).toEqual({ saveData: true });
    expect(connectionHints({})).toBeUndefined();
  });

  it('[SET-02] shows the chosen theme at once', () => {
    const preferences = createPreferences({ storage: fakeStorage(), window: new EventTarget() });
    const root = { dataset: { theme: 'light' } as DOMStringMap };
    const frame = { content: '' };
    const light = Object.assign(new EventTarget(), { matches: false }) as unknown as ThemeDeps['light'];
    const stop = followTheme({ preferences, light, root, frame });
    expect(root.dataset['theme']).toBe('dark');
    preferences.set('darkMode', false);
    expect([root.dataset['theme'], frame.content]).toEqual(['light', '#eff2f5']);
    stop();
    preferences.set('darkMode', true);
    expect(root.dataset['theme']).toBe('light');
  });

  it('[SET-02] [CACHE-32] follows the device until a theme is chosen, and again once the choice is taken back', () => {
    const storage = fakeStorage();
    const preferences = createPreferences({ storage, window: new EventTarget() });
    const root = { dataset: {} as DOMStringMap };
    const device = Object.assign(new EventTarget(), { matches: true });
    const set = (light: boolean) => {
      device.matches = light;
      device.dispatchEvent(new Event('change'));
      return root.dataset['theme'];
    };
    followTheme({ preferences, light: device as unknown as ThemeDeps['light'], root, frame: undefined });
    expect([root.dataset['theme'], set(false), set(true)]).toEqual(['light', 'dark', 'light']);
    preferences.set('darkMode', false);
    expect([set(false), storage.getItem('darkMode')]).toEqual(['light', 'false']);
    preferences.set('darkMode', undefined);
    expect([root.dataset['theme'], storage.getItem('darkMode')]).toEqual(['dark', null]);
  });
});
