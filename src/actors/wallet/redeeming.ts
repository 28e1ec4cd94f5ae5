import { EcashError } from '#domain/ecash/ecash-problem.ts';
import type { PaymentRoute } from '#domain/wallet/payment.ts';
import { readInvoice } from '#domain/wallet/invoice.ts';
import { REDEEM_FEE_LEAST_SATS, REDEEM_FEE_PERCENT, REDEEM_TRIES } from '#domain/wallet/wallet-limits.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import { toMsats } from '#domain/msats.ts';
import type { Ecash } from '#ports/ecash.ts';
import type { Paying } from '#ports/paying.ts';
import type { Redeemed } from '#ports/wallet.ts';
import type { WalletLink } from './wallet-link.ts';

const MAKES_INVOICES = 'make_invoice';

export type RedeemingDeps = {
  /** the wallet that is connected */
  readonly link: () => Pick<WalletLink, 'route' | 'facts' | 'makeInvoice'> | undefined;
  readonly payCosts: Ecash['payCosts'];
  readonly paying: Pick<Paying, 'pay' | 'outcome'>;
  readonly description: string;
};

const fail = (code: 'redeem-no-mint' | 'redeem-no-invoices' | 'redeem-failed'): never => {
  throw new EcashError({ code });
};

/** An invoice of the wallet that what was taken can pay: less each time, until what the way takes has room, too. */
const fittingInvoice = async (
  { payCosts, description }: RedeemingDeps,
  wallet: Pick<WalletLink, 'makeInvoice'>,
  { mint, sats, operation }: Redeemed,
) => {
  let amount = sats;
  for (let tried = 0; tried < REDEEM_TRIES && amount > 0; tried += 1) {
    const text = await wallet.makeInvoice(amount, description);
    const [invoice, msats] = [readInvoice(text), toMsats(amount)];
    if (invoice?.msats !== msats) return fail('redeem-failed');
    // more than what there is may be more than the mint has of ours, too
    const costs = await payCosts({ mint, invoice: text, of: operation }).catch(() => undefined);
    const all = costs
      ? costs.amount + costs.reserve + costs.fee
      : amount + Math.max(REDEEM_FEE_LEAST_SATS, Math.ceil((amount * REDEEM_FEE_PERCENT) / 100));
    if (costs && all <= sats) return { ...invoice, msats };
    amount -= Math.max(1, all - sats);
  }
  return fail('redeem-failed');
};

/**
 * Sends what nutzaps brought on to the Lightning wallet: it makes an invoice, which the ecash pays. Rejects with the words of NWC-22
 * to NWC-24; what was not sent on stays ecash.
 */
export const redeemToWallet = async (deps: RedeemingDeps, redeemed: Redeemed): Promise<void> => {
  if (redeemed.mint === '') fail('redeem-no-mint');
  const wallet = deps.link();
  if (!wallet) throw new WalletError({ code: 'not-connected' });
  if (wallet.route.kind === 'nwc' && !wallet.facts.methods.includes(MAKES_INVOICES)) fail('redeem-no-invoices');
  const invoice = await fittingInvoice(deps, wallet, redeemed);
  const route: PaymentRoute = { kind: 'ecash', mint: redeemed.mint, of: redeemed.operation };
  const hash = await deps.paying.pay(invoice, route);
  if ((await deps.paying.outcome(hash)).phase !== 'settled') fail('redeem-failed');
};
