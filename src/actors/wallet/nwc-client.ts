import { createListeners } from '#domain/listeners.ts';
import { tagValue, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import { toSeconds } from '#domain/units.ts';
import type { NwcEncryption } from '#domain/wallet/nwc-encryption.ts';
import { readAnswer, readNotification, type NwcMethod, type WalletTransaction } from '#domain/wallet/nwc.ts';
import type { PublicPairing } from '#domain/wallet/pairing-code.ts';
import { NWC_LISTEN_FIRST_MS, NWC_TIMEOUT_MS, NWC_SINCE_S } from '#domain/wallet/wallet-limits.ts';
import { WalletError, walletProblemOf } from '#domain/wallet/wallet-problem.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { KeeperProcess } from './keeper-process.ts';

export type NwcDeps = {
  readonly requests: Pick<RelayRequests, 'watch' | 'publish'>;
  readonly keeper: KeeperProcess;
  readonly pairing: PublicPairing;
  /** ms since the epoch */
  readonly now: () => number;
};

type Fields = Readonly<Record<string, unknown>>;

/** What a request came to. A result, or a WalletError. */
type Word = { readonly result: Fields } | { readonly failure: WalletError };

export type NwcRequest = {
  readonly method: NwcMethod;
  readonly params?: Fields;
  readonly timeoutMs?: number;
  /** ms since the epoch; after it the wallet must not begin */
  readonly expiresAt?: number;
  /** hears every answer, also late and repeated ones, until the client is closed (NWC-07) */
  readonly onWord?: (word: Word) => void;
};

/** Talks with one remote wallet (NIP-47) over one subscription for as long as it is connected. */
export type NwcClient = {
  /** The result; rejects with a WalletError, 'no-answer' when its time is over (NWC-08). */
  request(asked: NwcRequest): Promise<Fields>;
  /** From now on. */
  speak(encryption: NwcEncryption): void;
  onMoved(listener: (transaction: WalletTransaction) => void): () => void;
  isClosed(): boolean;
  close(): void;
};

type Waiting = { readonly method: NwcMethod; readonly keep: boolean; readonly tell: (word: Word) => void };

/** The answers and notifications of the wallet: of it alone, for us alone, each to the request it names. */
const createListening = ({ requests, keeper, pairing, now }: NwcDeps, waiting: Map<string, Waiting>) => {
  const { walletPubkey, clientPubkey, relays } = pairing;
  const { tell, subscribe } = createListeners<[transaction: WalletTransaction]>();
  const begun = Promise.withResolvers<void>();
  const timer = setTimeout(begun.resolve, NWC_LISTEN_FIRST_MS);
  const encryptionOf = (event: NostrEvent): NwcEncryption => (event.content.includes('?iv=') ? 'nip04' : 'nip44_v2');
  const read = (event: NostrEvent) => keeper.call((worker) => worker.read(event.content, encryptionOf(event)));

  const answered = async (event: NostrEvent) => {
    const id = tagValue(event, 'e') ?? '';
    const asked = waiting.get(id);
    if (!asked) return;
    if (!asked.keep) waiting.delete(id);
    try {
      asked.tell({ result: readAnswer(await read(event), asked.method) });
    } catch (error) {
      asked.tell({ failure: new WalletError(walletProblemOf(error)) });
    }
  };
  const notified = async (event: NostrEvent) => {
    const moved = await read(event).then(readNotification, () => undefined);
    if (moved) tell(moved);
  };
  const stop = requests.watch({
    keepsPlace: true,
    relays,
    filters: [
      {
        kinds: [KIND.walletResponse, KIND.walletNotification, KIND.walletNotificationOld],
        authors: [walletPubkey],
        '#p': [clientPubkey],
        since: toSeconds(now()) - NWC_SINCE_S,
      },
    ],
    onEvent(event) {
      if (event.pubkey !== walletPubkey || tagValue(event, 'p') !== clientPubkey) return;
      void (event.kind === KIND.walletResponse ? answered(event) : notified(event));
    },
    onEose: begun.resolve,
  });
  return {
    begun: begun.promise,
    onMoved: subscribe,
    stop() {
      clearTimeout(timer);
      begun.resolve();
      stop();
    },
  };
};

/** See `NwcClient`. */
export const createNwcClient = (deps: NwcDeps): NwcClient => {
  const { requests, keeper, pairing, now } = deps;
  const waiting = new Map<string, Waiting>();
  const listening = createListening(deps, waiting);
  const closed = new AbortController();
  let encryption: NwcEncryption = 'nip04';

  const signed = async ({ method, params = {}, expiresAt }: NwcRequest) => {
    const body = JSON.stringify({ method, params });
    refuseSecrets(body);
    const end = expiresAt === undefined ? undefined : toSeconds(expiresAt);
    return await keeper.call((worker) => worker.request(body, encryption, toSeconds(now()), end));
  };
  const bring = async (event: NostrEvent, timeoutMs: number) => {
    try {
      await requests.publish(event, pairing.relays, { timeoutMs, signal: closed.signal });
    } catch {
      throw new WalletError({ code: 'no-relay' });
    }
  };
  return {
    speak: (agreed) => void (encryption = agreed),
    onMoved: listening.onMoved,
    async request(asked) {
      const { method, timeoutMs = NWC_TIMEOUT_MS, onWord } = asked;
      await listening.begun;
      if (closed.signal.aborted) throw new WalletError({ code: 'not-connected' });
      const event = await signed(asked);
      const answer = Promise.withResolvers<Fields>();
      const tell = (word: Word) => {
        if ('result' in word) answer.resolve(word.result);
        else answer.reject(word.failure);
        onWord?.(word);
      };
      waiting.set(event.id, { method, keep: onWord !== undefined, tell });
      const fail = (failure: WalletError) => {
        if (!onWord) waiting.delete(event.id);
        answer.reject(failure);
      };
      const timer = setTimeout(() => fail(new WalletError({ code: 'no-answer', ms: timeoutMs })), timeoutMs);
      const end = () => fail(new WalletError({ code: 'not-connected' }));
      closed.signal.addEventListener('abort', end);
      // the answer may be faster than the OK of the relay
      bring(event, timeoutMs).catch(fail);
      try {
        return await answer.promise;
      } finally {
        clearTimeout(timer);
        closed.signal.removeEventListener('abort', end);
      }
    },
    isClosed: () => closed.signal.aborted,
    close() {
      closed.abort();
      listening.stop();
      waiting.clear();
    },
  };
};
