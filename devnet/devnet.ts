import type { NostrEvent } from '#domain/protocol/event.ts';
import { createContent, type DevnetContent } from './content/content.ts';
import { ZAP_PROVIDER } from './content/engagement.ts';
import { mineHeavyNotes } from './content/heavy-notes.ts';
import { createSigner } from './content/signer.ts';
import { listen } from './listen.ts';
import { createMediaServer, type Directory } from './media/server.ts';
import { type Relay, startRelay } from './relays/relay.ts';
import { RELAY_PLANS, type RelayRole } from './relays/roles.ts';
import { startTrickle } from './trickle.ts';

export type DevnetOptions = {
  /** other seeds give other keys and other texts */
  seed?: string;
  /** at least 34, at most 72, which is the default */
  people?: number;
  /** notes of the past 30 days; 3,000 by default */
  notes?: number;
  /** the first of seven ports, taken ones are passed over; 0, the default, takes any free ones */
  ports?: number;
  /** ms between two new events while it runs; false, the default, for none */
  trickleMs?: number | false;
  /** seconds since the epoch; the clock by default */
  now?: number;
  /** keeps the generated content for the next start; worth it only with fixed ports */
  cacheFolder?: string;
  /** mines notes of up to 24 bits in a thread, about a minute on a core; false by default */
  mine?: boolean;
};

/** Relay addresses by use, as the `nuthatch-relays` meta element of the app takes them. */
export type RelayConfig = { readwrite: string[]; write: string[]; indexer: string[]; profile: string[] };

export type Devnet = {
  readonly relays: readonly { url: string; role: RelayRole; name: string; latencyMs: number }[];
  readonly mediaUrl: string;
  readonly config: RelayConfig;
  readonly content: DevnetContent;
  /** publishes on the readwrite relays and the write relay, as a client does; throws when one refuses */
  publish(event: NostrEvent): Promise<void>;
  /** takes back what was written and deleted on the relays since the start */
  restore(): void;
  close(): Promise<void>;
};

const urlsOf = (relays: readonly Relay[], role: RelayRole): string[] =>
  relays.filter((relay) => relay.plan.role === role).map((relay) => relay.url);

async function publishOn(relays: readonly Relay[], event: NostrEvent): Promise<void> {
  const takers = relays.filter(({ plan }) => plan.role === 'readwrite' || plan.role === 'write');
  for (const { success, message } of await Promise.all(takers.map((relay) => relay.publish(event))))
    if (!success) throw new Error(message ?? 'refused');
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
 * Starts the embedded network on loopback: six relays filled with sample content, and a server of pictures, NIP-05 names
 * and Lightning addresses.
 */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const { seed = 'nuthatch', people = 72, notes = 3_000, ports = 0, trickleMs = false, cacheFolder } = options;
  let directory: Directory = { pubkeys: new Map(), relayUrls: [], zapProvider: '' };
  const media = createMediaServer(() => directory);
  const mediaUrl = `http://127.0.0.1:${await listen(media, ports)}`;
  const relays = await startRelays(ports === 0 ? 0 : Number(new URL(mediaUrl).port) + 1);
  const relayUrls = relays.map((relay) => relay.url);
  const world = { seed, people, mediaUrl, relayUrls };
  const now = options.now ?? Math.floor(Date.now() / 1_000);
  const plan = { ...world, notes, now, ...(cacheFolder ? { cacheFolder } : {}) };
  const content = await createContent(plan);
  const zapProvider = (await createSigner(seed)).keyOf(ZAP_PROVIDER).pubkey;
  directory = {
    pubkeys: new Map(content.people.map((person) => [person.handle, person.pubkey])),
    relayUrls,
    zapProvider,
  };
  relays.forEach((relay, index) => relay.load(content.relayEvents[index] ?? []));
  const endings: (() => void)[] = [];
  if (trickleMs !== false) endings.push(await startTrickle(world, relays, trickleMs));
  const publish = (event: NostrEvent): Promise<void> => publishOn(relays, event);
  // a note that is found while the network closes is lost, and found again at the next start
  if (options.mine) endings.push(await mineHeavyNotes(plan, (event) => void publish(event).catch(() => {})));
  return {
    relays: relays.map(({ url, plan }) => ({ url, role: plan.role, name: plan.name, latencyMs: plan.latencyMs })),
    mediaUrl,
    config: {
      readwrite: urlsOf(relays, 'readwrite'),
      write: urlsOf(relays, 'write'),
      indexer: urlsOf(relays, 'indexer'),
      profile: urlsOf(relays, 'profile'),
    },
    content,
    publish,
    restore() {
      for (const relay of relays) relay.restore();
    },
    async close() {
      for (const end of endings) end();
      media.closeAllConnections();
      await Promise.all([new Promise((done) => media.close(done)), ...relays.map((relay) => relay.close())]);
    },
  };
}
