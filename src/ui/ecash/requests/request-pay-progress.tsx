import { useState } from 'react';
import { REQUEST_SOON_MS } from '#domain/ecash/ecash-limits.ts';
import type { HistoryRow } from '#domain/ecash/ledger/ledger-history.ts';
import { isOut, type Operation } from '#domain/ecash/ledger/operation.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useSeconds } from '#ui/kit/use-clock.ts';
import { ageLabel, dateLabel, whole } from '#ui/texts/formats.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { requestTexts } from '#ui/texts/request.ts';
import { ActProblem, useAct, UnlockButton } from '#ui/ecash/act.tsx';
import { ecashProblemText } from '#ui/ecash/failure-text.ts';
import { Who } from './request-who.tsx';
import { Sats } from '#ui/ecash/sats.tsx';
import { TokenOut, useTakeBackTime, useBackCosts, useTokenText } from '#ui/ecash/tokens/token-out.tsx';
import { useEcash } from '#ui/ecash/use-ecash.ts';
import { useEcashAccess, useNotOpened } from '#ui/ecash/use-ecash-access.ts';
import { useOperation } from '#ui/ecash/use-operation.ts';
import '#ui/ecash/moving.css';

const texts = requestTexts.pay;

const Token = ({ record }: { record: Operation }) => {
  const { token, act, again } = useTokenText(record.id);
  return <TokenOut record={record} token={token} act={act} onAgain={again} />;
};

/** When it is brought once more by itself, in few words. */
const useNext = ({ parcel }: Operation): string | undefined => {
  const left = (parcel?.nextAt ?? 0) - useSeconds();
  if (parcel?.nextAt === undefined) return undefined;
  return left < REQUEST_SOON_MS ? texts.nextSoon : texts.nextIn(ageLabel(left));
};

/** The way back: now, from a date on, or never. */
const Back = ({ record }: { record: Operation }) => {
  const ecash = useEcash();
  const act = useAct();
  const [isLate, setLate] = useState(false);
  const back = useTakeBackTime(record);
  const costs = useBackCosts(record, useTokenText(record.id).token);
  if (isLate) return <p className="hint">{ecashMovesTexts.send.tooLate}</p>;
  if (back === 'never') return <p className="hint">{texts.neverBack}</p>;
  if (back !== 'now') return <p className="hint">{ecashMovesTexts.send.waitingUntil(dateLabel(back))}</p>;
  return (
    <>
      <Button
        look="line"
        busy={act.isBusy || record.child !== undefined}
        disabled={costs.rest <= 0}
        onClick={() => act.run(async () => setLate((await ecash.reclaim(record.id)) === undefined))}
      >
        {ecashMovesTexts.send.takeBack}
      </Button>
      {costs.fee > 0 && (
        <p className="hint">{ecashMovesTexts.send.waitingWhy + ecashMovesTexts.send.backCosts(costs)}</p>
      )}
      <ActProblem act={act} />
    </>
  );
};

/** It did not reach them, or not yet: the same once more, the token itself, or back. */
const Failed = ({ record }: { record: Operation }) => {
  const ecash = useEcash();
  const act = useAct();
  const [isShown, show] = useState(false);
  const next = useNext(record);
  const trouble = record.parcel?.trouble;
  return (
    <>
      <Banner
        tone={next === undefined ? 'bad' : 'warn'}
        icon={next === undefined ? 'alert' : 'clock'}
        title={next === undefined ? texts.failed : texts.failedYet}
      >
        {trouble && ecashProblemText(trouble)} {next} {texts.failedWhy}
      </Banner>
      <div className="row">
        <Button look="value" busy={act.isBusy} onClick={() => act.run(() => ecash.deliverAgain(record.id))}>
          {texts.again}
        </Button>
        {!isShown && (
          <Button look="line" onClick={() => show(true)}>
            {texts.show}
          </Button>
        )}
        {!isShown && <Back record={record} />}
      </div>
      {isShown && <Token record={record} />}
      <ActProblem act={act} />
    </>
  );
};

/** Nothing is brought without the key, neither for the first time nor again. */
const Locked = ({ record: { parcel } }: { record: Operation }) => (
  <>
    <Banner tone="warn" icon="key" title={texts.waitsForKey}>
      {parcel?.trouble && ecashProblemText(parcel.trouble)} {texts.waitsForKeyWhy}
    </Banner>
    <div className="row">
      <UnlockButton />
    </div>
  </>
);

/** How far the payment came, as its record says. */
export const ParcelState = ({ record }: { record: Operation }) => {
  const notOpened = useNotOpened();
  const isLocked = useEcashAccess() === 'locked' || notOpened !== undefined;
  const state = isOut(record) ? record.parcel?.state : undefined;
  if (state === 'due' && isLocked) return <Locked record={record} />;
  if (state === 'failed' || (state === 'due' && record.parcel?.trouble)) return <Failed record={record} />;
  if (state === 'done')
    return (
      <Banner tone="ok" icon="check" title={texts.there}>
        {texts.thereWhy}
      </Banner>
    );
  return (
    <Banner icon="clock" title={state === 'due' ? texts.bringing : texts.making}>
      {record.trouble && ecashProblemText(record.trouble)} {texts.bringingWhy}
    </Banner>
  );
};

const endOf = (row: HistoryRow) => {
  const { outcome } = row;
  if (outcome === 'taken') return { tone: 'ok', title: requestTexts.paid, why: texts.paidWhy } as const;
  if (outcome === 'taken back')
    return { tone: 'ok', title: texts.back, why: ecashMovesTexts.send.backWhy(row) } as const;
  return { tone: 'bad', title: texts.not, why: texts.notWhy } as const;
};

/** What becomes of a request that is paid; closing this ends nothing. */
export const RequestPayProgress = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { record, row } = useOperation(id);
  const end = !record && row ? endOf(row) : undefined;
  const amount = record?.amount ?? row?.amount;
  return (
    <Sheet
      title={end?.tone === 'ok' && row?.outcome === 'taken' ? texts.paid(whole(row.amount)) : texts.title}
      onClose={onClose}
      foot={
        <Button look="primary" onClick={onClose}>
          {end ? ecashMovesTexts.done : ecashMovesTexts.close}
        </Button>
      }
    >
      {record?.parcel && <Who way={record.parcel.way} />}
      {row?.outcome === 'taken' && end && (
        <div className="done">
          <Icon name="check" size="l" />
        </div>
      )}
      {amount === undefined ? (
        <output className="hint">{ecashMovesTexts.loading}</output>
      ) : (
        <Sats amount={amount} center />
      )}
      {record && <ParcelState record={record} />}
      {end && (
        <Banner tone={end.tone} icon={end.tone === 'ok' ? 'check' : 'alert'} title={end.title}>
          {end.why}
        </Banner>
      )}
    </Sheet>
  );
};
