import type { HistoryRow } from '#domain/ecash/ledger/ledger-history.ts';
import { mintTints, type MintTint } from '#domain/ecash/words/shares.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { whole } from '#ui/texts/formats.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { MintMark } from '#ui/kit/mint-mark.tsx';
import { AskNow, useNotKnown } from '#ui/ecash/ask-now.tsx';
import { depositEnd, endedWhy, reasonAnd } from '#ui/ecash/ended-why.ts';
import { ecashProblemText } from '#ui/ecash/failure-text.ts';
import { Steps, type Step } from '#ui/kit/steps.tsx';
import { useEcashStand } from '#ui/ecash/use-ecash.ts';
import { useMintName, useOperation, type KnownOperation } from '#ui/ecash/use-operation.ts';
import '#ui/ecash/moving.css';

const texts = ecashMovesTexts.transfer;

const END = { done: 'done', 'not done': 'bad' } as const;

/** How far one half is: not yet begun, at it, over. */
const halfOf = ({ record, row }: KnownOperation): 'done' | 'now' | 'bad' | undefined => {
  if (record) return record.attempts > 0 || record.outputs.length > 0 ? 'now' : undefined;
  return row && (END[row.outcome as keyof typeof END] ?? 'bad');
};

type Names = { readonly from: string; readonly to: string; readonly tints: readonly (MintTint | undefined)[] };

/** The five steps of a move, as far as its halves tell. */
export const moveSteps = (
  melt: KnownOperation,
  deposit: KnownOperation,
  { from, to }: Pick<Names, 'from' | 'to'>,
): readonly Step[] => {
  const [paid, issued] = [halfOf(melt), halfOf(deposit)];
  const isPaid = paid === 'done' || issued !== undefined;
  const pays = paid === 'bad' ? 'bad' : isPaid ? 'done' : 'now';
  const at = (state: Step['state']) => (state === undefined ? {} : { state });
  return [
    { state: 'done', text: texts.asked(to) },
    { state: 'done', text: texts.setAside(from), ...(melt.record && { end: whole(melt.record.spends) }) },
    { state: pays, text: texts.pays(from) },
    ...(paid === 'bad'
      ? []
      : [
          {
            ...at(issued === 'done' || issued === 'bad' ? issued : isPaid ? 'now' : undefined),
            text: texts.issues(to),
          },
          { ...at(paid === 'done' ? 'done' : undefined), text: texts.change(from) },
        ]),
  ];
};

const shareOf = (steps: readonly Step[]): number =>
  Math.round((100 * steps.filter(({ state }) => state === 'done').length) / steps.length);

type BodyProps = { steps: readonly Step[]; names: Names };

const Way = ({ steps, names: { from, to, tints } }: BodyProps) => (
  <>
    <div className="trl">
      <MintMark name={from} tint={tints[0]} />
      <div
        className="stripe stripe--value"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn as the eye-stripe
        role="progressbar"
        aria-valuenow={shareOf(steps)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-label={texts.progress(from, to)}
      >
        <i style={{ inlineSize: `${shareOf(steps)}%` }} />
      </div>
      <MintMark name={to} tint={tints[1]} />
    </div>
    <div className="spread t-sm c-3">
      <span>{from}</span>
      <span>{to}</span>
    </div>
    <Steps steps={steps} />
  </>
);

const isUnknown = (record: Operation | undefined): boolean =>
  record?.phase === 'unknown' || record?.phase === 'attention';

type EndProps = { melt: KnownOperation; deposit: KnownOperation; names: Pick<Names, 'from' | 'to'> };

/** That nothing arrived, and why; undefined as long as it may, and once it did. */
export const notMoved = ({ melt, deposit, names: { from, to } }: EndProps) => {
  const title = texts.failed;
  if (melt.row?.outcome === 'not done') return { title, why: endedWhy(melt.row.why, texts.failedWhy(from)) };
  if (melt.row?.outcome === 'spent elsewhere') return { title, why: ecashMovesTexts.operation.gone };
  const isOver = deposit.record === undefined && deposit.row && deposit.row.outcome !== 'done';
  return isOver ? depositEnd(deposit.row, to) : undefined;
};

const End = ({ melt, deposit, names }: EndProps) => {
  const notKnown = useNotKnown();
  const trouble = melt.record?.trouble ?? deposit.record?.trouble;
  const failure = notMoved({ melt, deposit, names });
  if (failure)
    return (
      <Banner tone="bad" icon="alert" title={failure.title}>
        {failure.why}
      </Banner>
    );
  if (isUnknown(melt.record) || isUnknown(deposit.record))
    return (
      <Banner tone="warn" icon="clock" title={notKnown}>
        {trouble &&
          (isUnknown(melt.record)
            ? reasonAnd(ecashProblemText(trouble), ecashMovesTexts.isAside)
            : ecashProblemText(trouble))}
      </Banner>
    );
  if (!melt.record && !deposit.record) return null;
  return (
    <Banner icon="info" title={ecashMovesTexts.canClose}>
      {texts.canCloseWhy(names.from)}
    </Banner>
  );
};

/** The two halves of a move by the one that pays. */
export const useMove = (id: string | undefined) => {
  const melt = useOperation(id);
  const known: Operation | HistoryRow | undefined = melt.record ?? melt.row;
  const deposit = useOperation(known?.partner?.operation);
  const nameOf = useMintName();
  const [from, to] = [known?.mint ?? '', known?.partner?.mint ?? ''];
  const all = mintTints(useEcashStand()?.mints.map(({ url }) => url) ?? []);
  const names: Names = { from: nameOf(from), to: nameOf(to), tints: [all.get(from), all.get(to)] };
  return { melt, deposit, known, names };
};

/** How far a move is, and how it ended. */
export const MoveBody = ({ id }: { id: string }) => {
  const { melt, deposit, names } = useMove(id);
  return (
    <>
      <Way steps={moveSteps(melt, deposit, names)} names={names} />
      <End melt={melt} deposit={deposit} names={names} />
    </>
  );
};

/** What becomes of a move between mints; closing this ends nothing. */
export const TransferProgress = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { known, melt, deposit } = useMove(id);
  const sats = whole(deposit.record?.amount ?? deposit.row?.amount ?? known?.amount ?? 0);
  const isDone = deposit.row?.outcome === 'done';
  const isInDoubt = isUnknown(melt.record) || isUnknown(deposit.record);
  const isFailed = halfOf(melt) === 'bad' || halfOf(deposit) === 'bad';
  const title = known && !isFailed ? texts.moving(sats) : texts.title;
  return (
    <Sheet
      title={isDone ? texts.moved(sats) : title}
      onClose={onClose}
      foot={
        <Button {...(isDone && { look: 'primary' as const })} onClick={onClose}>
          {isDone ? ecashMovesTexts.done : ecashMovesTexts.close}
        </Button>
      }
    >
      {isInDoubt && <AskNow ids={[id, ...(known?.partner ? [known.partner.operation] : [])]} />}
      {known ? <MoveBody id={id} /> : <output className="hint">{ecashMovesTexts.loading}</output>}
    </Sheet>
  );
};
