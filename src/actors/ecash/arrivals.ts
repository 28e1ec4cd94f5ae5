import { tokenInFragment } from '#domain/ecash/token-link.ts';
import type { OpenedWrap } from '#domain/protocol/gift-wrap.ts';
import type { Arrival } from '#ports/ecash.ts';
import { createListeners } from '#domain/listeners.ts';
import type { Purse } from './purse.ts';

/** as many are shown; the rest waits until some of these were taken */
const ARRIVALS_MOST = 50;
/** as many that were put away are remembered */
const AWAY_MOST = 500;
const AWAY = 'ecash put away';

export type ArrivalsDeps = {
  readonly purse: () => Pick<Purse, 'core' | 'ledger'> | undefined;
  readonly onAccount: (listener: () => void) => () => void;
};

/** Why a message is opened again in the next visit: its token was not taken yet. */
class NotTaken extends Error {}

/** Tokens that came by private message. What is neither taken nor put away is read again in the next visit, and kept nowhere. */
export const createArrivals = ({ purse, onAccount }: ArrivalsDeps) => {
  const listeners = createListeners();
  let arrived: readonly Arrival[] = [];
  const change = (next: readonly Arrival[]) => {
    arrived = next;
    listeners.tell();
  };
  onAccount(() => change([]));
  const isOver = async (wrap: string, token: string): Promise<boolean> => {
    const { core, ledger } = purse()!;
    if ((await ledger.beside.get<readonly string[]>(AWAY))?.includes(wrap)) return true;
    const [y] = (await core.nameToken(token)).ys;
    return (await ledger.history()).some(({ tokenY }) => tokenY === y);
  };
  return {
    arrivals: { get: () => arrived, subscribe: listeners.subscribe },
    /** Rejects as long as the message is to be opened again. */
    async hear({ wrap: { id: wrap }, rumor }: OpenedWrap): Promise<void> {
      const token = tokenInFragment(rumor.content);
      if (token === undefined || (await isOver(wrap, token))) return;
      const one = { id: wrap, sender: rumor.pubkey, at: rumor.created_at, token };
      if (arrived.length < ARRIVALS_MOST) change([one, ...arrived.filter(({ id }) => id !== wrap)]);
      throw new NotTaken();
    },
    async putAway(id: string): Promise<void> {
      change(arrived.filter((one) => one.id !== id));
      await purse()?.ledger.beside.change<readonly string[]>(AWAY, (before = []) =>
        [id, ...before].slice(0, AWAY_MOST),
      );
    },
  };
};
