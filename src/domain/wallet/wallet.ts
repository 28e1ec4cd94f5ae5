import type { WalletRoute } from './payment.ts';
import type { Sealed } from '#domain/protocol/sealed.ts';
import { SECOND } from '#domain/units.ts';
import { toMsats } from '#domain/msats.ts';
import type { WalletBudget } from './nwc.ts';
import type { ServiceCode, WalletProblem } from './wallet-problem.ts';

export type WalletKind = 'nwc' | 'webln';

/** Which wallet is to be connected. */
export type WalletWish =
  | {
      readonly kind: 'code';
      readonly code: Sealed<string>;
      /** '' leaves that by which it was saved before */
      readonly name: string;
      /** of one that has no other name */
      readonly defaultName?: string;
      readonly keep: boolean;
    }
  /** `of`: the kind of that wallet, where it is known */
  | { readonly kind: 'saved'; readonly id: string; readonly of?: WalletKind | undefined }
  | { readonly kind: 'webln'; readonly name: string; readonly keep: boolean };

/** The wallet that is connected (WALLET-14). Amounts in sats. */
export type ConnectedWallet = {
  /** that of the saved one; undefined when it was not kept */
  readonly id: string | undefined;
  readonly kind: WalletKind;
  readonly name: string;
  /** undefined as long as it does not tell, or cannot */
  readonly balance: number | undefined;
  /** why it could not be learned when it was asked last */
  readonly balanceProblem: WalletProblem | undefined;
  readonly budget: WalletBudget | undefined;
  readonly alias: string;
  /** hex; who signs the answers of a remote one */
  readonly walletPubkey: string | undefined;
  /** hex; who signs what it is asked */
  readonly client: string | undefined;
  readonly lud16: string | undefined;
  readonly lud06: string | undefined;
  /** what it can do; empty when it does not tell */
  readonly methods: readonly string[];
};

/** Whether a wallet can be asked for this. One that does not tell is tried. */
export const canDo = ({ methods }: Pick<ConnectedWallet, 'methods'>, method: string): boolean =>
  methods.length === 0 || methods.includes(method);

/** Names it as the one that is to pay. */
export const routeOf = ({
  kind,
  walletPubkey,
  client,
}: Pick<ConnectedWallet, 'kind' | 'walletPubkey' | 'client'>): WalletRoute =>
  kind === 'nwc' && walletPubkey !== undefined ? { kind, walletPubkey, client } : { kind: 'webln' };

type Spending = { readonly msats: number; /** ms since the epoch */ readonly now: number };

/** What the wallet would refuse to pay so much for, as far as it tells; the wallet of a browser does not tell what changed. */
export const refusalOf = (
  { kind, balance, budget }: Pick<ConnectedWallet, 'kind' | 'balance' | 'budget'>,
  { msats, now }: Spending,
) => {
  const refused = (name: ServiceCode) => ({ code: 'service', name, said: '' }) as const;
  if (kind === 'nwc' && balance !== undefined && toMsats(balance) < msats) return refused('INSUFFICIENT_BALANCE');
  const isRenewed = budget?.renewsAt !== undefined && budget.renewsAt * SECOND <= now;
  return budget && !isRenewed && budget.totalMsats - budget.usedMsats < msats ? refused('QUOTA_EXCEEDED') : undefined;
};
