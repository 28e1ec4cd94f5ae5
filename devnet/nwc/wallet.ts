import { createHash } from 'node:crypto';
import { getPublicKey } from 'nostr-tools/pure';
import { NWCWalletServiceKeyPair, type Nip47EncryptionType } from '@getalby/sdk/nwc';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { Signer } from '#devnet/content/signer.ts';
import type { LedgerInvoice } from '#devnet/lightning/ledger.ts';
import { createFaultScript, type FaultScript, type NwcFault } from './wallet-faults.ts';
import { createHandler, METHODS, NOTIFICATIONS, transactionOf, type WalletAccount } from './wallet-account.ts';
import { ScriptedService, type NwcAsked, type ServiceRelays } from './scripted-service.ts';

const BOTH: readonly Nip47EncryptionType[] = ['nip44_v2', 'nip04'];

/** A wallet of the sample network that apps pair with (NIP-47). */
export type NwcWallet = WalletAccount & {
  /** what a person pastes into the app; who has it can pay */
  readonly pairingCode: string;
  readonly pubkey: string;
  readonly faults: FaultScript;
  /** methods of the requests that came, in their order */
  readonly methods: readonly string[];
  /** whether it tells of payments that moved */
  notifies: boolean;
  close(): void;
};

export type NwcWalletOptions = WalletAccount & {
  /** other names give other keys */
  readonly name: string;
  readonly signer: Signer;
  readonly relayUrls: readonly string[];
  /** left out: NIP-44 and NIP-04 */
  readonly encryptions?: readonly Nip47EncryptionType[];
  /** what is to go wrong with a request, before what stands in `faults` */
  readonly faultOf?: (asked: NwcAsked) => NwcFault | undefined;
  /** left out: sockets to `relayUrls` */
  readonly relays?: ServiceRelays;
};

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const clientSecretOf = (name: string): string => createHash('sha256').update(`pairing ${name}`).digest('hex');

/** The wallet's plaintext card (kind 13194), which the relays must have before an app pairs. */
export function walletInfoEvent(
  { name, signer, encryptions = BOTH }: Pick<NwcWalletOptions, 'name' | 'signer' | 'encryptions'>,
  at: number,
): NostrEvent {
  // a wallet that can only NIP-04 says nothing about it
  const isOld = encryptions.every((one) => one === 'nip04');
  const tags = [...(isOld ? [] : [['encryption', encryptions.join(' ')]]), ['notifications', NOTIFICATIONS.join(' ')]];
  const content = [...METHODS, 'notifications'].join(' ');
  return signer.sign({ kind: 13_194, at, content, tags }, signer.keyOf(`wallet ${name}`));
}

const pairingCodeOf = (walletPubkey: string, { name, relayUrls, lud16 }: NwcWalletOptions): string => {
  const query = new URLSearchParams(relayUrls.map((url) => ['relay', url]));
  query.set('secret', clientSecretOf(name));
  query.set('lud16', lud16);
  return `nostr+walletconnect://${walletPubkey}?${query}`;
};

/** Tells the app of money that moved, in both encryptions that it may read. */
async function notify(service: ScriptedService, account: string, paid: LedgerInvoice): Promise<void> {
  const notification = transactionOf(account, paid);
  const notification_type = notification.type === 'incoming' ? 'payment_received' : 'payment_sent';
  const text = JSON.stringify({ notification_type, notification });
  await Promise.all([service.tell(23_197, text, 'nip44_v2'), service.tell(23_196, text, 'nip04')]);
}

/** Starts a wallet service over an account of the ledger. The relays must have its `walletInfoEvent`. */
export async function startNwcWallet(options: NwcWalletOptions): Promise<NwcWallet> {
  const { signer, name, ledger, account, lud16, budgetSats, relayUrls, encryptions = BOTH } = options;
  const key = signer.keyOf(`wallet ${name}`);
  const keypair = new NWCWalletServiceKeyPair(
    hexOf(key.secret),
    getPublicKey(Buffer.from(clientSecretOf(name), 'hex')),
  );
  const faults = createFaultScript();
  const state: WalletAccount = { ledger, account, lud16, budgetSats };
  const handler = createHandler(state, () => service.fault);
  const service = new ScriptedService({
    keypair,
    encryptions,
    relayUrls: [...relayUrls],
    relays: options.relays,
    sign: ({ kind, created_at: at, tags, content }, secret) => ({
      ...signer.sign({ kind, at, tags, content }, { secret: new Uint8Array(Buffer.from(secret, 'hex')) }),
      tags,
    }),
    takeFault: (asked) => options.faultOf?.(asked) ?? faults.take(asked.method),
    answerOf(method) {
      if (method === 'get_budget') return handler.getBudget();
      const isKnown = (METHODS as readonly string[]).includes(method);
      return isKnown ? undefined : { error: { code: 'NOT_IMPLEMENTED', message: 'This wallet cannot do that' } };
    },
  });
  const unsubscribe = await service.subscribe(keypair, handler);
  const end = ledger.onSettled((paid) => {
    const isOurs = paid.payee === account || paid.settled?.payer === account;
    if (isOurs && wallet.notifies) void notify(service, account, paid);
  });
  const wallet: NwcWallet = Object.assign(state, {
    notifies: true,
    pairingCode: pairingCodeOf(key.pubkey, options),
    pubkey: key.pubkey,
    faults,
    methods: service.methods,
    close() {
      end();
      unsubscribe();
      service.close();
    },
  });
  return wallet;
}
