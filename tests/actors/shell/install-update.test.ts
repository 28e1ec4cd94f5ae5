import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, setup, type AnyActorLogic, type AnyActorRef, type AnyEventObject } from 'xstate';
import { createSharedTexts } from '#actors/publish/shared-text.ts';
import { defineInstall, isDeclined, type InstallDeps } from '#actors/shell/install.ts';
import { watchLaunches } from '#actors/shell/launches.ts';
import { defineUnderWay } from '#actors/shell/under-way.ts';
import { defineUpdate } from '#actors/shell/update.ts';
import { createAccountStore } from '#store/session/account.ts';
import { INSTALL_ASKED_AGAIN_MS } from '#domain/shell/shell-limits.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

/** Runs a callback actor and notes what it tells. */
const listen = (logic: AnyActorLogic) => {
  const sent: string[] = [];
  const events: AnyEventObject[] = [];
  const machine = setup({ actors: { logic } }).createMachine({
    invoke: { id: 'child', src: 'logic', onError: { actions: () => void sent.push('failed') } },
    on: {
      '*': {
        actions: ({ event }) => {
          if (event.type === 'xstate.init') return;
          sent.push(event.type);
          events.push(event);
        },
      },
    },
  });
  const parent = createActor(machine).start();
  const child = () => parent.getSnapshot().children['child'] as AnyActorRef;
  /** between a window of its own (true) and a tab */
  const moves = () => events.flatMap(({ type, standalone }) => (type === 'window.changed' ? [standalone] : []));
  return { sent, moves, actor: { send: (event: AnyEventObject) => child().send(event), stop: () => parent.stop() } };
};

const settled = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

/** A display mode of the page, which a browser can change without a load. */
class FakeMode extends EventTarget {
  matches = false;
  become(matches: boolean) {
    this.matches = matches;
    this.dispatchEvent(new Event('change'));
  }
}

describe('install', () => {
  const start = (storage = fakeStorage()) => {
    const window: InstallDeps['window'] = Object.assign(new EventTarget(), { performance: { timeOrigin: 900_000 } });
    let now = 1_000_000;
    const ownWindow = new FakeMode();
    const deps = { window, ownWindow, storage, now: () => now };
    return { window, ownWindow, deps, later: (ms: number) => (now += ms), ...defineInstall(deps) };
  };

  it('[PWA-02] hears of an offer that came before this code, and of later ones', () => {
    const { window, actors } = start();
    window.installOffer = { prompt: async () => ({ outcome: 'accepted' }) };
    const { sent, actor } = listen(actors['watch offers']);
    expect(sent).toEqual(['install.offered']);
    window.dispatchEvent(new Event('beforeinstallprompt'));
    window.dispatchEvent(new Event('appinstalled'));
    actor.stop();
    window.dispatchEvent(new Event('appinstalled'));
    expect(sent).toEqual(['install.offered', 'install.offered', 'install.done']);
  });

  it('[PWA-03] hears that it was installed from another tab, too', () => {
    const { window, deps, actors } = start();
    const { sent, actor } = listen(actors['watch offers']);
    const tell = (key: string | null, newValue: string | null) =>
      window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
    const other = start(deps.storage);
    const heard = listen(other.actors['watch offers']);
    other.window.dispatchEvent(new Event('appinstalled'));
    expect(heard.sent).toEqual(['install.done']);
    tell('install-declined', '5');
    tell('app-installed', null);
    tell(null, null);
    expect(sent).toEqual([]);
    tell('app-installed', deps.storage.getItem('app-installed'));
    expect(sent).toEqual(['install.done']);
    actor.stop();
    tell('app-installed', '7');
    expect(sent).toHaveLength(1);
  });

  it('[PWA-03] hears that it was installed before this code, here or in another tab', () => {
    const early = start();
    early.window.installOffer = null;
    expect(listen(early.actors['watch offers']).sent).toEqual(['install.done']);
    const other = start(early.deps.storage);
    other.window.installOffer = { prompt: async () => ({ outcome: 'accepted' }) };
    expect(listen(other.actors['watch offers']).sent).toEqual(['install.done']);
    // removed from the device since, it can be installed again
    early.deps.storage.setItem('app-installed', '899999');
    expect(listen(other.actors['watch offers']).sent).toEqual(['install.offered']);
  });

  it('[PWA-03] hears that the page was moved into a window of its own', () => {
    const { ownWindow, actors } = start();
    const { sent, actor } = listen(actors['watch offers']);
    ownWindow.become(false);
    expect(sent).toEqual([]);
    ownWindow.become(true);
    expect(sent).toEqual(['install.done']);
    actor.stop();
    ownWindow.become(true);
    expect(sent).toHaveLength(1);
  });

  it('takes each offer once', async () => {
    const { window, actors } = start();
    window.installOffer = { prompt: async () => ({ outcome: 'dismissed' }) };
    const first = createActor(actors['show offer']).start();
    await settled();
    expect(first.getSnapshot()).toMatchObject({ status: 'done', output: 'dismissed' });
    const second = createActor(actors['show offer']);
    second.subscribe({ error: () => {} });
    second.start();
    await settled();
    expect(second.getSnapshot().status).toBe('error');
  });

  it("'Not now' holds for 30 days; a storage that fails or lies costs only that", () => {
    const { deps, actions, later } = start();
    expect(isDeclined(deps)).toBe(false);
    actions['remember decline']();
    later(INSTALL_ASKED_AGAIN_MS - 1);
    expect(isDeclined(deps)).toBe(true);
    later(1);
    expect(isDeclined(deps)).toBe(false);
    deps.storage.setItem('install-declined', 'nonsense');
    expect(isDeclined(deps)).toBe(false);
    expect(isDeclined({ storage: undefined, now: deps.now })).toBe(false);
  });
});

class FakeWorker extends EventTarget {
  state: string;
  posted: unknown[] = [];
  constructor(state: string) {
    super();
    this.state = state;
  }
  postMessage(message: unknown) {
    this.posted.push(message);
  }
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

describe('update', () => {
  const start = (parts: { waiting?: FakeWorker; active?: FakeWorker | null; refused?: boolean } = {}) => {
    const registration = Object.assign(new EventTarget(), {
      installing: null as FakeWorker | null,
      waiting: parts.waiting ?? null,
      active: parts.active === undefined ? new FakeWorker('activated') : parts.active,
      update: vi.fn(async () => {}),
    });
    const register = vi.fn(async () => {
      if (parts.refused) throw new Error('not in a private window');
      return registration;
    });
    const told: string[] = [];
    const session = fakeStorage();
    const ownWindow = new FakeMode();
    const tab = new FakeMode();
    const { actors, actions } = defineUpdate({
      ownWindow,
      tab,
      container: { register } as never,
      session,
      reload: () => void told.push('reload'),
      notify: ({ code }) => void told.push(code),
    });
    return { registration, register, ownWindow, tab, told, session, actions, ...listen(actors['watch versions']) };
  };

  it('[PWA-08] registers the worker, and tells of one that waits already', async () => {
    const { register, sent } = start({ waiting: new FakeWorker('installed') });
    await settled();
    expect(register).toHaveBeenCalledWith('/sw.js', { updateViaCache: 'none' });
    expect(sent).toEqual(['version.waiting']);
  });

  it('tells of a version once it is stored, and when it cannot be stored; the first one is no update', async () => {
    const { registration, sent } = start();
    await settled();
    const installing = (worker: FakeWorker) => {
      registration.installing = worker;
      registration.dispatchEvent(new Event('updatefound'));
      return worker;
    };
    installing(new FakeWorker('installing')).become('installed');
    expect(sent).toEqual(['version.waiting']);
    installing(new FakeWorker('installing')).become('redundant');
    expect(sent).toEqual(['version.waiting', 'version.failed']);
    const replaced = installing(new FakeWorker('installing'));
    replaced.become('installed');
    replaced.become('redundant');
    expect(sent).toEqual(['version.waiting', 'version.failed', 'version.waiting']);
    registration.active = null;
    installing(new FakeWorker('installing')).become('installed');
    expect(sent).toHaveLength(3);
  });

  it('[PWA-09] posts SKIP_WAITING to the waiting worker and tells when it is active', async () => {
    const waiting = new FakeWorker('installed');
    const { actor, sent } = start({ waiting });
    await settled();
    actor.send({ type: 'take over' });
    expect(waiting.posted).toEqual([{ type: 'SKIP_WAITING' }]);
    waiting.become('activating');
    expect(sent).toEqual(['version.waiting']);
    waiting.become('activated');
    expect(sent).toEqual(['version.waiting', 'version.active']);
  });

  it('[PWA-07] tells when the page is moved into a window of its own, and back', () => {
    const { ownWindow, tab, moves, actor } = start();
    tab.become(false);
    ownWindow.become(true);
    expect(moves()).toEqual([true]);
    ownWindow.become(false);
    tab.become(true);
    expect(moves()).toEqual([true, false]);
    actor.stop();
    tab.become(false);
    ownWindow.become(true);
    tab.become(true);
    expect(moves()).toHaveLength(2);
  });

  it('[PWA-07] what fills the whole screen stays the window that it was', () => {
    const { ownWindow, tab, moves } = start();
    ownWindow.become(true);
    // F11 or a video, and back: the display mode is 'fullscreen' meanwhile
    ownWindow.become(false);
    expect(moves()).toEqual([true]);
    ownWindow.become(true);
    expect(moves()).toEqual([true, true]);
    ownWindow.become(false);
    tab.become(true);
    tab.become(false);
    expect(moves()).toEqual([true, true, false]);
  });

  it('does not wait for a worker that took over at the wish of another window', async () => {
    const { actor, sent } = start();
    await settled();
    actor.send({ type: 'take over' });
    expect(sent).toEqual(['version.active']);
  });

  it('[ERR-03] looks for a new version when told; without a network it says nothing, refused it is in the log alone', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { actor, registration, sent } = start();
    await settled();
    registration.update.mockRejectedValueOnce(new Error('offline'));
    actor.send({ type: 'look' });
    expect(registration.update).toHaveBeenCalledOnce();
    const refused = start({ refused: true });
    await settled();
    refused.actor.send({ type: 'look' });
    expect([...sent, ...refused.sent]).toEqual([]);
    expect(logged.mock.calls).toEqual([['Not installed: service worker (Error)']]);
    logged.mockRestore();
  });

  it('fails where there are no service workers', () => {
    const { actors } = defineUpdate({
      container: undefined,
      ownWindow: new FakeMode(),
      tab: new FakeMode(),
      session: undefined,
      reload: () => {},
      notify: () => {},
    });
    expect(listen(actors['watch versions']).sent).toEqual(['failed']);
  });

  it('[PWA-14] marks the load of an update for the splash', () => {
    const { actions, session, told } = start();
    actions['remember update']();
    expect(session.getItem('app-updating')).toBe('1');
    actions['forget update']();
    expect(session.getItem('app-updating')).toBeNull();
    actions.reload();
    actions['tell of failed store']();
    expect(told).toEqual(['reload', 'update-not-stored']);
  });
});

describe('what a reload would cut off', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const job = (tag: string) => ({ hasTag: (asked: string) => asked === tag });

  it.each([
    [['mining'], false, 'post'],
    [['signing'], false, 'post'],
    [['sending'], true, 'post'],
    [['queued', 'sent', 'failed'], true, 'text'],
    [['queued', 'sent', 'sent in part', 'failed'], false, undefined],
  ] as const)('posts that are %j, unsaved text: %s', async (tags, hasUnsaved, expected) => {
    const { actors } = defineUnderWay({ jobs: () => tags.map(job), hasUnsaved: () => hasUnsaved });
    const actor = createActor(actors['look at work']).start();
    await vi.advanceTimersByTimeAsync(0);
    expect(actor.getSnapshot().output).toBe(expected);
  });
});

describe('launches', () => {
  const start = (loadedWith: string) => {
    const did: string[] = [];
    let launch: (launch: { targetURL?: string }) => void = () => {};
    watchLaunches({
      queue: { setConsumer: (consumer) => (launch = consumer) },
      loadedWith,
      origin: 'https://a.example',
      open: (path) => void did.push(`open ${path}`),
      share: (text) => void did.push(`share ${text}`),
    });
    return { did, launch: (targetURL?: string) => launch(targetURL === undefined ? {} : { targetURL }) };
  };

  it('goes where it is told, but not again where the page was loaded', () => {
    const { did, launch } = start('https://a.example/search');
    launch('https://a.example/search');
    expect(did).toEqual([]);
    launch('https://a.example/search');
    launch('https://a.example/create?text=Hello');
    launch('https://a.example/');
    launch();
    expect(did).toEqual(['open /search', 'share Hello', 'open /create']);
  });

  it('goes nowhere for a text that the service worker took', () => {
    const { did, launch } = start('https://a.example/create?shared=1');
    launch('https://a.example/create');
    expect(did).toEqual([]);
    launch('https://a.example/create');
    expect(did).toEqual(['open /create']);
  });
});

describe('shared texts', () => {
  const nsec = `nsec1${'q'.repeat(58)}`;
  const account = createAccountStore({ local: fakeStorage(), session: fakeStorage(), window: new EventTarget() });

  it('waits for the composer, and tells it when another one comes', () => {
    const window = { sharedSearch: '?text=Hello' as string | undefined };
    const shared = createSharedTexts({ window, account });
    expect(window.sharedSearch).toBeUndefined();
    expect(shared.get()).toEqual({ text: 'Hello' });
    let told = 0;
    const stop = shared.subscribe(() => (told += 1));
    shared.take();
    expect(shared.get()).toBeUndefined();
    shared.offer('More');
    expect([shared.get(), told]).toEqual([{ text: 'More' }, 2]);
    stop();
  });

  it('keeps nothing of a text with a secret key in it', () => {
    const shared = createSharedTexts({ window: { sharedSearch: `?title=Mine&text=key%20${nsec}` }, account });
    expect(shared.get()).toEqual({ secret: 'nsec' });
  });

  const cacheWith = (kept: Response | undefined) => {
    const deleted: unknown[] = [];
    const cache = {
      delete: async (key: unknown) => deleted.push(key) > 0,
    };
    const match = async () => kept?.clone();
    return { deleted, caches: { match, open: async () => cache as unknown as Cache } };
  };

  it('stays where the service worker put it until it is taken, for a reload', async () => {
    const { caches, deleted } = cacheWith(Response.json({ text: 'By the worker' }));
    for (const sharedSearch of ['?shared=1', undefined]) {
      const shared = createSharedTexts({ window: { sharedSearch, caches }, account });
      await new Promise<void>((resolve) => shared.subscribe(resolve));
      expect([shared.get(), deleted]).toEqual([{ text: 'By the worker' }, []]);
    }
    const shared = createSharedTexts({ window: { caches }, account });
    await new Promise<void>((resolve) => shared.subscribe(resolve));
    shared.take();
    await vi.waitFor(() => expect([shared.get(), deleted]).toEqual([undefined, ['/shared']]));
  });

  it('is dropped when who is logged in signs out, and by no login', async () => {
    const { caches, deleted } = cacheWith(undefined);
    const shared = createSharedTexts({ window: { sharedSearch: '?text=Mine', caches }, account });
    const change = (pubkey: string | undefined) => account.set({ pubkey, method: 'none', persisted: false });
    for (const pubkey of ['a'.repeat(64), 'b'.repeat(64)]) {
      change(pubkey);
      expect(shared.get()).toEqual({ text: 'Mine' });
    }
    change(undefined);
    expect(shared.get()).toBeUndefined();
    await vi.waitFor(() => expect(deleted).toEqual(['/shared']));
  });

  it('is nothing where there is none any more, or no cache', async () => {
    const no = () => Promise.reject(new Error('no'));
    const refused = { match: no, open: no };
    const all = [cacheWith(undefined).caches, refused, undefined].map((caches) =>
      createSharedTexts({ window: { sharedSearch: '?shared=1', caches }, account }),
    );
    await vi.waitFor(() => expect(all.map((shared) => shared.get())).toEqual([undefined, undefined, undefined]));
  });
});
