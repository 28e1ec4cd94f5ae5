import { useEffect, useState } from 'react';
import type { Operation } from '#domain/ecash/operation.ts';
import { Button } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { movingTexts } from '#ui/texts/moving.ts';
import { ActProblem, useAct, type Act } from './act.tsx';
import { TokenCode } from './moving-code.tsx';
import { useEcash } from './use-ecash.ts';
import './moving.css';

const texts = movingTexts.send;

/** The text of a token that is out; asked for once the key is unlocked. */
export const useTokenText = (
  operation: string,
): { readonly token: string | undefined; readonly act: Act; again: () => void } => {
  const ecash = useEcash();
  const act = useAct();
  const [token, show] = useState<string>();
  const { run } = act;
  const again = () => run(async () => show(await ecash.token(operation)));
  const [first] = useState(() => again);
  useEffect(() => first(), [first]);
  return { token, act, again };
};

/** Whether somebody took it, and the way back as long as nobody did. */
const Taking = ({ record }: { record: Operation }) => {
  const ecash = useEcash();
  const act = useAct();
  const [isLate, setLate] = useState(false);
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
          <small>{isLate ? texts.tooLate : record.lock ? texts.waitingLocked : texts.waitingWhy}</small>
        </output>
        {!record.lock && !isLate && (
          <Button look="line" size="s" busy={isTakingBack} onClick={takeBack}>
            {texts.takeBack}
          </Button>
        )}
      </div>
      <ActProblem act={act} />
    </>
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
    <p className="sheet__lead">{record.lock ? texts.leadLocked : texts.lead}</p>
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
      </>
    )}
    <Taking record={record} />
  </>
);
