import assert from 'node:assert/strict';
import { bytesToHex } from '@noble/hashes/utils.js';
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure';
import { composeNutzap, isFor, readNutzap } from '#domain/ecash/nutzaps/nutzap.ts';
import { parseTokenContent } from '#domain/ecash/events/token-event.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { type CoreWorld, walletAt } from '#tests/support/core-world.ts';
import { atMint, type ClientCase } from './talk.ts';

const COMMENT = 'for the feeder';

/** Ecash that is locked to the wallet of somebody else, as it stands in an event; and that wallet. */
const locked = async ({ core, mint, unit, deposit, prepare, costOf, ledger }: CoreWorld) => {
  const taker = await walletAt(mint.url, async (invoice) => void ledger.pay('payer', invoice));
  const lock = taker.made.pubkey;
  const inputs = await deposit(32);
  const outputs = await prepare({ keep: 32 - 12 - (await costOf(inputs)), send: 12, lock: { pubkey: lock } });
  const made = await core.swap({ mint: mint.url, inputs, outputs });
  const proofs = made.proofs.filter(({ role }) => role === 'send');
  const [{ content } = { content: '' }] = await core.writeTokenEvents({ mint: mint.url, unit, proofs, del: [] });
  return { taker, lock, proofs: parseTokenContent(content).proofs };
};

/** Ecash that is given by an event (NIP-61) is understood by another program, and theirs by ours. */
export const NUTZAP_CASES: readonly ClientCase[] = [
  {
    name: 'it reads the nutzap that ours wrote',
    run: (talk) =>
      atMint(async (world) => {
        const { lock, proofs } = await locked(world);
        const recipient = getPublicKey(generateSecretKey());
        const draft = { recipient, mint: world.mint.url, proofs, comment: COMMENT, anonymous: false };
        const { tags, ...plain } = composeNutzap(draft, { now: Math.floor(Date.now() / 1_000) });
        const event = finalizeEvent({ ...plain, tags: tags.map((tag) => [...tag]) }, generateSecretKey());
        const relay = 'ws://127.0.0.1:9';
        const order = { act: 'read nutzap', secret: bytesToHex(generateSecretKey()), relay, events: [event] };
        const said = { isValid: true, amount: 12, mint: world.mint.url, recipient, lock, comment: COMMENT };
        assert.deepEqual(await talk(order), said);
      }),
  },
  {
    name: 'we take the nutzap that it wrote',
    run: (talk) =>
      atMint(async (world) => {
        const { taker, lock, proofs } = await locked(world);
        const [owner, mint] = [getPublicKey(generateSecretKey()), world.mint.url];
        const order = { secret: bytesToHex(generateSecretKey()), relay: 'ws://127.0.0.1:9', to: owner, mint, proofs };
        const { events } = (await talk({ act: 'write nutzap', ...order, comment: COMMENT })) as {
          events: NostrEvent[];
        };
        const nutzap = readNutzap(events[0]!, true)!;
        assert.deepEqual([nutzap.sats, nutzap.comment, nutzap.lock], [12, COMMENT, lock]);
        assert.ok(isFor(nutzap, { owner, pubkey: lock, mints: [{ url: mint, listed: mint }], relays: [] }));
        await taker.core.loadMint(mint);
        const token = await taker.core.readProofs({ mint, unit: 'sat', proofs: nutzap.proofs });
        await taker.core.checkToken({ mint, proofs: token.proofs, requireDleq: true });
        const outputs = await taker.prepare({ keep: 12 - (await taker.costOf(token.proofs)) });
        const taken = await taker.core.swap({ mint, inputs: token.proofs, outputs });
        assert.equal(sumOf(taken.proofs), 12);
      }),
  },
];
