/** Problems of these codes, whose words need nothing else. */
export type Coded<Code extends string> = Code extends string ? { readonly code: Code } : never;

/**
 * Carries a problem of some area as a code with its data. It has no words: those stand with the views. `cause` is for
 * developers.
 */
export class CodedError<Of extends string | { readonly code: string }> extends Error {
  override readonly name: string = 'CodedError';
  readonly problem: Of;

  constructor(problem: Of, options?: ErrorOptions) {
    super(typeof problem === 'string' ? problem : problem.code, options);
    this.problem = problem;
  }
}
