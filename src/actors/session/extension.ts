import { Failure, type Problem } from '#domain/problem.ts';
import { isHex64, type NostrEvent } from '#domain/protocol/event.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import { OWN_EVENT_MAX_TAGS } from '#domain/relays/relays-limits.ts';
import {
  EXTENSION_PUBLIC_KEY_TIMEOUT_MS,
  EXTENSION_SIGN_POW_TIMEOUT_MS,
  EXTENSION_SIGN_TIMEOUT_MS,
  EXTENSION_MESSAGE_MAX_CHARACTERS,
} from '#domain/session/session-limits.ts';
import { saysTheSame, type Cipher, type EventTemplate, type Signer } from '#domain/protocol/signer.ts';
import { freezeEvent, readEvent, serialiseEvent, type EventCheck } from '#domain/protocol/verify-frame.ts';

const NO_ANSWER: Problem = { code: 'extension-no-answer' };
const NOT_SIGNED_IN: Problem = { code: 'extension-login-failed' };

const LOGIN = {
  timeoutMs: EXTENSION_PUBLIC_KEY_TIMEOUT_MS,
  late: { code: 'extension-silent' },
  fallback: NOT_SIGNED_IN,
} as const;

/** The interface of NIP-07, as far as an extension really offers it. */
type Nip07 = {
  getPublicKey(): unknown;
  signEvent(event: unknown): unknown;
  readonly nip44?: unknown;
  readonly nip04?: unknown;
};

/** A browser extension that signs (LOGIN-12). */
export type Extension = {
  /** whether there is one at this moment */
  available(): boolean;
  /**
   * The public key it signs for, in hex. Rejects with a Failure: not found, no answer within 15 s, its own words or that it
   * failed (LOGIN-13, LOGIN-14, LOGIN-20).
   */
  publicKey(signal?: AbortSignal): Promise<string>;
  /** Signs as `pubkey`; what comes back is checked before anybody sees it. */
  signer(pubkey: string): Signer;
};

type Deps = {
  /** where an extension puts itself */
  readonly window: { readonly nostr?: unknown };
  /** the check of ids and signatures; loaded when the extension signs first */
  readonly loadCheck: () => Promise<EventCheck>;
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const offers = (value: unknown, first: string, second: string): boolean =>
  isObject(value) && typeof value[first] === 'function' && typeof value[second] === 'function';

/** What the extension said, if it said something that can be seen. */
const saidBy = (error: unknown): Problem | undefined => {
  const message: unknown = isObject(error) ? error['message'] : error;
  const words = typeof message === 'string' ? calmLine(message, EXTENSION_MESSAGE_MAX_CHARACTERS) : '';
  return words !== '' ? { code: 'extension-said', words } : undefined;
};

type Waiting = {
  readonly timeoutMs: number;
  readonly late: Problem;
  readonly fallback: Problem;
  readonly signal?: AbortSignal | undefined;
};

/** What the extension answers, or a Failure with its words; ends after the time or when the signal fires. */
const ask = async (act: () => unknown, { timeoutMs, late, fallback, signal }: Waiting): Promise<unknown> => {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const cancel = () => reject(new Failure({ code: 'extension-cancelled' }));
  const timer = setTimeout(() => reject(new Failure(late)), timeoutMs);
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  try {
    return await Promise.race([stopped, (async () => act())()]);
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(saidBy(error) ?? fallback);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
};

/** A copy of plain data: an extension may answer with an object that changes afterwards. */
const copyOf = (value: unknown): unknown => {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null') as unknown;
  } catch {
    return undefined;
  }
};

/** The signed event, when it is what was asked for and its signature is true. */
const checked = (answer: unknown, template: EventTemplate, pubkey: string, check: EventCheck): NostrEvent => {
  const event = readEvent(copyOf(answer), template.created_at, OWN_EVENT_MAX_TAGS);
  if (!event || !saysTheSame(event, template)) throw new Failure({ code: 'extension-other-event' });
  if (event.pubkey !== pubkey) throw new Failure({ code: 'extension-other-account' });
  const serialised = serialiseEvent(event);
  if (serialised === undefined || !check(serialised, event.id, event.pubkey, event.sig))
    throw new Failure({ code: 'extension-other-event' });
  return freezeEvent(event);
};

/** How long it may take to sign, as a person may have to be asked. */
export const signingTime = ({ tags }: EventTemplate): number =>
  tags.some(([name]) => name === 'nonce') ? EXTENSION_SIGN_POW_TIMEOUT_MS : EXTENSION_SIGN_TIMEOUT_MS;

/** See `Extension`; looks at the window anew each time, since extensions arrive late and leave. */
export const createExtension = ({ window, loadCheck }: Deps): Extension => {
  const found = (): Nip07 | undefined =>
    offers(window.nostr, 'getPublicKey', 'signEvent') ? (window.nostr as Nip07) : undefined;
  const present = (): Nip07 => {
    const nostr = found();
    if (!nostr) throw new Failure({ code: 'extension-missing' });
    return nostr;
  };

  const cipherAct = async (way: 'nip44' | 'nip04', act: 'encrypt' | 'decrypt', pubkey: string, text: string) => {
    const nostr = present();
    const cipher = nostr[way] as Record<typeof act, (pubkey: string, text: string) => unknown>;
    const waiting = { timeoutMs: EXTENSION_SIGN_TIMEOUT_MS, late: NO_ANSWER, fallback: NO_ANSWER };
    const answer = await ask(() => cipher[act](pubkey, text), waiting);
    if (typeof answer !== 'string') throw new Failure(NO_ANSWER);
    return answer;
  };
  const cipher = (way: 'nip44' | 'nip04'): Cipher | undefined =>
    offers(found()?.[way], 'encrypt', 'decrypt')
      ? {
          encrypt: (pubkey, text) => cipherAct(way, 'encrypt', pubkey, text),
          decrypt: (pubkey, text) => cipherAct(way, 'decrypt', pubkey, text),
        }
      : undefined;
  const sign = async (template: EventTemplate, pubkey: string) => {
    const nostr = present();
    const plain = { ...template, tags: template.tags.map((tag) => [...tag]), pubkey };
    const waiting = {
      timeoutMs: signingTime(template),
      late: { code: 'extension-unsigned' },
      fallback: { code: 'extension-refused' },
    } as const;
    const answer = await ask(() => nostr.signEvent(plain), waiting);
    return checked(answer, template, pubkey, await loadCheck());
  };

  return {
    available: () => found() !== undefined,
    async publicKey(signal) {
      const nostr = present();
      const answer = await ask(() => nostr.getPublicKey(), { ...LOGIN, signal });
      const pubkey = typeof answer === 'string' ? answer.trim().toLowerCase() : undefined;
      if (!isHex64(pubkey)) throw new Failure(NOT_SIGNED_IN);
      return pubkey;
    },
    signer: (pubkey) => ({
      pubkey,
      signEvent: (template) => sign(template, pubkey),
      get nip44() {
        return cipher('nip44');
      },
      get nip04() {
        return cipher('nip04');
      },
    }),
  };
};
