import { accountAfterReload, type Account } from '#domain/session/account.ts';
import { sealed } from '#domain/protocol/sealed.ts';
import { savingProblem } from '#domain/session/key-record.ts';
import type { Session } from '#ports/session.ts';
import {
  createAccountList,
  defineDeleteSavedKey,
  defineEstimate,
  defineUnlock,
  defineWatchAccounts,
} from '#actors/session/accounts.ts';
import { createCurrentSigner } from '#actors/session/current-signer.ts';
import { readKeyEnvironment } from '#actors/session/keys.ts';
import { watchExtension } from '#actors/session/extension-waits.ts';
import { createExtension } from '#actors/session/extension.ts';
import { followLogin } from '#actors/session/follow-login.ts';
import { createGate } from '#actors/session/gate.ts';
import {
  defineLockKey,
  defineRememberChoice,
  defineWatchIdleChoice,
  defineWatchIdleness,
  defineWatchKey,
} from '#actors/session/idle.ts';
import { defineAdoptKey, defineGenerateKey, defineKeepGeneratedKey, defineRevealKey } from '#actors/session/keys.ts';
import {
  defineAskExtension,
  defineAwaitExtension,
  defineCheckExtension,
  defineGuardKey,
  defineLookForExtension,
  defineOpenSecret,
  defineWatchAccount,
  defineWatchLeaving,
} from '#actors/session/login.ts';
import { defineRememberAccount } from '#actors/session/remember-account.ts';
import { defineSignOut } from '#actors/session/sign-out.ts';
import { logFailure } from '#actors/shell/log.ts';
import { databasesOf } from '#actors/shell/offered.ts';
import { createVault } from '#actors/session/vault.ts';
import { extensionWatchMachine } from '#machines/session/extension-watch.machine.ts';
import { idleLockMachine } from '#machines/session/idle-lock.machine.ts';
import { keyGenerationMachine } from '#machines/session/key-generation.machine.ts';
import { keyUnlockMachine } from '#machines/session/key-unlock.machine.ts';
import { keyViewMachine } from '#machines/session/key-view.machine.ts';
import { loginGateMachine } from '#machines/session/login-gate.machine.ts';
import { loginMachine } from '#machines/session/login.machine.ts';
import { signOutMachine } from '#machines/session/sign-out.machine.ts';
import { createCachedMetadata } from '#store/profile/cached-metadata.ts';
import { createIdleLockChoice } from '#store/session/idle-lock.ts';
import { openKeystore } from '#store/session/keystore.ts';
import { createLockCall } from '#store/session/lock-call.ts';
import { createNewKeys } from '#store/session/new-keys.ts';
import { createSavedAccounts } from '#store/session/saved-accounts.ts';
import { spawnSignerWorker } from '#workers/signer-spawn.ts';
import { loadCheckHere } from '#workers/verify-pool.ts';
import type { AreaName } from '#machines/areas.ts';
import type { AreaDeps, AreasOf } from './deps.ts';

type SessionDeps = AreaDeps & {
  /** Settled once an area runs; undefined for one that runs from the start. */
  readonly ready: (name: AreaName) => Promise<void> | undefined;
};

type SessionGroup = {
  readonly areas: AreasOf<'session'>;
  readonly session: Session;
  /** To be called once the areas run. */
  readonly started: () => void;
};

/** What the parts of this group share. */
const createParts = ({ browser, storages, account, find, follow, ready, notify, now }: SessionDeps) => {
  const { local, session } = storages;
  const environment = readKeyEnvironment(browser);
  const vault = createVault({ spawn: () => spawnSignerWorker(browser), environment, now });
  const keystore = openKeystore({ indexedDB: databasesOf(browser) });
  const accounts = createSavedAccounts({ storage: local, window: browser, keystore });
  const lockCall = createLockCall({ storage: local, window: browser, now });
  const silent = createExtension({ window: browser, loadCheck: loadCheckHere });
  const { extension, waiting } = watchExtension(silent, now);
  const findLogin = () => find('login');
  const gate = createGate({ find: find as Parameters<typeof createGate>[0]['find'], follow, ready });
  const list = createAccountList({ keystore, accounts });
  const saving = { vault, keystore, accounts, find: findLogin, notify };
  return {
    account,
    local,
    session,
    environment,
    vault,
    keystore,
    accounts,
    lockCall,
    silent,
    extension,
    waiting,
    findLogin,
    follow,
    gate,
    list,
    saving,
  };
};

type Parts = ReturnType<typeof createParts>;

const restored = ({ account, accounts }: Parts): Account => {
  const known = account.get();
  return accountAfterReload(known, known.pubkey !== undefined && !account.isReader() && accounts.has(known.pubkey));
};

const loginOf = (parts: Parts, deps: AreaDeps) => {
  const { browser, queryClient, requests, directory, preferences, notify, kept } = deps;
  const { account, follow, local, session, vault, silent, extension, saving } = parts;
  return loginMachine.provide({
    actions: {
      'log failure': (_, { quiet, error }) => {
        if (quiet) logFailure('Not done: login by extension', error);
      },
    },
    actors: {
      'ask extension': defineAskExtension(extension),
      'check extension': defineCheckExtension(silent),
      'await extension': defineAwaitExtension(follow),
      'open secret': defineOpenSecret(saving),
      'guard key': defineGuardKey(vault),
      'watch account': defineWatchAccount(parts),
      'remember account': defineRememberAccount({
        account,
        metadata: createCachedMetadata(local),
        queryClient,
        names: kept.names,
        requests,
        defaultRelays: () =>
          directory()
            .getSnapshot()
            .context.defaults.entries.map(({ url }) => url),
        preferences,
        session,
        local,
        onUnsaved: () => notify({ code: 'login-not-kept' }),
        keepStorage: async () => browser.navigator.storage.persist(),
      }),
    },
  });
};

const keyAreas = ({ account, vault, keystore, accounts, list, saving, session, findLogin }: Parts) => {
  const watchLeaving = defineWatchLeaving(account);
  const unlock = keyUnlockMachine.provide({
    actors: {
      'watch accounts': defineWatchAccounts(accounts),
      estimate: defineEstimate(vault),
      unlock: defineUnlock({ ...saving, keystore }),
    },
  });
  const generation = keyGenerationMachine.provide({
    actors: {
      'generate key': defineGenerateKey(vault),
      'keep generated key': defineKeepGeneratedKey(vault),
      'adopt key': defineAdoptKey({ ...saving, newKeys: createNewKeys(session) }),
    },
  });
  const view = keyViewMachine.provide({
    actors: { 'watch account': watchLeaving, 'reveal key': defineRevealKey({ vault, keystore, account }) },
  });
  const signOut = signOutMachine.provide({
    actors: {
      'watch account': watchLeaving,
      'delete saved key': defineDeleteSavedKey(list),
      'sign out': defineSignOut(findLogin, account),
    },
  });
  return {
    'key-unlock': { logic: unlock },
    'key-generation': { logic: generation },
    'key-view': { logic: view },
    'sign-out': { logic: signOut },
  };
};

const idleLockOf = ({ account, local, findLogin, follow }: Parts, { browser, now }: AreaDeps) => {
  const chosen = { account, choice: createIdleLockChoice({ storage: local, window: browser }) };
  const logic = idleLockMachine.provide({
    actors: {
      'watch key': defineWatchKey(follow),
      'watch idleness': defineWatchIdleness({ window: browser, document: browser.document, now }),
      'lock key': defineLockKey(findLogin),
      'watch choice': defineWatchIdleChoice(chosen),
      'remember choice': defineRememberChoice(chosen),
    },
  });
  return { logic };
};

/** The areas of login, keys and signing, and what the rest of the app has of them. */
export const sessionAreas = (deps: SessionDeps): SessionGroup => {
  const parts = createParts(deps);
  const { account, environment, vault, keystore, accounts, lockCall, extension, waiting, findLogin, gate, list } =
    parts;
  const loginGate = loginGateMachine.provide({
    actors: { 'follow account': gate.followAccount, 'tell area': gate.tellArea },
  });
  const extensionWatch = extensionWatchMachine.provide({
    actors: { 'look for extension': defineLookForExtension(extension) },
  });
  // read at each start, so that a login that is started again begins as the storage has it by then
  const login = {
    logic: loginOf(parts, deps),
    get input() {
      return restored(parts);
    },
  };
  const current = createCurrentSigner({ account, vault, extension });
  const { method, persisted } = account.get();
  const isKeyGone = method === 'nsec' && !persisted && restored(parts).method === 'none';
  return {
    areas: {
      login,
      'login-gate': { logic: loginGate },
      'extension-watch': { logic: extensionWatch },
      ...keyAreas(parts),
      'idle-lock': idleLockOf(parts, deps),
    },
    session: {
      // an extension with the key of another account must not sign
      signer: () => (findLogin()?.getSnapshot().hasTag('can sign') ? current() : undefined),
      accounts: list,
      waiting,
      lock: lockCall.make,
      savingProblem: () => savingProblem(environment),
      async confirm(passphrase) {
        const { pubkey } = account.get();
        if (pubkey === undefined || !accounts.has(pubkey)) return;
        (await vault.reveal(await keystore.get(pubkey), sealed(passphrase ?? ''))).take();
      },
    },
    started() {
      if (isKeyGone) deps.notify({ code: 'key-gone' });
      // whoever signs listens to the account only
      followLogin(deps.follow, () => account.set({ ...account.get() }));
      void accounts.readAgain();
    },
  };
};
