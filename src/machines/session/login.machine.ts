import { assign, emit, not, raise, setup, type AnyEventObject } from 'xstate';
import type { Account, LoginMethod } from '#domain/session/account.ts';
import { Failure, problemOf, type Problem } from '#domain/problem.ts';
import { keyProblemOf } from '#domain/session/key-problem.ts';
import { personOf } from '#domain/social/person-input.ts';
import { EXTENSION_PUBLIC_KEY_TIMEOUT_MS, WAIT_STEP_MS } from '#domain/session/session-limits.ts';
import type { Sealed } from '#domain/protocol/sealed.ts';
import { actionSlot, callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What is typed to log in by a secret key. */
export type TypedKey = {
  /** nsec, 64 hex characters or ncryptsec */
  readonly secret: string;
  /** save the key on this device, encrypted under the passphrase (LOGIN-29) */
  readonly keep: boolean;
  /** to protect a saved key, or the one of an ncryptsec */
  readonly passphrase: string;
  readonly confirmation: string;
};

/** Who is logged in now, and whether the key is (or came from) a saved record. */
export type Opened = { readonly pubkey: string; readonly persisted: boolean };

/** What the extension says at the start about the account it was used for before. */
export type ExtensionCheck = 'same' | 'other' | 'missing' | 'silent';

export type LoginEvent =
  /** `quiet`: a failure is not shown, as in the header (LOGIN-21) */
  | { type: 'login.extension'; quiet?: boolean }
  | { type: 'login.secret'; typed: Sealed<TypedKey> }
  /** npub or 64 hex characters: a login that only reads */
  | { type: 'login.pubkey'; text: string }
  /** stops a login that is under way */
  | { type: 'login.cancel' }
  /** the message was read, or its form closed */
  | { type: 'login.dismiss' }
  /** another machine opened a key: a saved account or a generated key */
  | ({ type: 'key.opened' } & Opened)
  /** by hand, or after the chosen time without a touch; one that is not saved can only be locked so */
  | { type: 'key.lock' }
  /** the extension has another key: go on reading as the account of before */
  | { type: 'account.keep' }
  | { type: 'account.signOut' };

type Changed = { pubkey: string | undefined; method: LoginMethod; saved: boolean };

type SlotEvent =
  /** as the storage has it, perhaps by another tab; `method`: 'nip07' when an extension signs; `saved`: its key is saved here */
  | ({ type: 'account.changed' } & Changed)
  /** the worker with the key is gone */
  | { type: 'key.lost' }
  /** the account's key was saved, perhaps in another tab */
  | { type: 'key.saved' }
  /** the saved record of the account's key was deleted */
  | { type: 'key.unsaved' }
  | { type: 'extension.appeared' };

type OwnEvent =
  | ({ type: 'account.opened'; method: LoginMethod } & Opened)
  /** the account is to be written down */
  | { type: 'account.record' };

export type LoginEmitted =
  | { type: 'account.signedOut'; pubkey: string | undefined }
  /** something a person should know */
  | { type: 'notice'; problem: Problem };

type Failed = { error: unknown };
/** What went wrong with an extension; only a quiet login is to be logged, for the other shows it (LOGIN-21, ERR-03). */
type Unshown = Failed & { quiet: boolean };
type Context = Account & { problem: Problem | undefined; waitedS: number; quiet: boolean };

const SILENT = new Failure({ code: 'extension-silent' });
const NOBODY: Account = { pubkey: undefined, method: 'none', persisted: false };

/** Only an ncryptsec has a passphrase of its own here. */
const keyProblemIn = (error: unknown): Problem => {
  const key = keyProblemOf(error);
  return { code: 'key', key, flow: key === 'wrong-passphrase' ? 'import' : 'login' };
};
const shown = ({ quiet }: Context, problem: Problem) => ({ problem: quiet ? undefined : problem });
const notice = (problem: Problem): LoginEmitted => ({ type: 'notice', problem });
const opened = ({ pubkey, persisted }: Opened, method: LoginMethod) =>
  ({ type: 'account.opened', method, pubkey, persisted }) as const;

/**
 * Who is logged in and how (LOGIN-01 to LOGIN-37): visitor, read only by public key, extension, or secret key locked or
 * unlocked. `attempt` is a login under way beside it, so that a login that fails or is cancelled changes nothing.
 */
export const loginMachine = setup({
  types: {} as {
    context: Context;
    events: LoginEvent | SlotEvent | OwnEvent;
    input: Account;
    emitted: LoginEmitted;
    tags:
      | 'visitor'
      | 'logged in'
      | 'read only'
      | 'extension'
      | 'extension missing'
      | 'other key'
      | 'locked'
      | 'unlocked'
      | 'can sign'
      | 'busy'
      | 'asking extension'
      | 'opening secret';
  },
  actors: {
    'ask extension': promiseSlot<string>('ask extension'),
    'check extension': promiseSlot<ExtensionCheck, { pubkey: string }>('check extension'),
    'await extension': callbackSlot('await extension'),
    'open secret': promiseSlot<Opened, { typed: Sealed<TypedKey> }>('open secret'),
    'guard key': callbackSlot<AnyEventObject, { pubkey: string }>('guard key'),
    'remember account': promiseSlot<void, Account>('remember account'),
    'watch account': callbackSlot('watch account'),
  },
  guards: {
    'is by extension': (_, { method }: { method: LoginMethod }) => method === 'nip07',
    'is by secret': (_, { method }: { method: LoginMethod }) => method === 'nsec',
    'is the same key': ({ context }, { pubkey, method }: { pubkey: string; method: LoginMethod }) =>
      method === 'nsec' && pubkey === context.pubkey,
    'is somebody': ({ context }) => context.pubkey !== undefined,
    'is somebody else': ({ context }, { pubkey }: Changed) => pubkey !== undefined && pubkey !== context.pubkey,
    'is somebody else by extension': ({ context }, { pubkey, method }: Changed) =>
      method === 'nip07' && pubkey !== undefined && pubkey !== context.pubkey,
    'is the same by extension': ({ context }, { pubkey, method }: Changed) =>
      method === 'nip07' && pubkey === context.pubkey,
    'is somebody else with a saved key': ({ context }, { pubkey, saved }: Changed) =>
      saved && pubkey !== undefined && pubkey !== context.pubkey,
    'is nobody any more': ({ context }, { pubkey }: Changed) => pubkey === undefined && context.pubkey !== undefined,
    'is saved': ({ context }) => context.persisted,
    'ends an unsaved key': ({ context }, { pubkey }: Changed) => !context.persisted && pubkey !== context.pubkey,
    'is a public key': (_, { text }: { text: string }) => personOf(text) !== undefined,
    'has another key': (_, { check }: { check: ExtensionCheck }) => check === 'other',
    'is missing': (_, { check }: { check: ExtensionCheck }) => check === 'missing',
    'is silent': (_, { check }: { check: ExtensionCheck }) => check === 'silent',
  },
  actions: {
    'note account': assign((_, { pubkey, method, persisted }: Account) => ({ pubkey, method, persisted })),
    'note reader': assign((_, { pubkey }: Changed) => ({ ...NOBODY, pubkey })),
    'note extension': assign((_, { pubkey }: Changed) => ({ ...NOBODY, pubkey, method: 'nip07' as const })),
    'note owner': assign((_, { pubkey }: Changed) => ({ pubkey, method: 'nsec' as const, persisted: true })),
    'forget account': assign(NOBODY),
    'note saved': assign({ persisted: true }),
    'note unsaved': assign({ persisted: false }),
    'forget key': assign({ method: 'none', persisted: false }),
    'remember account': raise({ type: 'account.record' }),
    follow: raise((_, changed: Changed) => ({ type: 'account.changed' as const, ...changed })),
    'open by extension': raise((_, { pubkey }: { pubkey: string }) => opened({ pubkey, persisted: false }, 'nip07')),
    'open by secret': raise((_, key: Opened) => opened(key, 'nsec')),
    'open by pubkey': raise((_, { text }: { text: string }) =>
      opened({ pubkey: personOf(text) ?? '', persisted: false }, 'none'),
    ),
    begin: assign((_, { quiet }: { quiet: boolean }) => ({ problem: undefined, waitedS: 0, quiet })),
    'count second': assign({ waitedS: ({ context }) => context.waitedS + 1 }),
    'forget message': assign({ problem: undefined }),
    'keep that the pubkey is invalid': assign({ problem: { code: 'invalid-pubkey' } }),
    'keep that the extension is silent': assign(({ context }) => shown(context, { code: 'extension-silent' })),
    'keep extension problem': assign(({ context }, { error }: Failed) =>
      shown(context, problemOf(error, { code: 'extension-login-failed' })),
    ),
    'keep key problem': assign({ problem: (_, { error }: Failed) => keyProblemIn(error) }),
    'log failure': actionSlot<Unshown>('log failure'),
    'tell of sign-out': emit(({ context }) => ({ type: 'account.signedOut' as const, pubkey: context.pubkey })),
    'tell of other tab': emit(notice({ code: 'logged-in-elsewhere' })),
    'tell of other key': emit(notice({ code: 'extension-other-key' })),
    'tell that the key is gone': emit(notice({ code: 'key-gone' })),
    'tell that the idle key is gone': emit(notice({ code: 'key-idle' })),
    'tell that the key was lost': emit(notice({ code: 'key-lost' })),
    'tell that tabs are not seen': emit(notice({ code: 'tabs-unseen' })),
  },
  delays: { extensionTimeout: EXTENSION_PUBLIC_KEY_TIMEOUT_MS, second: WAIT_STEP_MS },
}).createMachine({
  id: 'login',
  type: 'parallel',
  context: ({ input: { pubkey, method, persisted } }) => ({
    pubkey,
    method,
    persisted,
    problem: undefined,
    waitedS: 0,
    quiet: false,
  }),
  invoke: { id: 'watch account', src: 'watch account', onError: { actions: 'tell that tabs are not seen' } },
  states: {
    account: {
      initial: 'starting',
      on: {
        'account.opened': [
          {
            guard: { type: 'is by extension', params: ({ event }) => event },
            target: '.extension.confirmed',
            actions: [{ type: 'note account', params: ({ event }) => event }, 'remember account'],
          },
          {
            guard: { type: 'is by secret', params: ({ event }) => event },
            target: '.unlocked',
            actions: [{ type: 'note account', params: ({ event }) => event }, 'remember account'],
          },
          {
            target: '.readOnly',
            actions: [{ type: 'note account', params: ({ event }) => event }, 'remember account'],
          },
        ],
        'account.changed': [
          {
            guard: { type: 'is nobody any more', params: ({ event }) => event },
            target: '.visitor',
            actions: ['tell of sign-out', 'forget account', 'remember account'],
          },
          {
            guard: { type: 'is somebody else by extension', params: ({ event }) => event },
            target: '.extension',
            actions: [
              { type: 'note extension', params: ({ event }) => event },
              'remember account',
              'tell of other tab',
            ],
          },
          {
            guard: { type: 'is somebody else with a saved key', params: ({ event }) => event },
            target: '.locked',
            actions: [{ type: 'note owner', params: ({ event }) => event }, 'remember account', 'tell of other tab'],
          },
          {
            guard: { type: 'is somebody else', params: ({ event }) => event },
            target: '.readOnly',
            actions: [{ type: 'note reader', params: ({ event }) => event }, 'remember account', 'tell of other tab'],
          },
        ],
        'account.signOut': {
          guard: 'is somebody',
          target: '.visitor',
          actions: ['tell of sign-out', 'forget account', 'remember account'],
        },
      },
      states: {
        starting: {
          always: [
            { guard: { type: 'is by extension', params: ({ context }) => context }, target: 'extension' },
            { guard: { type: 'is by secret', params: ({ context }) => context }, target: 'locked' },
            { guard: 'is somebody', target: 'readOnly' },
            { target: 'visitor' },
          ],
        },
        visitor: { tags: 'visitor' },
        readOnly: {
          description: 'Only the public key is known.',
          tags: ['logged in', 'read only'],
          on: {
            'account.changed': {
              guard: { type: 'is the same by extension', params: ({ event }) => event },
              target: 'extension',
              actions: { type: 'note extension', params: ({ event }) => event },
            },
          },
        },
        extension: {
          description: 'Signs by the extension; without one, signing fails.',
          tags: ['logged in', 'extension', 'can sign'],
          initial: 'checking',
          states: {
            checking: {
              description: 'Asks the extension in silence whether it still has the key of this account.',
              invoke: {
                id: 'check extension',
                src: 'check extension',
                input: ({ context }) => ({ pubkey: context.pubkey ?? '' }),
                onDone: [
                  {
                    guard: { type: 'has another key', params: ({ event }) => ({ check: event.output }) },
                    target: '#login.account.otherKey',
                  },
                  {
                    guard: { type: 'is missing', params: ({ event }) => ({ check: event.output }) },
                    target: 'missing',
                  },
                  { guard: { type: 'is silent', params: ({ event }) => ({ check: event.output }) }, target: 'silent' },
                  { target: 'confirmed' },
                ],
                onError: 'silent',
              },
            },
            confirmed: {},
            silent: {
              description: 'The extension did not answer or refused; it is asked again when something is signed.',
            },
            missing: {
              tags: 'extension missing',
              invoke: { id: 'await extension', src: 'await extension', onError: 'silent' },
              on: { 'extension.appeared': 'checking' },
            },
          },
        },
        otherKey: {
          description: 'The extension has the key of another account, so nothing can be signed as this one.',
          tags: ['logged in', 'other key'],
          entry: 'tell of other key',
          on: { 'account.keep': { target: 'readOnly', actions: ['forget key', 'remember account'] } },
        },
        locked: {
          tags: ['logged in', 'locked'],
          on: { 'key.unsaved': { target: 'readOnly', actions: ['forget key', 'remember account'] } },
        },
        unlocked: {
          tags: ['logged in', 'unlocked', 'can sign'],
          invoke: {
            id: 'guard key',
            src: 'guard key',
            input: ({ context }) => ({ pubkey: context.pubkey ?? '' }),
            onError: { target: 'locked', actions: 'tell that the key was lost' },
          },
          on: {
            'account.opened': {
              guard: { type: 'is the same key', params: ({ event }) => event },
              actions: [{ type: 'note account', params: ({ event }) => event }, 'remember account'],
            },
            'account.changed': {
              guard: { type: 'ends an unsaved key', params: ({ event }) => event },
              target: 'readOnly',
              actions: ['forget key', 'tell that the key is gone', { type: 'follow', params: ({ event }) => event }],
            },
            'key.saved': { guard: not('is saved'), actions: ['note saved', 'remember account'] },
            'key.unsaved': { actions: ['note unsaved', 'remember account'] },
            'key.lock': [
              { guard: 'is saved', target: 'locked' },
              { target: 'readOnly', actions: ['forget key', 'remember account', 'tell that the idle key is gone'] },
            ],
            'key.lost': [
              { guard: 'is saved', target: 'locked', actions: 'tell that the key was lost' },
              { target: 'readOnly', actions: ['forget key', 'remember account', 'tell that the key is gone'] },
            ],
          },
        },
      },
    },
    attempt: {
      initial: 'idle',
      on: {
        'login.extension': {
          target: '.askingExtension',
          actions: { type: 'begin', params: ({ event }) => ({ quiet: event.quiet ?? false }) },
        },
        'login.secret': { target: '.openingSecret', actions: { type: 'begin', params: { quiet: false } } },
        'login.pubkey': [
          {
            guard: { type: 'is a public key', params: ({ event }) => event },
            target: '.idle',
            actions: ['forget message', { type: 'open by pubkey', params: ({ event }) => event }],
          },
          { target: '.idle', actions: 'keep that the pubkey is invalid' },
        ],
        'key.opened': {
          target: '.idle',
          actions: ['forget message', { type: 'open by secret', params: ({ event }) => event }],
        },
        'login.cancel': { target: '.idle', actions: 'forget message' },
        'account.signOut': { target: '.idle', actions: 'forget message' },
        'login.dismiss': { actions: 'forget message' },
      },
      states: {
        idle: {},
        askingExtension: {
          description: 'Waits for the extension to give the public key.',
          tags: ['busy', 'asking extension'],
          invoke: {
            id: 'ask extension',
            src: 'ask extension',
            onDone: {
              target: 'idle',
              actions: { type: 'open by extension', params: ({ event }) => ({ pubkey: event.output }) },
            },
            onError: {
              target: 'idle',
              actions: [
                { type: 'keep extension problem', params: ({ event }) => ({ error: event.error }) },
                { type: 'log failure', params: ({ context, event }) => ({ quiet: context.quiet, error: event.error }) },
              ],
            },
          },
          after: {
            extensionTimeout: {
              target: 'idle',
              actions: [
                'keep that the extension is silent',
                { type: 'log failure', params: ({ context: { quiet } }) => ({ quiet, error: SILENT }) },
              ],
            },
          },
          initial: 'counting',
          states: {
            counting: { after: { second: { target: 'counting', reenter: true, actions: 'count second' } } },
          },
        },
        openingSecret: {
          tags: ['busy', 'opening secret'],
          invoke: {
            id: 'open secret',
            src: 'open secret',
            input: ({ event }) => ({ typed: (event as { typed: Sealed<TypedKey> }).typed }),
            onDone: {
              target: 'idle',
              actions: { type: 'open by secret', params: ({ event }) => event.output },
            },
            onError: {
              target: 'idle',
              actions: { type: 'keep key problem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    memory: {
      description: 'What the storage knows of the account, and what a login brings with it.',
      initial: 'remembering',
      states: {
        settled: { on: { 'account.record': 'remembering' } },
        remembering: {
          on: { 'account.record': { target: 'remembering', reenter: true } },
          invoke: {
            id: 'remember account',
            src: 'remember account',
            input: ({ context: { pubkey, method, persisted } }) => ({ pubkey, method, persisted }),
            onDone: 'settled',
            onError: 'settled',
          },
        },
      },
    },
  },
});
