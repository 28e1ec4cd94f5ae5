import type { PayEndpoint } from './lightning-address.ts';
import type { PayParameters } from './lnurl-pay.ts';

/** Somebody who can be paid, and what their provider says about it. */
export type Payee = { readonly endpoint: PayEndpoint; readonly parameters: PayParameters };
