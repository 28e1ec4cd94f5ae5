import { TOKENS_ASKED_ALONE_MOST, TOKENS_ASKED_ALONE_MS, TOKEN_ANSWERS_KEPT } from '#domain/ecash/ecash-limits.ts';
import { createListeners } from '#domain/listeners.ts';
import type { Ecash, TokenStand } from '#ports/ecash.ts';

/** What a mint said of a token when it was asked last; `at` in ms. */
export type AskedToken =
  | { readonly type: 'asking' }
  | { readonly type: 'told'; readonly stand: TokenStand; readonly at: number }
  | { readonly type: 'silent' };

/** by account and token */
const known = new Map<string, AskedToken>();
const keyOf = (token: string, pubkey = '') => `${pubkey} ${token}`;
const { tell, subscribe } = createListeners();
let recent: readonly number[] = [];

const learn = (key: string, told: AskedToken) => {
  known.delete(key);
  known.set(key, told);
  const [oldest] = known.keys();
  if (known.size > TOKEN_ANSWERS_KEPT && oldest !== undefined) known.delete(oldest);
  tell();
};

/** Whether one more may be asked for without anybody having wished it. */
const isFree = (now: number): boolean => {
  recent = recent.filter((at) => now - at < TOKENS_ASKED_ALONE_MS);
  return recent.length < TOKENS_ASKED_ALONE_MOST;
};

/** What mints said of tokens, in the life of this page, to who was logged in (hex). */
export const askedTokens = {
  get: (token: string, pubkey: string | undefined): AskedToken | undefined => known.get(keyOf(token, pubkey)),
  subscribe,
  /** Asks the mint of a token. `alone`: nobody wished it, so it is asked once, and not too often together with others. */
  ask(ecash: Pick<Ecash, 'askToken'>, token: string, pubkey: string | undefined, alone: boolean): void {
    const [key, now] = [keyOf(token, pubkey), Date.now()];
    if (known.get(key)?.type === 'asking' || (alone && (known.has(key) || !isFree(now)))) return;
    if (alone) recent = [...recent, now];
    learn(key, { type: 'asking' });
    ecash.askToken(token).then(
      (stand) => learn(key, { type: 'told', stand, at: Date.now() }),
      () => learn(key, { type: 'silent' }),
    );
  },
};
