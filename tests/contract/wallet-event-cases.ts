import assert from 'node:assert/strict';
import { bytesToHex } from '@noble/hashes/utils.js';
import * as nip44 from 'nostr-tools/nip44';
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure';
import { RELAY_PLANS } from '#devnet/relays/plans.ts';
import { type Relay, startRelay } from '#devnet/relays/relay.ts';
import { buildHistory, parseHistory } from '#domain/ecash/events/history-event.ts';
import { sumOf, type ProofFacts } from '#domain/ecash/proof.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { query } from '#tests/devnet/relay-client.ts';
import { type CoreWorld, coreWorld } from '#tests/support/core-world.ts';
import type { ClientCase, PlainProof } from './talk.ts';

/** What another program says of a wallet. */
type Told = {
  readonly mints: readonly string[];
  readonly privkeys: readonly string[];
  readonly tokens: readonly { readonly mint: string; readonly proofs: readonly PlainProof[] }[];
  readonly history: readonly { readonly direction: string; readonly amount: number }[];
};

/** An account and its relay. */
const accountAt = (relay: Relay) => {
  const secret = generateSecretKey();
  const pubkey = getPublicKey(secret);
  const key = nip44.getConversationKey(secret, pubkey);
  return {
    pubkey,
    secret: bytesToHex(secret),
    read: ({ content }: NostrEvent) => nip44.decrypt(content, key),
    all: () => query(relay.url, { authors: [pubkey] }),
    async tell(kind: number, plain: string, tags: readonly (readonly string[])[] = []) {
      const content = kind === KIND.deletion ? plain : nip44.encrypt(plain, key);
      const draft = { kind, content, tags: tags.map((tag) => [...tag]), created_at: Math.floor(Date.now() / 1_000) };
      const event = finalizeEvent(draft, secret);
      assert.ok((await relay.publish(event)).success);
      return event;
    },
  };
};

type World = CoreWorld & { readonly relay: Relay; readonly account: ReturnType<typeof accountAt> };

const inWorld = async (act: (world: World) => Promise<void>): Promise<void> => {
  const world = await coreWorld();
  const relay = await startRelay(RELAY_PLANS[0], 0);
  try {
    await act({ ...world, relay, account: accountAt(relay) });
  } finally {
    await relay.close();
    await world.stop();
  }
};

const ysOf = (proofs: readonly ProofFacts[]) => proofs.map(({ y }) => y).toSorted();
const ofKind = (events: readonly NostrEvent[], kind: number) => events.filter((event) => event.kind === kind);

/** Our wallet of 21 sats writes itself down; before, there were 8 more in an event that is replaced. */
const writeOurs = async ({ core, mint, unit, deposit, account }: World) => {
  const write = async (amount: number, del: readonly string[]) => {
    const proofs = await deposit(amount);
    const [event] = await core.writeTokenEvents({ mint: mint.url, unit, proofs, del });
    return await account.tell(KIND.cashuToken, event!.content);
  };
  await account.tell(KIND.cashuWallet, await core.writeWalletEvent({ mints: [mint.url] }));
  const before = await write(8, []);
  const token = await write(21, [before.id]);
  await account.tell(KIND.deletion, '', [
    ['e', before.id],
    ['k', String(KIND.cashuToken)],
  ]);
  const said = { direction: 'in', amount: 21, unit, mint: mint.url } as const;
  const lists = { created: [token.id], destroyed: [before.id], reserved: [], redeemed: [], rest: [] };
  const { kind, content, tags } = buildHistory({ ...said, ...lists });
  await account.tell(kind, content, tags);
};

/** Proofs as another program takes them. */
const plainProofs = async ({ core, mint, unit, deposit }: World, amount: number) => {
  const sealed = await deposit(amount);
  const [event] = await core.writeTokenEvents({ mint: mint.url, unit, proofs: sealed, del: [] });
  return { sealed, proofs: (JSON.parse(event!.content) as { proofs: readonly PlainProof[] }).proofs };
};

/** A wallet on relays (NIP-60) is opened by another program, and theirs by ours. */
export const WALLET_EVENT_CASES: readonly ClientCase[] = [
  {
    name: 'it opens the wallet that ours wrote',
    run: (talk) =>
      inWorld(async (world) => {
        const { mint, relay, account } = world;
        await writeOurs(world);
        const { secret, all } = account;
        const order = { act: 'read', secret, relay: relay.url, events: await all() };
        const { mints, privkeys, tokens, history } = (await talk(order)) as Told;
        assert.deepEqual(mints, [mint.url]);
        assert.deepEqual(
          privkeys.map((key) => `02${getPublicKey(Buffer.from(key, 'hex'))}`),
          [world.made.pubkey],
        );
        assert.deepEqual([...new Set(tokens.map((token) => token.mint))], [mint.url]);
        assert.equal(sumOf(tokens.flatMap(({ proofs }) => proofs)), 21);
        assert.deepEqual(
          history.map(({ direction, amount }) => [direction, amount]),
          [['in', 21]],
        );
      }),
  },
  {
    name: 'we open the wallet that it wrote, and spend what is there',
    run: (talk) =>
      inWorld(async (world) => {
        const { core, mint, relay, account } = world;
        const { sealed, proofs } = await plainProofs(world, 21);
        const key = bytesToHex(generateSecretKey());
        const what = { mint: mint.url, privkey: key, proofs, deleted: [], created: [] };
        const { events } = (await talk({ act: 'write', secret: account.secret, relay: relay.url, ...what })) as {
          events: readonly NostrEvent[];
        };
        const found = [...events, ...(await account.all())];
        for (const wallet of [...ofKind(found, KIND.cashuWallet), ...ofKind(found, KIND.cashuBackup)]) {
          const { mints, pubkeys } = await core.readWalletEvent(account.read(wallet));
          assert.deepEqual(mints, [mint.url]);
          assert.ok(pubkeys.includes(`02${getPublicKey(Buffer.from(key, 'hex'))}`));
        }
        const [token] = ofKind(found, KIND.cashuToken);
        const read = await core.readTokenEvent(account.read(token!));
        assert.deepEqual(ysOf(read.proofs), ysOf(sealed));
        const [history] = ofKind(found, KIND.cashuTokenHistory);
        assert.equal(parseHistory(account.read(history!), history!.tags).amount, 21);
        const outputs = await world.prepare({ keep: 21 });
        assert.equal(sumOf((await core.swap({ mint: mint.url, inputs: read.proofs, outputs })).proofs), 21);
      }),
  },
];
