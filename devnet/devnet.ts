import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { createContent, type DevnetContent } from './content/content.ts';
import { mineHeavyNotes } from './content/heavy-notes.ts';
import { writeMintReviews } from './content/mint-reviews.ts';
import { createSigner } from './content/signer.ts';
import { startAddressService, type DevAddressService } from './lightning/address-service.ts';
import { createLedger, type Ledger } from './lightning/ledger.ts';
import { accountOf, createLnurlProvider, GUEST } from './lightning/lnurl-provider.ts';
import { listen } from './listen.ts';
import { type Mint, startMint } from './mint/mint.ts';
import { MINT_PLANS } from './mint/plans.ts';
import { createMediaServer, type Directory } from './media/server.ts';
import { type NwcWallet, type NwcWalletOptions, startNwcWallet, walletInfoEvent } from './nwc/wallet.ts';
import { type Relay, startRelay } from './relays/relay.ts';
import { RELAY_PLANS, type RelayRole } from './relays/plans.ts';
import { startTrickle } from './trickle.ts';

export type DevnetOptions = {
  /** other seeds give other keys and other texts */
  seed?: string;
  /** at least 34, at most 72, which is the default */
  people?: number;
  /** notes of the past 30 days; 3,000 by default */
  notes?: number;
  /** the first of ten ports, taken ones are passed over; 0, the default, takes any free ones */
  ports?: number;
  /** ms between two new events while it runs; false, the default, for none */
  trickleMs?: number | false;
  /** seconds since the epoch; the clock by default */
  now?: number;
  /** keeps the generated content for the next start; worth it only with fixed ports */
  cacheFolder?: string;
  /** keeps the books of the mints, so that ecash of an earlier start is good; worth it only with fixed ports */
  mintFolder?: string;
  /** mines notes of up to 24 bits in a thread, about a minute on a core; false by default */
  mine?: boolean;
};

/** Addresses of relays by use and of mints, as the `nuthatch-relays` meta element of the app takes them. */
export type RelayConfig = {
  readwrite: string[];
  write: string[];
  indexer: string[];
  profile: string[];
  mints: string[];
  /** the service of Lightning addresses that pay into ecash */
  addresses: string;
  /** where rates of currencies are told */
  rates: string;
};

export type Devnet = {
  readonly relays: readonly { url: string; role: RelayRole; name: string; latencyMs: number }[];
  readonly mediaUrl: string;
  readonly config: RelayConfig;
  readonly content: DevnetContent;
  /** every invoice and every balance of the sample network */
  readonly ledger: Ledger;
  /** a wallet to pair with, that has sats to give away */
  readonly wallet: NwcWallet;
  /** two mints of sats that are worth nothing: one without fees, one with fees and keysets of short ids */
  readonly mints: readonly Mint[];
  /** Lightning addresses that pay into ecash */
  readonly addresses: DevAddressService;
  /** publishes on the readwrite relays and the write relay, as a client does; throws when one refuses */
  publish(event: NostrEvent): Promise<void>;
  /** takes back what was written and deleted on the relays since the start; whether that was anything */
  restore(): boolean;
  close(): Promise<void>;
};

/** the sample wallet: what it has, what an app may pay, and on how many of the first relays it listens */
const WALLET_SATS = 250_000;
const WALLET_BUDGET_SATS = 100_000;
const WALLET_RELAYS = 2;

const urlsOf = (relays: readonly Relay[], role: RelayRole): string[] =>
  relays.filter((relay) => relay.plan.role === role).map((relay) => relay.url);

async function publishOn(relays: readonly Relay[], event: NostrEvent): Promise<void> {
  const takers = relays.filter(({ plan }) => plan.role === 'readwrite' || plan.role === 'write');
  for (const { success, message } of await Promise.all(takers.map((relay) => relay.publish(event))))
    if (!success) throw new Error(message ?? 'refused');
}

type WalletPlace = Pick<NwcWalletOptions, 'ledger' | 'signer' | 'relayUrls'> & { readonly mediaUrl: string };

/** A wallet with sats of its own that apps pair with. */
function startWallet({ ledger, signer, mediaUrl, relayUrls }: WalletPlace): Promise<NwcWallet> {
  const account = accountOf(GUEST);
  ledger.fund(account, WALLET_SATS);
  return startNwcWallet({
    name: GUEST,
    account,
    ledger,
    signer,
    budgetSats: WALLET_BUDGET_SATS,
    lud16: `${GUEST}@${new URL(mediaUrl).host}`,
    relayUrls: relayUrls.slice(0, WALLET_RELAYS),
  });
}

/** Publishes a receipt on those of the relays that the payer named; on the usual ones when they named none of them. */
async function publishReceipt(relays: readonly Relay[], receipt: NostrEvent, urls: readonly string[]): Promise<void> {
  const named = relays.filter(({ url }) => urls.some((one) => one.replace(/\/$/, '') === url));
  const takers = named.length > 0 ? named : relays.filter(({ plan }) => plan.role === 'readwrite');
  await Promise.allSettled(takers.map((relay) => relay.publish(receipt)));
}

type MintPlace = {
  readonly seed: string;
  readonly ledger: Ledger;
  readonly firstPort: number;
  readonly folder?: string;
};

/** Mints that can pay each other, the sample wallet and the sample people; with their books of earlier starts where kept. */
async function startMints({ seed, ledger, firstPort, folder }: MintPlace): Promise<Mint[]> {
  const mints: Mint[] = [];
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  for (const plan of MINT_PLANS) {
    const port = firstPort === 0 ? 0 : firstPort + mints.length;
    const books = folder === undefined ? ':memory:' : join(folder, `mint-${plan.name}-${port}.sqlite`);
    const mint = await startMint({ ...plan, ledger, port, books, seed: `${seed} ${plan.name}` });
    ledger.fund(mint.account, Math.max(0, mint.books.outstanding()));
    mints.push(mint);
  }
  return mints;
}

/** Six relays in sequence, so that neighbouring ports are found in order. */
async function startRelays(firstPort: number): Promise<Relay[]> {
  const relays: Relay[] = [];
  for (const plan of RELAY_PLANS) {
    const after = relays.at(-1);
    const port = firstPort === 0 ? 0 : after ? Number(new URL(after.url).port) + 1 : firstPort;
    relays.push(await startRelay(plan, port));
  }
  return relays;
}

/**
 * Starts the embedded network on loopback: six relays filled with sample content, a server of pictures, NIP-05 names and
 * Lightning addresses, a wallet that pays them, two mints, and a service of addresses that pay into ecash.
 */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const { seed = 'nuthatch', people = 72, notes = 3_000, ports = 0, trickleMs = false, cacheFolder } = options;
  const signer = createSigner(seed);
  const ledger = createLedger({ seed });
  const pubkeys = new Map<string, string>();
  const relays: Relay[] = [];
  const lightning = createLnurlProvider({
    ledger,
    signer,
    pubkeyOf: (handle) => pubkeys.get(handle),
    publish: (receipt, urls) => void publishReceipt(relays, receipt, urls),
  });
  const directory: Directory = { pubkeys, relayUrls: [], lightning };
  const media = createMediaServer(() => directory);
  const mediaUrl = `http://127.0.0.1:${await listen(media, ports)}`;
  relays.push(...(await startRelays(ports === 0 ? 0 : Number(new URL(mediaUrl).port) + 1)));
  const relayUrls = relays.map((relay) => relay.url);
  directory.relayUrls.push(...relayUrls);
  const world = { seed, people, mediaUrl, relayUrls };
  const now = options.now ?? Math.floor(Date.now() / 1_000);
  const plan = { ...world, notes, now, ...(cacheFolder ? { cacheFolder } : {}) };
  const content = createContent(plan);
  for (const { handle, pubkey } of content.people) pubkeys.set(handle, pubkey);
  const firstPort = ports === 0 ? 0 : Number(new URL(relayUrls.at(-1)!).port) + 1;
  const folder = options.mintFolder === undefined ? {} : { folder: options.mintFolder };
  const mints = await startMints({ seed, ledger, firstPort, ...folder });
  const card = walletInfoEvent({ name: GUEST, signer }, now);
  const reviews = writeMintReviews(signer, content.people, mints, now);
  relays.forEach((relay, index) => {
    const ofWallet = index < WALLET_RELAYS ? [card] : [];
    const ofMints = relay.plan.role === 'readwrite' ? reviews : [];
    relay.load([...(content.relayEvents[index] ?? []), ...ofWallet, ...ofMints]);
  });
  const wallet = await startWallet({ ledger, signer, mediaUrl, relayUrls });
  const addresses = await startAddressService({
    ledger,
    signer,
    mint: () => mints[0]!.url,
    publish: (receipt, urls) => void publishReceipt(relays, receipt, urls),
    port: ports === 0 ? 0 : Number(new URL(mints.at(-1)!.url).port) + 1,
  });
  const endings: (() => void)[] = [wallet.close, lightning.end];
  if (trickleMs !== false) endings.push(startTrickle(world, relays, trickleMs));
  const publish = (event: NostrEvent): Promise<void> => publishOn(relays, event);
  // a note that is found while the network closes is lost, and found again at the next start
  if (options.mine) endings.push(mineHeavyNotes(plan, (event) => void publish(event).catch(() => {})));
  return {
    relays: relays.map(({ url, plan }) => ({ url, role: plan.role, name: plan.name, latencyMs: plan.latencyMs })),
    mediaUrl,
    config: {
      readwrite: urlsOf(relays, 'readwrite'),
      write: urlsOf(relays, 'write'),
      indexer: urlsOf(relays, 'indexer'),
      profile: urlsOf(relays, 'profile'),
      mints: mints.map(({ url }) => url),
      addresses: addresses.url,
      rates: `${mediaUrl}/rates`,
    },
    content,
    ledger,
    wallet,
    mints,
    addresses,
    publish,
    restore: () => relays.map((relay) => relay.restore()).some(Boolean),
    async close() {
      for (const end of endings) end();
      media.closeAllConnections();
      await Promise.all([
        new Promise((done) => media.close(done)),
        ...relays.map((relay) => relay.close()),
        ...mints.map((mint) => mint.stop()),
        addresses.close(),
      ]);
    },
  };
}
