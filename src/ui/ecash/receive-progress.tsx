import type { HistoryRow } from '#domain/ecash/ledger-change.ts';
import type { Operation } from '#domain/ecash/operation.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { whole } from '#ui/texts/formats.ts';
import { movingTexts } from '#ui/texts/moving.ts';
import { Sats } from './sats.tsx';
import { ecashProblemText } from './failure-text.ts';
import { Steps, type Step } from '#ui/kit/steps.tsx';
import { useMintName, useOperation } from './use-operation.ts';
import './moving.css';

const texts = movingTexts.receive;

const Received = ({ row: { amount, mint } }: { row: HistoryRow }) => {
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
    </>
  );
};

const UnderWay = ({ record: { amount, mint, phase, trouble } }: { record: Operation }) => {
  const name = useMintName()(mint);
  const isUnknown = phase === 'unknown' || phase === 'attention';
  return (
    <>
      <Sats amount={amount} center />
      <Steps
        steps={[
          { state: 'done', text: texts.read },
          { state: 'now', text: texts.swapping(name) },
          { text: texts.saved },
        ]}
      />
      {isUnknown ? (
        <Banner tone="warn" icon="clock" title={texts.unknownYet}>
          {texts.unknownYetWhy(name)} {trouble && ecashProblemText(trouble)}
        </Banner>
      ) : (
        <Banner icon="info" title={movingTexts.canClose}>
          {movingTexts.goesOn}
        </Banner>
      )}
    </>
  );
};

/** What becomes of a token that is taken; closing this ends nothing. */
export const ReceiveProgress = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { record, row } = useOperation(id);
  const isDone = !record && row?.outcome === 'done';
  const sats = whole(record?.amount ?? row?.amount ?? 0);
  const title = isDone ? texts.received(sats) : texts.receiving(sats);
  return (
    <Sheet
      title={(record ?? row) ? title : texts.title}
      onClose={onClose}
      foot={
        <Button look="primary" onClick={onClose}>
          {isDone ? movingTexts.done : movingTexts.close}
        </Button>
      }
    >
      {record && <UnderWay record={record} />}
      {isDone && <Received row={row} />}
      {!record && row && !isDone && (
        <Banner tone="bad" icon="alert" title={texts.failed}>
          {texts.gone}
        </Banner>
      )}
      {!record && !row && <output className="hint">{movingTexts.loading}</output>}
    </Sheet>
  );
};
