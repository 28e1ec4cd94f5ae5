import { problemText } from '#ui/texts/problem-text.ts';
import type { Problem } from '#domain/problem.ts';
import { QueryClient } from '@tanstack/query-core';
import { IDBFactory } from 'fake-indexeddb';
import { createActor, waitFor, type ActorRefFrom, type AnyActorRef } from 'xstate';
import type { Session } from '#ports/session.ts';
import type { AreaName, AreaRefs } from '#machines/areas.ts';
import { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import type { AnyArea } from '#src/areas/deps.ts';
import { sessionAreas } from '#src/areas/session.ts';
import { createDisplayNames } from '#store/profile/display-names.ts';
import { createAccountStore, type AccountStore } from '#store/session/account.ts';
import { areasOf } from './areas.ts';
import { fakeRequests } from './fake-requests.ts';
import { FakeSignerWorker } from './fake-signer-worker.ts';
import { fakeStorage } from './fake-storage.ts';

type Tags<Name extends AreaName> = TagsOf<AreaRefs[Name]>;
type TagsOf<Ref> = Ref extends { getSnapshot(): { hasTag(tag: infer Tag): boolean } } ? Tag & string : never;

/** A tab of a browser in which the group 'session' runs, with signer workers of its own. */
export type Tab = {
  readonly account: AccountStore;
  readonly session: Session;
  readonly notices: string[];
  /** all that an inspector of the actors sees, as text */
  readonly inspected: string[];
  readonly workers: FakeSignerWorker[];
  readonly window: EventTarget & { readonly indexedDB: IDBFactory };
  area<Name extends AreaName>(name: Name): AreaRefs[Name];
  /** An area of another group runs, too. */
  run(areas: Readonly<Record<string, AnyActorRef>>): void;
  /** Settled when the area has the tag. */
  until<Name extends AreaName>(name: Name, tag: Tags<Name>): Promise<void>;
  /** The same tab after a reload; this one is gone. */
  reload(): Tab;
  close(): void;
};

type SessionDeps = Parameters<typeof sessionAreas>[0];

type Browser = { readonly local: Storage; readonly indexedDB: IDBFactory; readonly tabs: Set<EventTarget> };

/** A local storage that tells the other tabs what one tab writes. */
const sharedStorage = (storage: Storage, tabs: ReadonlySet<EventTarget>, own: EventTarget): Storage => {
  const tell = (key: string) => {
    for (const tab of tabs) if (tab !== own) tab.dispatchEvent(Object.assign(new Event('storage'), { key }));
  };
  return Object.assign(Object.create(storage) as Storage, {
    setItem(key: string, value: string) {
      if (storage.getItem(key) === value) return;
      storage.setItem(key, value);
      tell(key);
    },
    removeItem(key: string) {
      if (storage.getItem(key) === null) return;
      storage.removeItem(key);
      tell(key);
    },
    getItem: (key: string) => storage.getItem(key),
  });
};

const plain = (key: string, value: unknown): unknown =>
  key === 'actorRef' || key === 'sourceRef' || key === 'self' || key === 'system' ? undefined : value;

const start = (browser: Browser, sessionStorage: Storage, nostr: unknown): Tab => {
  const window = new EventTarget();
  browser.tabs.add(window);
  const localStorage = sharedStorage(browser.local, browser.tabs, window);
  const workers: FakeSignerWorker[] = [];
  const Worker = class extends FakeSignerWorker {
    constructor() {
      super();
      workers.push(this);
    }
  };
  const document = new EventTarget();
  const { indexedDB } = browser;
  const place = Object.assign(window, { indexedDB, crypto, navigator: {}, nostr, document, Worker });
  const account = createAccountStore({ local: localStorage, session: sessionStorage, window });
  const [notices, inspected, actors]: [string[], string[], Map<string, AnyActorRef>] = [[], [], new Map()];
  const running = areasOf();
  const directory = createActor(relayDirectoryMachine, {
    input: { entries: [], profile: [] },
  } as never) as ActorRefFrom<typeof relayDirectoryMachine>;
  const { areas, session, started } = sessionAreas({
    account,
    browser: place as unknown as SessionDeps['browser'],
    storages: { local: localStorage, session: sessionStorage },
    notify: (problem) => void notices.push(problemText(problem)),
    now: () => Date.now(),
    ...running,
    queryClient: new QueryClient(),
    kept: { names: createDisplayNames(() => Date.now()) } as SessionDeps['kept'],
    requests: fakeRequests().requests,
    directory: () => directory,
    ready: () => undefined,
  } as Partial<SessionDeps> as SessionDeps);
  for (const [id, { logic, input }] of Object.entries<AnyArea>(areas)) {
    const inspect = (event: unknown) => void inspected.push(JSON.stringify(event, plain) ?? '');
    const actor = createActor(logic, { input, inspect });
    actors.set(id, actor);
    running.change({ [id]: actor });
    (actor as AnyActorRef).on('notice', ({ problem }: { problem: Problem }) => void notices.push(problemText(problem)));
    actor.start();
  }
  started();
  const close = () => {
    browser.tabs.delete(window);
    for (const actor of actors.values()) actor.stop();
    for (const worker of workers) worker.terminate();
  };
  return {
    account,
    session,
    notices,
    inspected,
    workers,
    window: place,
    area: (name) => actors.get(name) as never,
    run: (areas) => running.change(areas),
    until: async (name, tag) =>
      void (await waitFor(actors.get(name)!, (snapshot: { hasTag(tag: string): boolean }) => snapshot.hasTag(tag))),
    reload() {
      close();
      return start(browser, sessionStorage, nostr);
    },
    close,
  };
};

/** A browser whose tabs share the local storage and the database; `nostr` is its signing extension. */
export const openBrowser = (nostr?: unknown) => {
  const browser: Browser = { local: fakeStorage(), indexedDB: new IDBFactory(), tabs: new Set() };
  return { local: browser.local, openTab: () => start(browser, fakeStorage(), nostr) };
};
