import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { awaitsPayment, isUnpaid } from '#domain/ecash/ledger/deposit.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { toSeconds } from '#domain/units.ts';
import { routeOf } from '#domain/wallet/wallet.ts';
import { readPayable } from '#domain/wallet/payable.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { QrCode } from '#ui/kit/qr-code.tsx';
import { usePayments } from '#ui/money/use-money.ts';
import { useArea } from '#ui/system-context.ts';
import { dateLabel, whole } from '#ui/texts/formats.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { walletProblemText } from '#ui/texts/wallet.ts';
import { useWallet } from '#ui/wallet/use-wallet.ts';
import { ActProblem, givesOnFocus, useAct } from '#ui/ecash/act.tsx';
import { LookNow } from '#ui/ecash/ask-now.tsx';
import { PollRing } from './poll-ring.tsx';
import { ecashProblemText } from '#ui/ecash/failure-text.ts';
import { useDepositLook, useIsDepositLate } from './use-deposit-look.ts';
import { useEcash } from '#ui/ecash/use-ecash.ts';
import { useIsEcashOpen } from '#ui/ecash/use-ecash-access.ts';
import { useMintName } from '#ui/ecash/use-operation.ts';

const texts = ecashMovesTexts.deposit;

/** Whether the mint knows of the payment, when it is asked again, and asking it now. */
const DepositPoll = ({ record, isOver }: { record: Operation; isOver: boolean }) => {
  const nameOf = useMintName();
  const isOpen = useIsEcashOpen();
  const { isHere, isAsking, isLate, checks, withinSeconds } = useDepositLook(record.id);
  const isTaking = !awaitsPayment(record);
  const elsewhere = isOpen ? texts.watched : ecashMovesTexts.whenOpen;
  const when = isHere ? texts.look(whole(withinSeconds)) : elsewhere;
  return (
    <div className="poll">
      {isHere && !isTaking && !isLate ? (
        <PollRing seconds={withinSeconds} turn={isAsking ? -1 : checks} />
      ) : (
        <Icon name="clock" />
      )}
      <span className="item__txt">
        <output className="item__txt">
          <b>{isTaking ? texts.taking : texts.waiting}</b>
          {record.trouble && <small>{ecashProblemText(record.trouble)}</small>}
        </output>
        {/* what changes with each look is not spoken */}
        {!isTaking && <small>{isOver ? texts.over : isAsking ? texts.asking(nameOf(record.mint)) : when}</small>}
      </span>
      {/* of what nobody asks it is not told that it is unpaid */}
      {(isOpen || isTaking || isOver) && (
        <span className={isTaking ? 'tag tag--ok' : 'tag tag--warn'}>
          {isTaking ? texts.tags.paid : isOver ? texts.tags.late : texts.tags.unpaid}
        </span>
      )}
      {!isTaking && <LookNow id={record.id}>{texts.now}</LookNow>}
    </div>
  );
};

/** The wallet that is connected pays the invoice, as it pays all others; what it refused can be asked of it again. */
const PayFrom = ({ invoice }: { invoice: string }) => {
  const { paying } = useWallet();
  const wallet = useSelector(useArea('wallet-connection'), ({ context }) => context.wallet);
  const act = useAct();
  const [first] = useState(() => readPayable(invoice, Date.now()));
  const hash = 'payable' in first ? first.payable.paymentHash : undefined;
  const payment = usePayments()?.find((one) => one.hash === hash);
  if (!wallet || 'problem' in first) return null;
  const name = wallet.name || wallet.alias || '';
  const pay = () =>
    act.run(async () => {
      const read = readPayable(invoice, Date.now());
      if ('problem' in read) return;
      // never from the ecash that may be chosen to pay else
      await paying.pay(read.payable, routeOf(wallet));
    });
  const isRefused = payment?.phase === 'refused';
  const refusal = isRefused && payment.problem ? walletProblemText(payment.problem) : undefined;
  return (
    <>
      {payment && !isRefused ? (
        <output className="hint">{texts.paying(name)}</output>
      ) : (
        <Button icon="bolt" busy={act.isBusy} onClick={pay}>
          {texts.payFrom(name)}
        </Button>
      )}
      {refusal !== undefined && !act.isBusy && <Problem>{refusal}</Problem>}
      <ActProblem act={act} said={refusal} />
    </>
  );
};

/** Ends a deposit that nobody pays any more, once its mint says so, too. */
const StopWaiting = ({ record: { id, unwanted } }: { record: Operation }) => {
  const ecash = useEcash();
  const act = useAct();
  return (
    <>
      {!unwanted && (
        <Button ref={givesOnFocus} busy={act.isBusy} onClick={() => act.run(() => ecash.stopWaiting(id))}>
          {texts.stop}
        </Button>
      )}
      <ActProblem act={act} />
    </>
  );
};

/** The invoice of a deposit for any wallet there is, until it is paid. */
export const DepositInvoice = ({ record }: { record: Operation }) => {
  const isOver = useIsDepositLate(record);
  const { invoice = '', expiresAt } = record.quote ?? {};
  const isAwaited = awaitsPayment(record);
  const isOpen = isAwaited && !isOver;
  const isForGift = record.gives !== undefined;
  return (
    <>
      {isForGift && <p className="hint">{texts.forGift(whole(record.gives ?? 0))}</p>}
      {isOpen && isForGift && <PayFrom invoice={invoice} />}
      {isOpen && !isForGift && (
        <>
          {/* capitals make a smaller code */}
          <QrCode text={invoice.toUpperCase()} label={texts.qr} fallback={<Problem>{texts.noQr}</Problem>} />
          <div className="code code--clip">
            <span>{invoice}</span>
            <CopyButton text={invoice} label={texts.copy} bare />
          </div>
          <PayFrom invoice={invoice} />
        </>
      )}
      {isOver && isAwaited && (
        <Banner icon="clock" title={texts.over}>
          {record.unwanted ? texts.stopping : texts.overWhy}
        </Banner>
      )}
      <DepositPoll record={record} isOver={isOver} />
      {isOver && isUnpaid(record) && <StopWaiting record={record} />}
      {isOpen && expiresAt !== undefined && (
        <p className="hint center">{texts.validUntil(dateLabel(toSeconds(expiresAt)))}</p>
      )}
    </>
  );
};
