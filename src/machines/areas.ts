import type { ActorRefFrom, InputFrom, SnapshotFrom } from 'xstate';
import type { asciiMachine } from '#machines/ascii/ascii.machine.ts';
import type { clearActionMachine } from '#machines/cache/clear-action.machine.ts';
import type { memoryMachine } from '#machines/cache/memory.machine.ts';
import type { queryCacheMachine } from '#machines/cache/query-cache.machine.ts';
import type { ecashMachine } from '#machines/ecash/ecash.machine.ts';
import type { displayNamesMachine } from '#machines/feed/display-names.machine.ts';
import type { feedMachine } from '#machines/feed/feed.machine.ts';
import type { inspectorMachine } from '#machines/inspector/inspector.machine.ts';
import type { notificationsMachine } from '#machines/notifications/notifications.machine.ts';
import type { powPolicyMachine } from '#machines/pow/pow-policy.machine.ts';
import type { profileMachine } from '#machines/profile/profile.machine.ts';
import type { composersMachine } from '#machines/publish/composers.machine.ts';
import type { publishDeskMachine } from '#machines/publish/publish-desk.machine.ts';
import type { relayAdvisorMachine } from '#machines/relays/relay-advisor.machine.ts';
import type { relayCareMachine } from '#machines/relays/relay-care.machine.ts';
import type { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import type { relayHealthMachine } from '#machines/relays/relay-health.machine.ts';
import type { relayListMachine } from '#machines/relays/relay-list.machine.ts';
import type { relayTestMachine } from '#machines/relays/relay-test.machine.ts';
import type { scannerMachine } from '#machines/scan/scanner.machine.ts';
import type { peopleSearchMachine } from '#machines/search/people-search.machine.ts';
import type { searchMachine } from '#machines/search/search.machine.ts';
import type { extensionWatchMachine } from '#machines/session/extension-watch.machine.ts';
import type { idleLockMachine } from '#machines/session/idle-lock.machine.ts';
import type { keyGenerationMachine } from '#machines/session/key-generation.machine.ts';
import type { keyUnlockMachine } from '#machines/session/key-unlock.machine.ts';
import type { keyViewMachine } from '#machines/session/key-view.machine.ts';
import type { loginGateMachine } from '#machines/session/login-gate.machine.ts';
import type { loginMachine } from '#machines/session/login.machine.ts';
import type { signOutMachine } from '#machines/session/sign-out.machine.ts';
import type { inboxMachine } from '#machines/messages/inbox.machine.ts';
import type { parcelsMachine } from '#machines/ecash/parcels.machine.ts';
import type { restoreMachine } from '#machines/ecash/restore.machine.ts';
import type { ownEventsMachine } from '#machines/replaceable/own-events.machine.ts';
import type { installMachine } from '#machines/shell/install.machine.ts';
import type { lastRouteMachine } from '#machines/shell/last-route.machine.ts';
import type { shortcutsMachine } from '#machines/shell/shortcuts.machine.ts';
import type { splashMachine } from '#machines/shell/splash.machine.ts';
import type { updateMachine } from '#machines/shell/update.machine.ts';
import type { followsMachine } from '#machines/social/follows.machine.ts';
import type { mutesMachine } from '#machines/social/mutes.machine.ts';
import type { reactionsMachine } from '#machines/social/reactions.machine.ts';
import type { zapReceiptsMachine } from '#machines/wallet/zap-receipts.machine.ts';
import type { threadMachine } from '#machines/thread/thread.machine.ts';
import type { autoConnectMachine } from '#machines/wallet/auto-connect.machine.ts';
import type { paymentDeskMachine } from '#machines/wallet/payment-desk.machine.ts';
import type { receivingMachine } from '#machines/wallet/receiving.machine.ts';
import type { savedWalletsMachine } from '#machines/wallet/saved-wallets.machine.ts';
import type { walletConnectionMachine } from '#machines/wallet/wallet-connection.machine.ts';
import type { zapDeskMachine } from '#machines/wallet/zap-desk.machine.ts';

/** The machines under the root, by the name each is started with. The one list of all areas. */
export type AreaMachines = {
  'query-cache': typeof queryCacheMachine;
  'relay-directory': typeof relayDirectoryMachine;
  'display-names': typeof displayNamesMachine;
  feed: typeof feedMachine;
  splash: typeof splashMachine;
  'last-route': typeof lastRouteMachine;
  thread: typeof threadMachine;
  profile: typeof profileMachine;
  search: typeof searchMachine;
  login: typeof loginMachine;
  'login-gate': typeof loginGateMachine;
  'extension-watch': typeof extensionWatchMachine;
  'key-unlock': typeof keyUnlockMachine;
  'key-generation': typeof keyGenerationMachine;
  'key-view': typeof keyViewMachine;
  'sign-out': typeof signOutMachine;
  'idle-lock': typeof idleLockMachine;
  'relay-care': typeof relayCareMachine;
  'relay-health': typeof relayHealthMachine;
  'relay-advisor': typeof relayAdvisorMachine;
  'relay-test': typeof relayTestMachine;
  'relay-list': typeof relayListMachine;
  'pow-policy': typeof powPolicyMachine;
  'publish-desk': typeof publishDeskMachine;
  composers: typeof composersMachine;
  'people-search': typeof peopleSearchMachine;
  notifications: typeof notificationsMachine;
  'own-events': typeof ownEventsMachine;
  follows: typeof followsMachine;
  mutes: typeof mutesMachine;
  reactions: typeof reactionsMachine;
  reposts: typeof reactionsMachine;
  install: typeof installMachine;
  update: typeof updateMachine;
  memory: typeof memoryMachine;
  'clear-action': typeof clearActionMachine;
  shortcuts: typeof shortcutsMachine;
  ascii: typeof asciiMachine;
  inspector: typeof inspectorMachine;
  'zap-receipts': typeof zapReceiptsMachine;
  scanner: typeof scannerMachine;
  'wallet-connection': typeof walletConnectionMachine;
  'saved-wallets': typeof savedWalletsMachine;
  'payment-desk': typeof paymentDeskMachine;
  'zap-desk': typeof zapDeskMachine;
  receiving: typeof receivingMachine;
  'auto-connect': typeof autoConnectMachine;
  ecash: typeof ecashMachine;
  inbox: typeof inboxMachine;
  parcels: typeof parcelsMachine;
  restore: typeof restoreMachine;
};

export type AreaName = keyof AreaMachines;

/** Areas start together with those they belong to, when the first of them is needed; these do not start with the page. */
export type GroupName =
  | 'reading'
  | 'session'
  | 'care'
  | 'acting'
  | 'shell'
  | 'upkeep'
  | 'keyboard'
  | 'ascii'
  | 'inspector'
  | 'zaps'
  | 'scan'
  | 'wallet'
  | 'ecash';

/** The actors of the areas, by name. */
export type AreaRefs = { [Name in AreaName]: ActorRefFrom<AreaMachines[Name]> };

/** One area: its machine with all slots filled, and what it starts with. */
export type Area<Name extends AreaName> = { readonly logic: AreaMachines[Name] } & (undefined extends InputFrom<
  AreaMachines[Name]
>
  ? { readonly input?: InputFrom<AreaMachines[Name]> }
  : { readonly input: InputFrom<AreaMachines[Name]> });

/** The areas that run, which may be started again at any time. */
export type RunningAreas = {
  /** The actor of an area; undefined until its group runs. */
  find<Name extends AreaName>(name: Name): AreaRefs[Name] | undefined;
  /**
   * Tells where an area stands, now and after each change, also after it was started again. `again`: the first word of one that
   * was started again. Until the returned function is called.
   */
  follow<Name extends AreaName>(
    name: Name,
    tell: (snapshot: SnapshotFrom<AreaMachines[Name]>, again: boolean) => void,
  ): () => void;
};
