import { createListeners } from '#domain/listeners.ts';
import { useSelector } from '@xstate/react';
import { useMemo, useSyncExternalStore } from 'react';
import type { ToldPages } from '#domain/money/money-history.ts';
import { TRANSACTIONS_PAGE, type WalletTransaction } from '#domain/wallet/nwc.ts';
import { entryOfTransaction } from '#domain/wallet/payment-entry.ts';
import { canDo } from '#domain/wallet/wallet.ts';
import { walletProblemOf, type WalletProblem } from '#domain/wallet/wallet-problem.ts';
import { useArea } from '#ui/system-context.ts';
import { useWallet } from '#ui/wallet/use-wallet.ts';

type Told = {
  readonly pages: ToldPages | undefined;
  readonly problem: WalletProblem | undefined;
  readonly isBusy: boolean;
};

const NOTHING: Told = { pages: undefined, problem: undefined, isBusy: false };

/** The list of a wallet as far as it was asked for; the first listener asks for the first page. */
const createPages = (ask: (offset: number) => Promise<readonly WalletTransaction[]>) => {
  const { tell, subscribe } = createListeners();
  let told = NOTHING;
  const set = (next: Told) => {
    told = next;
    tell();
  };
  const more = async () => {
    if (told.isBusy || told.pages?.isAll) return;
    set({ ...told, isBusy: true, problem: undefined });
    const known = told.pages?.entries ?? [];
    try {
      const rows = await ask(known.length);
      const entries = [...known, ...rows.map((row, at) => entryOfTransaction(row, known.length + at))];
      set({ pages: { entries, isAll: rows.length < TRANSACTIONS_PAGE }, problem: undefined, isBusy: false });
    } catch (error) {
      set({ ...told, problem: walletProblemOf(error), isBusy: false });
    }
  };
  return {
    more: () => void more(),
    get: () => told,
    subscribe(listener: () => void) {
      if (told === NOTHING) void more();
      return subscribe(listener);
    },
  };
};

const NO_PAGES = { get: () => NOTHING, subscribe: () => () => {} };

/** What the connected wallet tells of its own list, page by page; `more` is undefined when there is no more to ask for. */
export const useTold = (): Told & { readonly more: (() => void) | undefined } => {
  const { transactions } = useWallet();
  const wallet = useSelector(useArea('wallet-connection'), ({ context: { wallet: one } }) =>
    one?.kind === 'nwc' && canDo(one, 'list_transactions') ? one.walletPubkey : undefined,
  );
  const pages = useMemo(() => (wallet === undefined ? undefined : createPages(transactions)), [wallet, transactions]);
  const { subscribe, get } = pages ?? NO_PAGES;
  const told = useSyncExternalStore(subscribe, get);
  return { ...told, more: told.pages?.isAll ? undefined : pages?.more };
};
