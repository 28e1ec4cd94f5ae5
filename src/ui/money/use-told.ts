import { createListeners } from '#domain/listeners.ts';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { withNewest, withOlder, type HistoryReading, type ToldPages } from '#domain/money/money-history.ts';
import { TOLD_QUESTIONS_MOST } from '#domain/money/money-limits.ts';
import { type WalletTransaction } from '#domain/wallet/nwc.ts';
import { entryOfTransaction } from '#domain/wallet/payment-entry.ts';
import { TRANSACTIONS_PAGE } from '#domain/wallet/wallet-limits.ts';
import { canDo } from '#domain/wallet/wallet.ts';
import { walletProblemOf, type WalletProblem } from '#domain/wallet/wallet-problem.ts';
import { ecashProblemText } from '#ui/ecash/failure-text.ts';
import { useEcashStand } from '#ui/ecash/use-ecash.ts';
import { useArea } from '#ui/system-context.ts';
import { walletProblemText, walletTexts } from '#ui/texts/wallet.ts';
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
  let isStale = false;
  const set = (next: Told) => {
    told = next;
    tell();
  };
  const read = async (offset: number) => (await ask(offset)).map(entryOfTransaction);
  const older = async () => {
    let { pages } = told;
    for (let question = 0; question < TOLD_QUESTIONS_MOST && !pages?.isAll; question += 1) {
      const rows = await read(pages?.count ?? 0);
      pages = withOlder(pages, rows);
      if (rows.length >= TRANSACTIONS_PAGE) break;
    }
    return pages;
  };
  const newest = async () => told.pages && withNewest(told.pages, await read(0), TRANSACTIONS_PAGE);
  const act = async (asking: () => Promise<ToldPages | undefined>) => {
    set({ ...told, isBusy: true, problem: undefined });
    try {
      set({ pages: await asking(), problem: undefined, isBusy: false });
    } catch (error) {
      set({ ...told, problem: walletProblemOf(error), isBusy: false });
    }
    if (!isStale) return;
    isStale = false;
    await act(newest);
  };
  const more = () => {
    if (!told.isBusy && !told.pages?.isAll) void act(older);
  };
  return {
    more,
    /** Money moved: the top of the list is asked for again. */
    renew() {
      if (told.isBusy) isStale = true;
      else if (told.pages) void act(newest);
    },
    get: () => told,
    subscribe(listener: () => void) {
      if (told === NOTHING) more();
      return subscribe(listener);
    },
  };
};

const NO_PAGES = { get: () => NOTHING, subscribe: () => () => {} };

type ToldNow = Pick<Told, 'pages' | 'isBusy'> & {
  /** asks for what is older; undefined when there is no more to ask for */
  readonly more: (() => void) | undefined;
  /** how far its newest rows were read; a wallet that is being connected may have some */
  readonly reading: HistoryReading;
  /** what could not be read, in words: the list of the wallet, or the ledger of ecash */
  readonly failure: string | undefined;
};

/** What the connected wallet tells of its own list, page by page. */
export const useTold = (): ToldNow => {
  const { transactions } = useWallet();
  const connection = useArea('wallet-connection');
  const wallet = useSelector(connection, ({ context: { wallet: one } }) =>
    one?.kind === 'nwc' && canDo(one, 'list_transactions') ? one.walletPubkey : undefined,
  );
  const isConnecting = useSelector(connection, (snapshot) => snapshot.hasTag('connecting'));
  const balance = useSelector(connection, ({ context }) => context.wallet?.balance);
  const before = useRef(balance);
  const pages = useMemo(() => (wallet === undefined ? undefined : createPages(transactions)), [wallet, transactions]);
  useEffect(() => {
    if (before.current !== undefined && before.current !== balance) pages?.renew();
    before.current = balance;
  }, [pages, balance]);
  const { subscribe, get } = pages ?? NO_PAGES;
  const told = useSyncExternalStore(subscribe, get);
  const ledgerProblem = useEcashStand()?.problem;
  const failure = told.problem
    ? walletTexts.error(walletProblemText(told.problem))
    : ledgerProblem && ecashProblemText(ledgerProblem);
  const isTold = told.pages !== undefined || pages === undefined;
  const isReading = told.isBusy || isConnecting || !isTold;
  return {
    pages: told.pages,
    isBusy: told.isBusy,
    more: told.pages?.isAll ? undefined : pages?.more,
    reading: failure === undefined ? (isReading ? 'reading' : 'read') : 'failed',
    failure,
  };
};
