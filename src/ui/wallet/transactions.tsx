import { useState } from 'react';
import { TRANSACTIONS_PAGE, type WalletTransaction } from '#domain/wallet/nwc.ts';
import { walletProblemOf, type WalletProblem } from '#domain/wallet/wallet-problem.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { dateLabel } from '#ui/texts/formats.ts';
import { walletProblemText, walletTexts as texts } from '#ui/texts/wallet.ts';
import { useWallet } from './use-wallet.ts';

type Shown = { readonly rows: readonly WalletTransaction[]; readonly isAll: boolean };

const nameOf = (row: WalletTransaction): string =>
  row.description || (row.type === 'incoming' ? texts.received : texts.sent);

const Row = ({ row }: { row: WalletTransaction }) => {
  const isIn = row.type === 'incoming';
  const state = texts.states[row.state];
  return (
    <li className="item">
      <Icon name={isIn ? 'in' : 'out'} />
      <span className="item__txt">
        <b dir="auto">{nameOf(row)}</b>
        <small>{[dateLabel(row.settledAt ?? row.createdAt), state].filter(Boolean).join(', ')}</small>
      </span>
      <span className="num">{`${isIn ? '+' : '−'}${texts.sats(Math.floor(row.msats / 1_000))}`}</span>
    </li>
  );
};

const usePages = () => {
  const { transactions } = useWallet();
  const [shown, show] = useState<Shown>();
  const [problem, setProblem] = useState<WalletProblem>();
  const [isBusy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const known = shown?.rows ?? [];
      const rows = await transactions(known.length);
      show({ rows: [...known, ...rows], isAll: rows.length < TRANSACTIONS_PAGE });
    } catch (error) {
      setProblem(walletProblemOf(error));
    }
    setBusy(false);
  };
  return { shown, problem, isBusy, load: () => void load() };
};

/** What came and went, page by page, when it is asked for (NWC-14). */
export const Transactions = () => {
  const { shown, problem, isBusy, load } = usePages();
  return (
    <>
      {shown && shown.rows.length === 0 && <p className="hint">{texts.noHistory}</p>}
      {shown && shown.rows.length > 0 && (
        <ul className="list" aria-label={texts.history}>
          {shown.rows.map((row, index) => (
            <Row key={`${row.paymentHash ?? ''} ${index}`} row={row} />
          ))}
        </ul>
      )}
      {problem && <Problem>{texts.error(walletProblemText(problem))}</Problem>}
      {!shown?.isAll && (
        <Button look="line" busy={isBusy} onClick={load}>
          {shown ? texts.more : texts.showHistory}
        </Button>
      )}
    </>
  );
};
