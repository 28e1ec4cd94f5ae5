/** What a mint refuses, with its number (NUT errors). */
export const REFUSALS = {
  malformed: [10_000, 'The request cannot be read.'],
  proofs: [10_001, 'A proof is not valid.'],
  spent: [11_001, 'Proofs were already spent.'],
  pending: [11_002, 'Proofs are pending.'],
  signedBefore: [11_003, 'Outputs have already been signed before.'],
  outputsPending: [11_004, 'Outputs are pending.'],
  unbalanced: [11_005, 'Inputs and outputs do not balance.'],
  limits: [11_006, 'The amount is outside of the limits.'],
  sameInputs: [11_007, 'An input stands there twice.'],
  sameOutputs: [11_008, 'An output stands there twice.'],
  severalUnits: [11_009, 'Inputs or outputs are of several units.'],
  otherUnit: [11_010, 'Inputs and outputs are of different units.'],
  noAmount: [11_011, 'Invoices without an amount are not supported.'],
  unknownQuote: [20_000, 'The quote is not known.'],
  otherAmount: [11_012, 'The amount is not that of the invoice.'],
  unit: [11_013, 'The unit is not supported.'],
  tooManyInputs: [11_014, 'Too many inputs.'],
  tooManyOutputs: [11_015, 'Too many outputs.'],
  unknownKeyset: [12_001, 'The keyset is not known.'],
  inactiveKeyset: [12_002, 'The keyset is inactive.'],
  expiredKeyset: [12_003, 'The keyset has expired.'],
  unpaid: [20_001, 'The quote is not paid.'],
  issued: [20_002, 'The quote was issued before.'],
  paymentFailed: [20_004, 'The Lightning payment failed.'],
  quotePending: [20_005, 'The quote is pending.'],
  paidBefore: [20_006, 'The invoice was paid before.'],
  expired: [20_007, 'The quote has expired.'],
  signature: [20_008, 'The signature of the request is missing or wrong.'],
  pubkey: [20_009, 'The public key is not valid.'],
} as const satisfies Record<string, readonly [code: number, detail: string]>;

/** A request that the mint refuses as a whole. */
export class MintError extends Error {
  readonly code: number;
  readonly status: number;
  constructor(refusal: keyof typeof REFUSALS, status = 400) {
    super(REFUSALS[refusal][1]);
    this.code = REFUSALS[refusal][0];
    this.status = status;
  }
}
