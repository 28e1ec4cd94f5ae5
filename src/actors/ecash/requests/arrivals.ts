import { ARRIVALS_MOST, ARRIVALS_AWAY_MOST } from '#domain/ecash/ecash-limits.ts';
import { createListeners } from '#domain/listeners.ts';
import { EcashError, ecashProblemOf } from '#domain/ecash/ecash-problem.ts';
import { tokenEnd } from '#domain/ecash/ledger/ledger-history.ts';
import { requestName } from '#domain/ecash/requests/made-request.ts';
import { readPayload } from '#domain/ecash/requests/payment-payload.ts';
import { tokenInFragment } from '#domain/ecash/tokens/token-link.ts';
import { tagsNamed } from '#domain/protocol/event.ts';
import { PRIVATE_MESSAGE, type OpenedWrap } from '#domain/messages/gift-wrap.ts';
import type { Arrival } from '#ports/ecash.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import { askToken } from '#actors/ecash/wallet/token-look.ts';

const AWAY = 'ecash put away';

/** by which tabs of one browser tell each other what came: one of them reads */
export const ARRIVALS_CHANNEL = 'nuthatch ecash arrivals';

type TabMessage = {
  readonly of: string;
  readonly came?: readonly Arrival[];
  readonly away?: string;
  /** a tab that just began */
  readonly asks?: boolean;
};

export type ArrivalsDeps = {
  readonly purse: () => Pick<Purse, 'pubkey' | 'core' | 'ledger'> | undefined;
  readonly onAccount: (listener: () => void) => () => void;
  /** Tells whether the wallet is locked, now and after each change. */
  readonly onLock: (listener: (isLocked: boolean) => void) => void;
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | undefined;
};

/** Why a message is opened again in the next visit: its token was not taken yet. */
class NotTaken extends Error {}

/** What is shown, the same in every tab: one reads, and the others have it from that one. It is kept nowhere. */
const createTray = ({ purse, onAccount, onLock, channel }: ArrivalsDeps) => {
  const listeners = createListeners();
  const gone = new Set<string>();
  let [arrived, isLocked]: [readonly Arrival[], boolean] = [[], false];
  const change = (next: readonly Arrival[]) => {
    arrived = next;
    listeners.tell();
  };
  const add = (came: readonly Arrival[]) => {
    const fresh = came.filter(({ id }) => !gone.has(id) && arrived.every((known) => known.id !== id));
    if (isLocked || fresh.length === 0) return;
    change([...fresh, ...arrived].toSorted((a, b) => b.at - a.at).slice(0, ARRIVALS_MOST));
  };
  const drop = (id: string) => {
    gone.add(id);
    change(arrived.filter((one) => one.id !== id));
  };
  const say = (message: Omit<TabMessage, 'of'>) => {
    const mine = purse();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that of a window has one
    if (mine) channel?.postMessage({ of: mine.pubkey, ...message } satisfies TabMessage);
  };
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.of !== purse()?.pubkey) return;
    if (data.came) add(data.came);
    if (data.away !== undefined) drop(data.away);
    if (data.asks && arrived.length > 0) say({ came: arrived });
  });
  onAccount(() => {
    change([]);
    say({ asks: true });
  });
  // a locked app holds no money; what is there is read again, or told by other tabs, once it is unlocked
  onLock((now) => {
    if (now === isLocked) return;
    isLocked = now;
    if (isLocked) change([]);
    else say({ asks: true });
  });
  say({ asks: true });
  return {
    arrivals: { get: () => arrived, subscribe: listeners.subscribe },
    put(one: Arrival) {
      add([one]);
      say({ came: [one] });
    },
    drop(id: string) {
      drop(id);
      say({ away: id });
    },
  };
};

/** Tokens that came by private message. What is neither taken nor put away is read again in the next visit. */
export const createArrivals = (deps: ArrivalsDeps) => {
  const { purse } = deps;
  const { arrivals, put, drop } = createTray(deps);
  /** Y of the first proof, by message */
  const ys = new Map<string, string>();
  /** Whether nothing of it is left to be shown: taken, put away, unreadable, here twice, or spent at a mint of this wallet. */
  const isOver = async (wrap: string, token: string): Promise<boolean> => {
    const { core, ledger } = purse()!;
    if ((await ledger.beside.get<readonly string[]>(AWAY))?.includes(wrap)) return true;
    const named = await core.nameToken(token).catch((error: unknown) => {
      if (ecashProblemOf(error).code.startsWith('token-')) return undefined;
      throw error;
    });
    // what no wallet can read
    if (!named) return true;
    const [y = ''] = named.ys;
    if (tokenEnd(await ledger.history(), y) !== undefined) return true;
    const isTwice = [...ys].some(([other, known]) => known === y && other !== wrap);
    ys.set(wrap, y);
    if (isTwice) return true;
    // a mint that is not used is asked by nobody but the user
    if ((await ledger.mints.all()).every(({ url }) => url !== named.mint)) return false;
    const stands = await askToken(core, { ledger }, token).catch(() => undefined);
    return stands?.state === 'spent';
  };
  /** The token in a text; what pays a request that is kept here is taken for that one. */
  const tokenIn = async (text: string): Promise<string | undefined> => {
    const payload = readPayload(text);
    if (!payload) return tokenInFragment(text);
    return (await purse()!.ledger.beside.get(requestName(payload.id))) ? undefined : payload.token;
  };
  return {
    arrivals,
    /** Rejects as long as the message is to be opened again. */
    async hear({ wrap, rumor }: OpenedWrap): Promise<void> {
      const me = purse()?.pubkey;
      const isForMe = tagsNamed(rumor, 'p').some(([, pubkey]) => pubkey === me);
      const token = rumor.kind === PRIVATE_MESSAGE && isForMe ? await tokenIn(rumor.content) : undefined;
      if (token === undefined || (await isOver(wrap.id, token))) return;
      if (me === purse()?.pubkey)
        put({ id: wrap.id, wrap, sender: rumor.pubkey, at: rumor.created_at, token, y: ys.get(wrap.id)! });
      throw new NotTaken();
    },
    async putAway(id: string): Promise<void> {
      const mine = purse();
      if (!mine) throw new EcashError({ code: 'ecash-locked' });
      // what is not written down would stand there again in the next visit
      await mine.ledger.beside.change<readonly string[]>(AWAY, (before = []) =>
        [id, ...before].slice(0, ARRIVALS_AWAY_MOST),
      );
      drop(id);
    },
  };
};
