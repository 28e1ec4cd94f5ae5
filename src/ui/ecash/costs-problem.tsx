import { Button } from '#ui/kit/button.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { givesOnFocus, UnlockButton } from './act.tsx';
import { useEcashAccess } from './use-ecash-access.ts';
import type { Costs } from './use-costs.ts';

type Props = { costs: Pick<Costs<unknown>, 'problem' | 'help' | 'isAsking' | 'again'> };

/** What can be done where costs are not known. */
export const CostsHelp = ({ costs: { help, isAsking, again } }: Props) => {
  if (help === 'unlock') return <UnlockButton />;
  return help === 'again' ? (
    <Button ref={givesOnFocus} look="line" icon="refresh" busy={isAsking} onClick={again}>
      {ecashMovesTexts.receive.again}
    </Button>
  ) : null;
};

/** Why costs are not known, and what can be done about it. */
export const CostsProblem = ({ costs }: Props) => {
  const isHere = useEcashAccess() !== 'none';
  return (
    <div className="stack">
      <Problem>{isHere || costs.help !== 'unlock' ? costs.problem : ecashTexts.login.title}</Problem>
      <CostsHelp costs={costs} />
    </div>
  );
};
