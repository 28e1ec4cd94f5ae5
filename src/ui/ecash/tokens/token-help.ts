import { isPassing, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';

type Code = EcashProblem['code'];

/** Somebody wrote or copied it wrongly. */
const FORM: ReadonlySet<Code> = new Set(['token-none', 'token-version', 'token-entries', 'token-unreadable']);

/** It will never be good here. */
const BAD: ReadonlySet<Code> = new Set([
  'token-unit',
  'token-twice',
  'token-amounts',
  'token-dleq',
  'keyset-unknown',
  'keyset-unverified',
  'keyset-twice',
  'mint-url',
  'mint-insecure',
  'mint-redirect',
  'mint-signature',
]);

/** What can be done about a token that cannot be taken; undefined where what is wrong is not its fault. `here`: by this wallet. */
export const tokenHelp = (problem: EcashProblem, here?: 'made' | 'received'): string | undefined => {
  const { code } = problem;
  const texts = ecashMovesTexts.receive;
  if (FORM.has(code)) return texts.help;
  if (isPassing(problem)) return texts.helpMint;
  if (code === 'token-too-long') return texts.helpLong;
  if (code === 'token-spent') return here ? { made: texts.helpOwn, received: texts.twice }[here] : texts.helpSpent;
  if (code === 'token-locked') return texts.helpLocked;
  if (code === 'funds-swap') return texts.helpFee;
  return BAD.has(code) ? texts.helpBad : undefined;
};
