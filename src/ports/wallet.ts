import type { Currency, Rate } from '#domain/money/fiat.ts';
import type { EcashRoute } from '#domain/wallet/payment.ts';
import type { PayAddresses } from '#domain/wallet/lightning-address.ts';
import type { InvoiceToPay } from '#domain/wallet/payable.ts';
import type { Payee } from '#domain/wallet/payee.ts';
import type { ProxyChoice } from '#domain/wallet/lnurl-proxy.ts';
import type { WalletTransaction } from '#domain/wallet/nwc.ts';
import type { StoredWallet } from '#domain/wallet/wallet-record.ts';
import type { Paying } from './paying.ts';
import type { Changing } from './session.ts';
import type { Zapping } from './zapping.ts';

/** `rate`: undefined while there is none that is young enough to be shown. */
export type FiatStand = { readonly currency: Currency; readonly rate: Rate | undefined; readonly isAsking: boolean };

/** What amounts are worth in a currency, for people who want to see it: undefined for nobody else, and then nobody is asked. */
export type Fiat = Changing<FiatStand | undefined> & {
  set(currency: Currency | undefined): void;
  /** Somebody sees an amount: the rate is asked for where that was not done lately. */
  look(): void;
};

/** Paying who has a Lightning address or an LNURL, without a zap (LUD-06, LUD-12, LUD-16). Each rejects with a `Failure`. */
export type PayByAddress = {
  find(addresses: PayAddresses): Promise<Payee>;
  /** An invoice over exactly this. */
  invoice(payee: Payee, wish: { readonly msats: number; readonly comment: string }): Promise<InvoiceToPay>;
};

/** Ecash of a nutzap that was taken by an operation; in sats. */
export type Redeemed = { readonly mint: string; readonly sats: number; readonly operation: string };

/** What the app has of Lightning wallets, once that runs. */
export type Wallet = {
  readonly paying: Paying;
  readonly zapping: Zapping;
  /** of this account, the one used last first */
  readonly saved: Changing<readonly StoredWallet[]>;
  /** for providers of Lightning addresses that pages may not read; undefined: none, as at first */
  readonly proxy: Changing<ProxyChoice | undefined> & { set(choice: ProxyChoice | undefined): void };
  /** what pays where nothing else is said: ecash at a mint, or, undefined, the wallet that is connected; of this account */
  readonly payer: Changing<EcashRoute | undefined> & { set(route: EcashRoute | undefined): void };
  /** keys of the remote wallets that this tab or another one is connected to; undefined where that cannot be known */
  readonly askers: Changing<ReadonlySet<string> | undefined>;
  readonly address: PayByAddress;
  readonly fiat: Fiat;
  /** Sends the worth of ecash that was taken on to the wallet that is connected (NWC-22 to NWC-24); what was not sent stays. */
  redeem(taken: Redeemed): Promise<void>;
  /** Disconnects and forgets every wallet of this browser (SET-29, CACHE-24). */
  forgetAll(): Promise<void>;
  /** whether the browser has a wallet of its own */
  readonly browserWallet: Changing<boolean>;
  /** Somebody sees the balance of the wallet that is connected: it is asked for again where that was not done lately. */
  look(): void;
  /** What came and went, the newest first; rejects with a WalletError. `offset`: how many are known already. */
  transactions(offset: number): Promise<readonly WalletTransaction[]>;
};
