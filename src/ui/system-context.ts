import { useSelector } from '@xstate/react';
import { createContext, use, useSyncExternalStore } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Acting } from '#ports/acting.ts';
import type { AsciiStudio } from '#ports/ascii-studio.ts';
import type { FeedView } from '#domain/feed/feed-filter.ts';
import type { Mutes } from '#domain/social/muted.ts';
import type { Ecash } from '#ports/ecash.ts';
import type { ConnectionHints, PrefetchTarget } from '#domain/shell/prefetch.ts';
import type { Inspector } from '#ports/inspector.ts';
import type { Session } from '#ports/session.ts';
import type { Upkeep } from '#ports/upkeep.ts';
import type { Wallet } from '#ports/wallet.ts';
import type { AreaName, AreaRefs, GroupName, RunningAreas } from '#machines/areas.ts';
import type { appMachine } from '#machines/shell/app.machine.ts';
import type { Account, AccountStore } from '#store/session/account.ts';
import type { DisplayNames } from '#store/profile/display-names.ts';
import type { Muted } from '#store/social/muted.ts';
import type { FeedRelay } from '#store/feed/feed-relay.ts';
import type { FeedViewStore } from '#store/feed/feed-view.ts';
import type { Preferences, PreferenceStore } from '#store/settings/preferences.ts';

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
export type System = RunningAreas & {
  readonly app: ActorRefFrom<typeof appMachine>;
  /** Starts a group of areas the feed does without; settled once they run. */
  readonly later: (group: GroupName) => Promise<void>;
  /** Starts the group of an area; undefined when it runs already. */
  readonly ready: (name: AreaName) => Promise<void> | undefined;
  /** undefined until the group 'session' runs */
  readonly session: () => Session | undefined;
  /** undefined until the group 'upkeep' runs */
  readonly upkeep: () => Upkeep | undefined;
  /** undefined until the group 'acting' runs */
  readonly acting: () => Acting | undefined;
  /** undefined until the group 'ascii' runs: while no picture was to be drawn in letters */
  readonly ascii: () => AsciiStudio | undefined;
  /** undefined until the group 'inspector' runs: while nobody wanted to see the statecharts */
  readonly inspector: () => Inspector | undefined;
  /** undefined until the group 'wallet' runs */
  readonly wallet: () => Wallet | undefined;
  /** undefined until the group 'ecash' runs */
  readonly ecash: () => Ecash | undefined;
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

/**
 * The running actor of an area; suspends until one that starts later runs. After a restart it is another one, and the view
 * renders again with it.
 */
export const useArea = <Name extends AreaName>(name: Name): AreaRefs[Name] => {
  const { app, find, ready } = useSystem();
  // in every render and before other hooks: a render that is repeated after a wait must call the same ones
  const starting = ready(name);
  if (starting) use(starting);
  const ref = useSelector(app, () => find(name));
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
