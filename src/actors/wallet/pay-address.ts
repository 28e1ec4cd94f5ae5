import { Failure } from '#domain/problem.ts';
import { readPayable } from '#domain/wallet/payable.ts';
import type { Wallet } from '#ports/wallet.ts';
import { findPayee, requestInvoice, type LnurlDeps } from './lnurl.ts';

/** Asks the provider of an address for an invoice over what somebody wants to pay there. */
export const createPayAddress = (lnurl: LnurlDeps): Wallet['address'] => ({
  find: (addresses) => findPayee(lnurl, addresses),
  async invoice(payee, wish) {
    const { invoice, verify } = await requestInvoice(lnurl, payee, wish);
    const read = readPayable(invoice.text, lnurl.now());
    if ('problem' in read) throw new Failure({ code: 'invoice-unreadable' });
    const trace = verify === undefined ? undefined : { verify };
    return { ...read, payable: { ...read.payable, address: payee.endpoint.shown, trace } };
  },
});
