import { CodedError } from './coded.ts';
import type { CacheProblem } from './cache/cache-problem.ts';
import type { PowProblem } from './pow/pow-problem.ts';
import type { PublishProblem } from './publish/publish-problem.ts';
import type { RelayProblem } from './relays/relays-problem.ts';
import type { ReplaceableProblem } from './replaceable/replaceable-problem.ts';
import type { SessionProblem } from './session/session-problem.ts';
import type { ShellProblem } from './shell/shell-problem.ts';
import type { SocialProblem } from './social/social-problem.ts';
import type { ZapProblem } from './wallet/zap-problem.ts';

/**
 * What went wrong, for people to be told: a code, unique in the app, with what its words need. Each area has a union of its
 * own in `domain/<area>/<area>-problem.ts`; the words stand in `ui/texts/problems`.
 */
export type Problem =
  | CacheProblem
  | PowProblem
  | PublishProblem
  | RelayProblem
  | ReplaceableProblem
  | SessionProblem
  | ShellProblem
  | SocialProblem
  | ZapProblem;

/** Carries a problem to where it is told. `cause` is for developers. */
export class Failure extends CodedError<Problem> {
  override readonly name: string = 'Failure';
}

/** The problem that something thrown carries; `otherwise` for what was not thrown for people. */
export const problemOf = (error: unknown, otherwise: Problem = { code: 'unknown' }): Problem =>
  error instanceof Failure ? error.problem : otherwise;
