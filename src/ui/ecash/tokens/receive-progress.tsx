import { Suspense } from 'react';
import type { HistoryRow } from '#domain/ecash/ledger/ledger-history.ts';
import { isToGoOn, type Operation } from '#domain/ecash/ledger/operation.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { lazyView } from '#ui/kit/later.ts';
import { Sheet } from '#ui/kit/sheet.tsx';
import { whole } from '#ui/texts/formats.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { Sats } from '#ui/ecash/sats.tsx';
import { AskNow, useNotKnown } from '#ui/ecash/ask-now.tsx';
import { ecashProblemText } from '#ui/ecash/failure-text.ts';
import { Steps, type Step } from '#ui/kit/steps.tsx';
import { useMintName, useOperation } from '#ui/ecash/use-operation.ts';
import '#ui/ecash/moving.css';

type Props = { id: string; onClose: () => void };

const TransferProgress = lazyView<'TransferProgress', Props>(
  () => import('#ui/ecash/transfers/transfer-progress.tsx'),
  'TransferProgress',
);

const SendProgress = lazyView<'SendProgress', Props>(() => import('./send-progress.tsx'), 'SendProgress');

const NotReceived = lazyView(() => import('./token-left.tsx'), 'NotReceived');

const texts = ecashMovesTexts.receive;

const Received = ({ row: { amount, mint, into } }: { row: HistoryRow }) => {
  const nameOf = useMintName();
  const steps: readonly Step[] = [
    { state: 'done', text: texts.read },
    { state: 'done', text: texts.swapping(nameOf(mint)) },
    { state: 'done', text: texts.saved },
  ];
  return (
    <>
      <div className="done">
        <Icon name="check" size="l" />
      </div>
      <Sats amount={amount} sign="+" center />
      <p className="hint center">{texts.isYours}</p>
      <Steps steps={steps} />
      {into !== undefined && (
        <Banner tone="warn" icon="info" title={texts.stays(nameOf(mint))}>
          {texts.staysWhy(nameOf(into))}
        </Banner>
      )}
    </>
  );
};

/** The last step, for a token whose worth is to go on. */
const onwardStep = (record: Operation, into: string | undefined): readonly Step[] =>
  into === undefined ? [] : [{ text: texts.goesOn(into), ...(isToGoOn(record) && { state: 'now' }) }];

const UnderWay = ({ record }: { record: Operation }) => {
  const { id, amount, mint, phase, trouble, into } = record;
  const nameOf = useMintName();
  const notKnown = useNotKnown();
  const name = nameOf(mint);
  const isHere = isToGoOn(record);
  const isUnknown = phase === 'unknown' || phase === 'attention';
  return (
    <>
      <Sats amount={amount} center />
      <Steps
        steps={[
          { state: 'done', text: texts.read },
          { state: isHere ? 'done' : 'now', text: texts.swapping(name) },
          { ...(isHere && { state: 'done' }), text: texts.saved },
          ...onwardStep(record, into === undefined ? undefined : nameOf(into)),
        ]}
      />
      {isUnknown ? (
        <>
          <Banner tone="warn" icon="clock" title={notKnown}>
            {texts.unknownYetWhy(name)} {trouble && ecashProblemText(trouble)}
          </Banner>
          <AskNow ids={[id]} />
        </>
      ) : (
        <Banner icon="info" title={ecashMovesTexts.canClose}>
          {ecashMovesTexts.goesOn} {isHere && trouble && ecashProblemText(trouble)}
        </Banner>
      )}
    </>
  );
};

/** What becomes of a token that is taken; closing this ends nothing. `onAgain`: the token is at hand once more. */
export const ReceiveProgress = ({ id, onAgain, onClose }: Props & { onAgain: () => void }) => {
  const { record, row } = useOperation(id);
  const isDone = !record && row?.outcome === 'done';
  if (row?.onward !== undefined) return <TransferProgress id={row.onward} onClose={onClose} />;
  // a token of one's own is taken back
  if ((record ?? row)?.kind === 'send') return <SendProgress id={id} onClose={onClose} />;
  const sats = whole(record?.amount ?? row?.amount ?? 0);
  const title = record ? texts.receiving(sats) : texts.title;
  return (
    <Sheet
      title={isDone ? texts.received(sats) : title}
      onClose={onClose}
      foot={
        <Button look="primary" onClick={onClose}>
          {isDone ? ecashMovesTexts.done : ecashMovesTexts.close}
        </Button>
      }
    >
      {record && <UnderWay record={record} />}
      {isDone && <Received row={row} />}
      {!record && row && !isDone && (
        <Suspense>
          <NotReceived row={row} onAgain={onAgain} />
        </Suspense>
      )}
      {!record && !row && <output className="hint">{ecashMovesTexts.loading}</output>}
    </Sheet>
  );
};
