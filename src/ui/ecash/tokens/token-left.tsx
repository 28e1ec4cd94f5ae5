import { tokenEnd, type HistoryRow } from '#domain/ecash/ledger/ledger-history.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { tokenAtHand } from '#ui/token/token-at-hand.ts';
import { ActProblem } from '#ui/ecash/act.tsx';
import { notReceivedWhy } from '#ui/ecash/operation-facts.ts';
import { useTokenText } from './token-out.tsx';
import { useEcashStand } from '#ui/ecash/use-ecash.ts';
import { useAccount } from '#ui/system-context.ts';

const texts = ecashMovesTexts.receive;

type Props = { row: HistoryRow; onAgain: () => void };

const Acts = ({ row: { operation }, onAgain }: Props) => {
  const account = useAccount();
  const { token, act } = useTokenText(operation);
  const again = (text: string) => {
    tokenAtHand.give(text, account);
    onAgain();
  };
  return (
    <>
      <ActProblem act={act} />
      {token !== undefined && (
        <>
          <p className="hint">{texts.kept}</p>
          <div className="row">
            <Button look="line" icon="refresh" onClick={() => again(token)}>
              {texts.again}
            </Button>
            <CopyButton text={token} label={ecashMovesTexts.send.copy} />
          </div>
        </>
      )}
    </>
  );
};

/** The way to a token that its mint did not exchange, as long as it was not taken by another try. */
export const TokenLeft = (props: Props) => {
  const { kind, outcome, tokenY, isNutzap } = props.row;
  const history = useEcashStand()?.history ?? [];
  const isLeft = kind === 'receive' && !isNutzap && outcome === 'not done' && tokenY !== undefined;
  return isLeft && tokenEnd(history, tokenY) === undefined ? <Acts {...props} /> : null;
};

/** Why a token was not received, and the way to it. */
export const NotReceived = (props: Props) => {
  const { outcome, why, tokenY } = props.row;
  const isOurs = tokenEnd(useEcashStand()?.history ?? [], tokenY ?? '') === 'done';
  return (
    <>
      <Banner tone="bad" icon="alert" title={texts.failed}>
        {outcome === 'spent elsewhere' ? (isOurs ? texts.twice : texts.gone) : notReceivedWhy(why)}
      </Banner>
      <TokenLeft {...props} />
    </>
  );
};
