import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { awaitsPayment } from '#domain/ecash/ledger/deposit.ts';
import { makesOffers } from '#domain/ecash/ledger/made-offer.ts';
import type { HistoryRow } from '#domain/ecash/ledger/ledger-history.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { readSats } from '#domain/money/sats.ts';
import type { EcashMint } from '#ports/ecash.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { buttonClass } from '#ui/kit/button-class.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { FormSheet } from '#ui/kit/form-sheet.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import type { PageProps } from '#ui/money/ecash-pages.ts';
import { useBegun, useFollowUp } from '#ui/money/follow-up.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { ownOfferTexts } from '#ui/texts/own-offer.ts';
import { ActProblem, anew, useAct } from '#ui/ecash/act.tsx';
import { AmountField } from '#ui/ecash/amount-field.tsx';
import { limitOf } from './deposit-limit.ts';
import { DepositInvoice } from './deposit-invoice.tsx';
import { depositEnd } from '#ui/ecash/ended-why.ts';
import { MintChoice } from '#ui/ecash/mints/mint-choice.tsx';
import { NeedsMint } from '#ui/ecash/mints/needs-mint.tsx';
import { Sats } from '#ui/ecash/sats.tsx';
import { useIsDepositLate } from './use-deposit-look.ts';
import { useEcash } from '#ui/ecash/use-ecash.ts';
import { useMintName, useOperation } from '#ui/ecash/use-operation.ts';
import { Memo } from '#ui/ecash/memo.tsx';
import { Steps } from '#ui/kit/steps.tsx';

const texts = ecashMovesTexts.deposit;

/** The other way: one that stays. */
const Reusable = ({ mints }: { mints: readonly EcashMint[] }) => {
  const followUp = useFollowUp();
  if (!mints.some(({ facts }) => facts && makesOffers(facts))) return null;
  return (
    <Button look="line" icon="qr" aria-haspopup="dialog" onClick={() => followUp('offer')}>
      {ownOfferTexts.get}
    </Button>
  );
};

type WishProps = { mints: readonly EcashMint[]; onBegun: (id: string) => void; onClose: () => void };

const Wish = ({ mints, onBegun, onClose }: WishProps) => {
  const ecash = useEcash();
  const act = useAct();
  const [amount, type] = useState('');
  const [memo, note] = useState('');
  const { of }: AppSearch = useSearch({ strict: false });
  const [url, choose] = useState(of);
  const [wrong, tell] = useState<string>();
  const mint = mints.find((one) => one.url === url) ?? mints[0]!;
  const submit = () => {
    const sats = readSats(amount);
    const problem = sats === undefined ? ecashMovesTexts.noAmount : limitOf(mint, sats, 'bolt11');
    tell(problem);
    if (sats === undefined || problem !== undefined) return;
    const said = memo.trim();
    act.run(async () =>
      onBegun(await ecash.deposit({ mint: mint.url, amount: sats, ...(said !== '' && { memo: said }) })),
    );
  };
  const typeAnew = anew(type, () => tell(undefined), act.forget);
  return (
    <FormSheet
      title={texts.title}
      cancel={ecashMovesTexts.cancel}
      submit={texts.make}
      look="value"
      busy={act.isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <AmountField value={amount} onChange={typeAnew} problem={wrong} />
      <MintChoice label={ecashMovesTexts.mint} mints={mints} value={mint.url} onChoose={choose} />
      <Memo value={memo} onChange={note} hint={texts.memoHint} />
      <Reusable mints={mints} />
      <ActProblem act={act} />
    </FormSheet>
  );
};

const DepositDone = ({ row, onClose }: { row: HistoryRow; onClose: () => void }) => {
  const nameOf = useMintName();
  return (
    <Sheet
      title={texts.received}
      onClose={onClose}
      foot={
        <Button look="primary" onClick={onClose}>
          {ecashMovesTexts.done}
        </Button>
      }
    >
      <div className="done">
        <Icon name="check" size="l" />
      </div>
      <Sats amount={row.amount} sign="+" center />
      <Steps
        steps={[
          { state: 'done', text: texts.paid },
          { state: 'done', text: texts.issued(nameOf(row.mint)) },
          { state: 'done', text: texts.saved },
        ]}
      />
    </Sheet>
  );
};

const DepositOpen = ({ record, onClose }: { record: Operation; onClose: () => void }) => {
  const nameOf = useMintName();
  const isOver = useIsDepositLate(record);
  const isOpen = awaitsPayment(record) && !isOver;
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{ecashMovesTexts.close}</Button>
          {isOpen && (
            <a className={buttonClass({ look: 'value' })} href={`lightning:${record.quote?.invoice ?? ''}`}>
              {texts.open}
            </a>
          )}
        </>
      }
    >
      <Sats amount={record.amount} center />
      {record.phase === 'attention' ? (
        <Banner tone="bad" icon="alert" title={texts.attention(nameOf(record.mint))}>
          {texts.attentionWhy}
        </Banner>
      ) : (
        <DepositInvoice record={record} />
      )}
    </Sheet>
  );
};

type EndedProps = { row: HistoryRow; onClose: () => void; onAgain: () => void };

const DepositEnded = ({ row, onClose, onAgain }: EndedProps) => {
  const { title, why } = depositEnd(row, useMintName()(row.mint));
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onAgain}>{texts.again}</Button>
          <Button look="primary" onClick={onClose}>
            {ecashMovesTexts.close}
          </Button>
        </>
      }
    >
      <Banner icon="clock" title={title}>
        {why}
      </Banner>
    </Sheet>
  );
};

type UnderWayProps = { id: string; onClose: () => void; onAgain: () => void };

const UnderWay = ({ id, onClose, onAgain }: UnderWayProps) => {
  const { record, row } = useOperation(id);
  if (record) return <DepositOpen record={record} onClose={onClose} />;
  if (row?.outcome === 'done') return <DepositDone row={row} onClose={onClose} />;
  if (row) return <DepositEnded row={row} onClose={onClose} onAgain={onAgain} />;
  return (
    <Sheet title={texts.title} onClose={onClose}>
      <output className="hint">{ecashMovesTexts.loading}</output>
    </Sheet>
  );
};

/** Ecash for a Lightning payment: how much, the invoice, and what becomes of it (DEPOSIT-04). */
export const DepositSheet = ({ onBegun, onClose }: PageProps) => {
  const { id, begin, forget } = useBegun(onBegun);
  const followUp = useFollowUp();
  const again = () => {
    forget();
    followUp('deposit');
  };
  if (id !== undefined) return <UnderWay id={id} onClose={onClose} onAgain={again} />;
  return (
    <NeedsMint title={texts.title} wants="mint" onClose={onClose}>
      {(mints) => <Wish mints={mints} onBegun={begin} onClose={onClose} />}
    </NeedsMint>
  );
};
