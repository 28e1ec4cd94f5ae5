import { useSelector } from '@xstate/react';
import { createContext, use, useSyncExternalStore } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Acting } from '#ports/acting.ts';
import type { AsciiStudio } from '#ports/ascii-studio.ts';
import type { FeedView } from '#domain/feed/feed-filter.ts';
import type { Mutes } from '#domain/social/muted.ts';
import type { ConnectionHints, PrefetchTarget } from '#domain/shell/prefetch.ts';
import type { Session } from '#ports/session.ts';
import type { Upkeep } from '#ports/upkeep.ts';
import type { asciiMachine } from '#machines/ascii/ascii.machine.ts';
import type { clearActionMachine } from '#machines/cache/clear-action.machine.ts';
import type { memoryMachine } from '#machines/cache/memory.machine.ts';
import type { queryCacheMachine } from '#machines/cache/query-cache.machine.ts';
import type { displayNamesMachine } from '#machines/feed/display-names.machine.ts';
import type { feedMachine } from '#machines/feed/feed.machine.ts';
import type { notificationsMachine } from '#machines/notifications/notifications.machine.ts';
import type { powPolicyMachine } from '#machines/pow/pow-policy.machine.ts';
import type { profileMachine } from '#machines/profile/profile.machine.ts';
import type { publishDeskMachine } from '#machines/publish/publish-desk.machine.ts';
import type { relayAdvisorMachine } from '#machines/relays/relay-advisor.machine.ts';
import type { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import type { relayListMachine } from '#machines/relays/relay-list.machine.ts';
import type { relayHealthMachine } from '#machines/relays/relay-health.machine.ts';
import type { relayTestMachine } from '#machines/relays/relay-test.machine.ts';
import type { searchMachine } from '#machines/search/search.machine.ts';
import type { extensionWatchMachine } from '#machines/session/extension-watch.machine.ts';
import type { idleLockMachine } from '#machines/session/idle-lock.machine.ts';
import type { keyGenerationMachine } from '#machines/session/key-generation.machine.ts';
import type { keyUnlockMachine } from '#machines/session/key-unlock.machine.ts';
import type { keyViewMachine } from '#machines/session/key-view.machine.ts';
import type { loginMachine } from '#machines/session/login.machine.ts';
import type { loginGateMachine } from '#machines/session/login-gate.machine.ts';
import type { signOutMachine } from '#machines/session/sign-out.machine.ts';
import type { followsMachine } from '#machines/social/follows.machine.ts';
import type { mutesMachine } from '#machines/social/mutes.machine.ts';
import type { reactionsMachine } from '#machines/social/reactions.machine.ts';
import type { appMachine } from '#machines/shell/app.machine.ts';
import type { installMachine } from '#machines/shell/install.machine.ts';
import type { lastRouteMachine } from '#machines/shell/last-route.machine.ts';
import type { shortcutsMachine } from '#machines/shell/shortcuts.machine.ts';
import type { splashMachine } from '#machines/shell/splash.machine.ts';
import type { updateMachine } from '#machines/shell/update.machine.ts';
import type { threadMachine } from '#machines/thread/thread.machine.ts';
import type { Account, AccountStore } from '#store/session/account.ts';
import type { DisplayNames } from '#store/profile/display-names.ts';
import type { Muted } from '#store/social/muted.ts';
import type { FeedRelay } from '#store/feed/feed-relay.ts';
import type { FeedViewStore } from '#store/feed/feed-view.ts';
import type { Preferences, PreferenceStore } from '#store/settings/preferences.ts';

/** The actors under the root, by the id each is started with. */
export type Areas = {
  'relay-directory': ActorRefFrom<typeof relayDirectoryMachine>;
  'query-cache': ActorRefFrom<typeof queryCacheMachine>;
  memory: ActorRefFrom<typeof memoryMachine>;
  'clear-action': ActorRefFrom<typeof clearActionMachine>;
  'display-names': ActorRefFrom<typeof displayNamesMachine>;
  feed: ActorRefFrom<typeof feedMachine>;
  thread: ActorRefFrom<typeof threadMachine>;
  profile: ActorRefFrom<typeof profileMachine>;
  search: ActorRefFrom<typeof searchMachine>;
  'relay-list': ActorRefFrom<typeof relayListMachine>;
  'relay-health': ActorRefFrom<typeof relayHealthMachine>;
  'relay-advisor': ActorRefFrom<typeof relayAdvisorMachine>;
  'relay-test': ActorRefFrom<typeof relayTestMachine>;
  login: ActorRefFrom<typeof loginMachine>;
  'login-gate': ActorRefFrom<typeof loginGateMachine>;
  'extension-watch': ActorRefFrom<typeof extensionWatchMachine>;
  'key-unlock': ActorRefFrom<typeof keyUnlockMachine>;
  'key-generation': ActorRefFrom<typeof keyGenerationMachine>;
  'key-view': ActorRefFrom<typeof keyViewMachine>;
  'sign-out': ActorRefFrom<typeof signOutMachine>;
  'idle-lock': ActorRefFrom<typeof idleLockMachine>;
  'pow-policy': ActorRefFrom<typeof powPolicyMachine>;
  'publish-desk': ActorRefFrom<typeof publishDeskMachine>;
  notifications: ActorRefFrom<typeof notificationsMachine>;
  follows: ActorRefFrom<typeof followsMachine>;
  mutes: ActorRefFrom<typeof mutesMachine>;
  reactions: ActorRefFrom<typeof reactionsMachine>;
  ascii: ActorRefFrom<typeof asciiMachine>;
  reposts: ActorRefFrom<typeof reactionsMachine>;
  'last-route': ActorRefFrom<typeof lastRouteMachine>;
  shortcuts: ActorRefFrom<typeof shortcutsMachine>;
  splash: ActorRefFrom<typeof splashMachine>;
  install: ActorRefFrom<typeof installMachine>;
  update: ActorRefFrom<typeof updateMachine>;
};

/** Where each path was scrolled to in this tab, in px (PWA-21). */
type ScrollMemory = {
  /** undefined when nothing is saved for the path */
  read(path: string): number | undefined;
  /** Saves after 100 ms without another call. */
  keep(path: string, px: number): void;
  /** Saves what waits. */
  flush(): void;
};

/** All that views reach of the running system. */
export type System = {
  readonly app: ActorRefFrom<typeof appMachine>;
  /** Starts a group of areas the feed does without; settled once they run. */
  readonly later: (group: LaterGroup) => Promise<void>;
  /** undefined until the group 'session' runs */
  readonly session: () => Session | undefined;
  /** undefined until the group 'upkeep' runs */
  readonly upkeep: () => Upkeep | undefined;
  /** undefined until the group 'acting' runs */
  readonly acting: () => Acting | undefined;
  /** undefined until the group 'ascii' runs: while no picture was to be drawn in letters */
  readonly ascii: () => AsciiStudio | undefined;
  readonly account: AccountStore;
  readonly preferences: PreferenceStore;
  readonly muted: Pick<Muted, 'get' | 'subscribe' | 'ready'>;
  readonly feedView: FeedViewStore;
  readonly feedRelay: FeedRelay;
  readonly names: Pick<DisplayNames, 'get' | 'subscribe' | 'entries'>;
  readonly scroll: ScrollMemory;
  /** the relays that sent an event */
  readonly seenOn: (id: string) => readonly string[];
  /** what was pressed before the shortcuts could be heard; given over once */
  readonly earlyKeys: { take(): readonly KeyboardEvent[] };
  /** whether the device is on a network, as far as the browser knows */
  readonly online: { readonly get: () => boolean; readonly subscribe: (listener: () => void) => () => void };
  /** what the browser tells of the connection; undefined where it does not */
  readonly connection: () => ConnectionHints | undefined;
  /** Loads the data of a screen that may be opened next. */
  readonly prefetch: (target: PrefetchTarget) => Promise<void>;
};

export const SystemContext = createContext<System | undefined>(undefined);

/** The system around this view. */
export const useSystem = (): System => {
  const system = use(SystemContext);
  if (system === undefined) throw new Error('There is no system around this view');
  return system;
};

/** Areas start together with those they belong to, when the first of them is needed. */
export type LaterGroup = 'reading' | 'session' | 'care' | 'acting' | 'keyboard' | 'shell' | 'ascii' | 'upkeep';

const groupOf: { readonly [Name in keyof Areas]?: LaterGroup } = {
  thread: 'reading',
  profile: 'reading',
  search: 'reading',
  'pow-policy': 'acting',
  'publish-desk': 'acting',
  notifications: 'acting',
  follows: 'acting',
  mutes: 'acting',
  reactions: 'acting',
  shortcuts: 'keyboard',
  reposts: 'acting',
  'relay-list': 'care',
  'relay-health': 'care',
  'relay-advisor': 'care',
  'relay-test': 'care',
  login: 'session',
  'login-gate': 'session',
  'extension-watch': 'session',
  'key-unlock': 'session',
  'key-generation': 'session',
  'key-view': 'session',
  'sign-out': 'session',
  'idle-lock': 'session',
  memory: 'upkeep',
  'clear-action': 'upkeep',
  install: 'shell',
  update: 'shell',
};

/**
 * The running actor of an area; suspends until one that starts later runs. After a restart it is another one, and the view
 * renders again with it.
 */
export const useArea = <Name extends keyof Areas>(name: Name): Areas[Name] => {
  const { app, later } = useSystem();
  // in every render and before other hooks: a render that is repeated after a wait must call the same ones
  const group = groupOf[name];
  if (group) use(later(group));
  const ref = useSelector(app, ({ children }) => (children as Partial<Areas>)[name]);
  if (ref === undefined) throw new Error(`The part '${name}' is not running`);
  return ref;
};

/** One preference as it stands, and a function that changes it. */
export const usePreference = <Key extends keyof Preferences>(
  key: Key,
): readonly [Preferences[Key], (value: Preferences[Key]) => void] => {
  const { preferences } = useSystem();
  const value = useSyncExternalStore(preferences.subscribe, () => preferences.get(key));
  return [value, (changed) => preferences.set(key, changed)];
};

/** The one relay that the feed is read from, and a function that changes it. */
export const useFeedRelay = (): readonly [string | undefined, FeedRelay['set']] => {
  const { feedRelay } = useSystem();
  return [useSyncExternalStore(feedRelay.subscribe, feedRelay.get), feedRelay.set];
};

/** What of the notes that were read the user wants to see. */
export const useFeedView = (): FeedView => {
  const { feedView } = useSystem();
  return useSyncExternalStore(feedView.subscribe, feedView.get);
};

/** Whom and what the user mutes: nothing of that is shown in lists. */
export const useMuted = (): Mutes => {
  const { muted } = useSystem();
  return useSyncExternalStore(muted.subscribe, muted.get);
};

/** Who is logged in, as this browser knows it. */
export const useAccount = (): Account => {
  const { account } = useSystem();
  return useSyncExternalStore(account.subscribe, account.get);
};

const useGroup = <Group extends 'session' | 'acting'>(group: Group) => {
  const system = useSystem();
  use(system.later(group));
  const running = system[group]();
  if (running === undefined) throw new Error(`The part '${group}' is not running`);
  return running as NonNullable<ReturnType<System[Group]>>;
};

/** What the app has of the login; suspends until it runs. */
export const useSession = (): Session => useGroup('session');

/** What the app can do in the name of the user; suspends until it runs. */
export const useActing = (): Acting => useGroup('acting');

/** Whether the device is on a network. */
export const useOnline = (): boolean => {
  const { online } = useSystem();
  return useSyncExternalStore(online.subscribe, online.get);
};
