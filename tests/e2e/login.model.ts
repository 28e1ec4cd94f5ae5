import { createMachine } from 'xstate';

/**
 * What a user can do with login and keys, state by state as the screen shows it, each way and each failure. It knows
 * nothing of the app's own machines.
 */
export const loginModel = createMachine({
  id: 'user',
  initial: 'visitor',
  states: {
    visitor: { on: { openOptions: 'options' } },
    options: {
      on: {
        cancel: 'visitor',
        chooseNsec: 'nsecForm',
        chooseGenerate: 'generation',
        typeBadPubkey: 'pubkeyRefused',
        askRefusingExtension: 'extensionRefused',
        askSilentExtension: 'waiting',
        askExtension: 'extension',
      },
    },
    pubkeyRefused: { on: { typePubkey: 'readOnly' } },
    extensionRefused: { on: { askExtension: 'extension' } },
    waiting: { on: { stopWaiting: 'options' } },
    nsecForm: {
      on: {
        cancel: 'options',
        typeBadSecret: 'secretRefused',
        typeDifferentPassphrases: 'keepRefused',
        typeNsec: 'memory',
      },
    },
    secretRefused: { on: { typeNsec: 'memory' } },
    keepRefused: { on: { typeNsecToKeep: 'saved' } },
    generation: { on: { cancel: 'options', generate: 'generated' } },
    generated: { on: { goOn: 'prompt', back: 'generation' } },
    prompt: { on: { skip: 'memory', save: 'saved', close: 'generated' } },
    memory: { on: { askSignOut: 'signOutOne' } },
    signOutOne: { on: { cancel: 'memory', confirm: 'visitor' } },
    readOnly: { on: { signOut: 'visitor' } },
    extension: { on: { signOut: 'visitor' } },
    saved: { on: { lock: 'locked', view: 'viewing', askSignOut: 'signOutTwo' } },
    viewing: { on: { cancel: 'saved', wrong: 'viewRefused', right: 'shown' } },
    viewRefused: { on: { right: 'shown' } },
    shown: { on: { hide: 'saved' } },
    locked: { on: { unlock: 'unlocking' } },
    unlocking: { on: { cancel: 'locked', empty: 'unlockEmpty', wrong: 'unlockRefused', right: 'saved' } },
    unlockEmpty: { on: { right: 'saved' } },
    unlockRefused: { on: { right: 'saved', cancel: 'locked' } },
    signOutTwo: { on: { cancel: 'saved', confirm: 'visitorSaved', delete: 'visitor' } },
    visitorSaved: { on: { openOptions: 'optionsSaved' } },
    optionsSaved: { on: { cancel: 'visitorSaved', chooseSaved: 'accounts' } },
    accounts: { on: { cancel: 'optionsSaved', choose: 'accountUnlock', askDelete: 'deleting' } },
    accountUnlock: { on: { back: 'accounts', wrong: 'accountRefused', right: 'saved' } },
    accountRefused: { on: { right: 'saved' } },
    deleting: { on: { back: 'accounts', delete: 'noAccounts' } },
    noAccounts: { on: { cancel: 'options' } },
  },
});
