import type { HistoryRow } from '#domain/ecash/ledger/ledger-history.ts';
import { isOut, type Operation } from '#domain/ecash/ledger/operation.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { whole } from '#ui/texts/formats.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { AskNow, useNotKnown } from '#ui/ecash/ask-now.tsx';
import { endedWhy, reasonAnd } from '#ui/ecash/ended-why.ts';
import { ecashProblemText } from '#ui/ecash/failure-text.ts';
import { Steps } from '#ui/kit/steps.tsx';
import { TokenOut, useTokenText } from './token-out.tsx';
import { useMintName, useOperation } from '#ui/ecash/use-operation.ts';

const texts = ecashMovesTexts.send;

const canShare = (text: string): boolean => 'canShare' in navigator && navigator.canShare({ text });

const share = (text: string) => void navigator.share({ text }).catch(() => {});

type RecordProps = { record: Operation; onClose: () => void };

const Out = ({ record, onClose }: RecordProps) => {
  const { token, act, again } = useTokenText(record.id);
  const foot =
    token === undefined ? (
      <Button onClick={onClose}>{ecashMovesTexts.close}</Button>
    ) : (
      <>
        <CopyButton text={token} label={texts.copyShort} />
        {canShare(token) ? (
          <Button look="primary" onClick={() => share(token)}>
            {texts.share}
          </Button>
        ) : (
          <Button look="primary" onClick={onClose}>
            {ecashMovesTexts.done}
          </Button>
        )}
      </>
    );
  return (
    <Sheet title={texts.title2(whole(record.amount))} onClose={onClose} foot={foot}>
      <TokenOut record={record} token={token} act={act} onAgain={again} />
    </Sheet>
  );
};

const Making = ({ record, onClose }: RecordProps) => {
  const name = useMintName()(record.mint);
  const notKnown = useNotKnown();
  const { waiting, sent, written, aside } = ecashMovesTexts.operation;
  return (
    <Sheet
      title={texts.making(whole(record.amount))}
      onClose={onClose}
      foot={<Button onClick={onClose}>{ecashMovesTexts.close}</Button>}
    >
      <Steps
        steps={[
          { state: 'done', text: written },
          { state: 'done', text: aside, end: whole(record.spends) },
          { state: record.attempts > 0 ? 'done' : 'now', text: sent(name) },
          { ...(record.attempts > 0 && { state: 'now' as const }), text: waiting },
        ]}
      />
      {record.trouble && (
        <>
          <Banner tone="warn" icon="clock" title={notKnown}>
            {reasonAnd(ecashProblemText(record.trouble), ecashMovesTexts.isAside)}
          </Banner>
          <AskNow ids={[record.id]} />
        </>
      )}
      <Banner icon="info" title={ecashMovesTexts.canClose}>
        {ecashMovesTexts.goesOn}
      </Banner>
    </Sheet>
  );
};

const endOf = (row: HistoryRow) => {
  const { outcome, why } = row;
  if (outcome === 'taken') return { tone: 'ok', title: texts.taken, why: texts.takenWhy } as const;
  const notMade = { tone: 'bad', title: texts.notMade } as const;
  if (outcome === 'spent elsewhere') return { ...notMade, why: ecashMovesTexts.operation.gone };
  if (outcome !== 'taken back') return { ...notMade, why: endedWhy(why, texts.notMadeWhy) };
  return { tone: 'ok', title: texts.back, why: texts.backWhy(row) } as const;
};

const Ended = ({ row, onClose }: { row: HistoryRow; onClose: () => void }) => {
  const { tone, title, why } = endOf(row);
  return (
    <Sheet
      title={texts.title2(whole(row.amount))}
      onClose={onClose}
      foot={
        <Button look="primary" onClick={onClose}>
          {ecashMovesTexts.done}
        </Button>
      }
    >
      <Banner tone={tone} icon={tone === 'ok' ? 'check' : 'alert'} title={title}>
        {why}
      </Banner>
    </Sheet>
  );
};

/** What becomes of a token: made, out, taken or taken back. Closing this ends nothing. */
export const SendProgress = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { record, row } = useOperation(id);
  if (record)
    return isOut(record) ? <Out record={record} onClose={onClose} /> : <Making record={record} onClose={onClose} />;
  if (row) return <Ended row={row} onClose={onClose} />;
  return (
    <Sheet title={texts.title} onClose={onClose}>
      <output className="hint">{ecashMovesTexts.loading}</output>
    </Sheet>
  );
};
