import { Failure } from '#domain/problem.ts';
import type { PublishOutcome } from './publish-problem.ts';

/** No relay took the event. */
export class PublishFailure extends Failure {
  override readonly name = 'PublishFailure';
  readonly outcomes: readonly PublishOutcome[];

  constructor(outcomes: readonly PublishOutcome[]) {
    super({ code: 'publish-failed', outcomes });
    this.outcomes = outcomes;
  }
}
