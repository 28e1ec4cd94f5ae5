import { useEffect, useEffectEvent, useState } from 'react';
import { backFrom } from '#domain/ecash/proofs/lock.ts';
import { backCosts, type BackCosts } from '#domain/ecash/ledger/back-costs.ts';
import { handsOf } from '#domain/ecash/ledger/operation-entry.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { toSeconds } from '#domain/units.ts';
import { Button } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { useClock } from '#ui/kit/use-clock.ts';
import { useNameInText } from '#ui/name-in-text.ts';
import { useArea } from '#ui/system-context.ts';
import { dateLabel } from '#ui/texts/formats.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { ActProblem, useAct, type Act } from '#ui/ecash/act.tsx';
import { SendTo } from './send-to.tsx';
import { TokenCode } from './moving-code.tsx';
import { leadOf } from '#ui/ecash/token-lead.ts';
import { useEcash, useEcashStand } from '#ui/ecash/use-ecash.ts';
import { useIsEcashOpen } from '#ui/ecash/use-ecash-access.ts';
import '#ui/ecash/moving.css';

const texts = ecashMovesTexts.send;

/** The text of a token that is out; asked for at once, and again as soon as the wallet is open. */
export const useTokenText = (
  operation: string,
): { readonly token: string | undefined; readonly act: Act; again: () => void } => {
  const ecash = useEcash();
  const chart = useArea('ecash');
  const act = useAct();
  const [token, show] = useState<string>();
  const { run } = act;
  const look = () => run(async () => show(await ecash.token(operation)));
  const again = () => {
    // heard only where the wallet could not be opened
    chart.send({ type: 'ecash.retry' });
    look();
  };
  const isOpen = useIsEcashOpen();
  const ask = useEffectEvent((canTell: boolean) => {
    if (token === undefined && (canTell || !act.problem)) look();
  });
  useEffect(() => ask(isOpen), [isOpen]);
  return { token, act, again };
};

/** When it can be taken back: now, from a time on in s, or never. */
export const useTakeBackTime = ({ lock }: Operation): 'now' | 'never' | number => {
  const from = backFrom(lock, useEcashStand()?.lockKey);
  const now = toSeconds(useClock());
  if (from === undefined) return 'never';
  return !lock || from < now ? 'now' : from;
};

/** What taking it back comes to. */
export const useBackCosts = (record: Operation, token: string | undefined) =>
  backCosts(record, token, useEcashStand()?.mints);

const whyWaiting = ({ lock }: Operation, back: ReturnType<typeof useTakeBackTime>, costs: BackCosts): string => {
  if (back === 'never') return texts.waitingLocked;
  if (back !== 'now') return texts.waitingUntil(dateLabel(back));
  return (lock ? texts.waitingOver : texts.waitingWhy) + texts.backCosts(costs);
};

type TakingProps = { record: Operation; token: string | undefined; said: string | undefined };

/** Whether somebody took it, and the way back as long as nobody did; `said`: what is told above already. */
const Taking = ({ record, token, said }: TakingProps) => {
  const ecash = useEcash();
  const act = useAct();
  const [isLate, setLate] = useState(false);
  const back = useTakeBackTime(record);
  const costs = useBackCosts(record, token);
  const isTakingBack = act.isBusy || record.child !== undefined;
  const takeBack = () => act.run(async () => setLate((await ecash.reclaim(record.id)) === undefined));
  return (
    <>
      <div className="poll">
        <span className="item__ico">
          <Icon name="clock" />
        </span>
        <output className="item__txt">
          <b>{isTakingBack ? texts.takingBack : texts.waiting}</b>
          <small>{isLate ? texts.tooLate : whyWaiting(record, back, costs)}</small>
        </output>
        {back === 'now' && !isLate && (
          <Button look="line" size="s" busy={isTakingBack} disabled={costs.rest <= 0} onClick={takeBack}>
            {texts.takeBack}
          </Button>
        )}
      </div>
      <ActProblem act={act} said={said} />
    </>
  );
};

const PersonLead = ({ pubkey }: { pubkey: string }) => texts.leadPerson(useNameInText(pubkey));

const Lead = ({ record }: { record: Operation }) => {
  const { person, elsewhere } = record;
  const hands = handsOf(record);
  const lead = elsewhere ? ecashMovesTexts.operation.outElsewhere : leadOf(hands);
  return (
    <p className="sheet__lead">{hands === 'locked' && person !== undefined ? <PersonLead pubkey={person} /> : lead}</p>
  );
};

/** A token that is out: for a camera, as text, and whether somebody took it. */
export const TokenOut = ({
  record,
  token,
  act,
  onAgain,
}: {
  record: Operation;
  token: string | undefined;
  act: Act;
  onAgain: () => void;
}) => (
  <>
    <Lead record={record} />
    {token === undefined ? (
      <>
        <ActProblem act={act} />
        {!act.isBusy && <Button onClick={onAgain}>{texts.hidden}</Button>}
      </>
    ) : (
      <>
        <TokenCode token={token} />
        <div className="code code--clip">
          <span>{token}</span>
          <CopyButton text={token} label={texts.copy} bare />
        </div>
        <SendTo operation={record.id} token={token} person={record.person} />
      </>
    )}
    <Taking record={record} token={token} said={token === undefined ? act.problem?.text : undefined} />
  </>
);
