import { bareRequestText } from './request-text.ts';
import { REQUEST_GLANCE_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import { EcashError, ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { readPaymentRequest, type PaymentRequest } from './payment-request.ts';

/** What a payment request says (NUT-18, NUT-26), or why it cannot be paid from here. */
export type RequestGlance =
  | { readonly request: PaymentRequest; readonly problem?: never }
  | { readonly problem: EcashProblem; readonly request?: never };

/** What a payment request says, at a glance; nobody is asked. `loopback`: over the sample network mints are on this machine. */
export const glanceAtRequest = (text: string, loopback: boolean): RequestGlance => {
  const bare = bareRequestText(text);
  try {
    if (bare.length > REQUEST_GLANCE_MAX_CHARACTERS) throw new EcashError({ code: 'request-too-long' });
    return { request: readPaymentRequest(bare, loopback) };
  } catch (error) {
    return { problem: ecashProblemOf(error) };
  }
};
