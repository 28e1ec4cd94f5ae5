import type { NostrEvent } from '#domain/protocol/event.ts';
import { writeInvoice } from '#devnet/lightning/invoice.ts';
import { nodeSecret } from '#devnet/lightning/ledger.ts';
import { sha256, type Key } from './signer.ts';
import type { Member, Posted, World } from './world.ts';

const EMOJI = ['🔥', '🤙', '🫂', '😂', '🐦', '🌿', '💜', '👀'];
const SATS = [21, 21, 42, 100, 100, 210, 420, 500, 1_000, 2_100, 5_000, 10_000, 21_000];

/** The name of the key that signs zap receipts: `nostrPubkey` of everybody's Lightning address (NIP-57). */
export const ZAP_PROVIDER = 'zap provider';

/** How much a note is liked, reposted and zapped. */
export type Attention = { likes: number; reposts: number; zaps: number };

const targetTags = (world: World, note: NostrEvent): string[][] => [
  ['e', note.id, world.hint(), note.pubkey],
  ['p', note.pubkey],
];

/** A while after the note: soon for most, days for some. */
const after = (world: World, note: NostrEvent): number => note.created_at + 20 + world.chance.heavyTail(900, 200_000);

export function writeReaction(world: World, note: NostrEvent, author: Key, at: number): NostrEvent {
  const { chance } = world;
  const content = chance.happens(0.12) ? chance.pick(EMOJI) : chance.happens(0.02) ? '-' : '+';
  return world.post(author, { kind: 7, at, content, tags: [...targetTags(world, note), ['k', '1']] });
}

/** A repost of kind 6, with the note inside or with empty content (NIP-18). */
export const writeRepost = (world: World, note: NostrEvent, author: Key, at: number, full: boolean): NostrEvent =>
  world.post(author, { kind: 6, at, content: full ? JSON.stringify(note) : '', tags: targetTags(world, note) });

/** The paid invoice of a zap and what proves it; nobody asks for it any more. `at` in seconds. */
export function sampleInvoice(sats: number, request: string, at: number): { invoice: string; preimage: string } {
  const preimage = sha256(`preimage ${request}`);
  const paymentHash = sha256(preimage);
  const draft = { msats: sats * 1_000, paymentHash, descriptionHash: sha256(request), createdAt: at };
  return { invoice: writeInvoice(draft, nodeSecret('past')), preimage: preimage.toString('hex') };
}

/** A zap receipt with its request inside (NIP-57), signed by the provider. */
export function writeZap(world: World, note: NostrEvent, sender: Member, sats: number, at: number): NostrEvent {
  const comment = world.chance.happens(0.4) ? world.writer.comment() : '';
  const request = world.post(sender, {
    kind: 9734,
    at: at - 4,
    content: comment,
    tags: [
      ['relays', ...world.relayUrls.slice(0, 3)],
      ['amount', String(sats * 1_000)],
      ['p', note.pubkey],
      ['e', note.id],
    ],
  });
  const description = JSON.stringify(request);
  const { invoice, preimage } = sampleInvoice(sats, description, at - 3);
  return world.post(world.signer.keyOf(ZAP_PROVIDER), {
    kind: 9735,
    at,
    tags: [
      ['p', note.pubkey],
      ['P', sender.pubkey],
      ['e', note.id],
      ['bolt11', invoice],
      ['description', description],
      ['preimage', preimage],
    ],
  });
}

/** Heavy-tailed attention: most notes get little, a few get much. */
export function attentionFor(world: World, posted: Posted): Attention {
  const scale = posted.depth === 0 ? 1 : 0.3;
  const fame = 0.5 + world.chance.unit();
  const crowd = world.members.length - 2;
  return {
    likes: world.chance.heavyTail(1.3 * scale * fame, crowd),
    reposts: world.chance.heavyTail(0.18 * scale * fame, crowd),
    zaps: world.chance.heavyTail(0.18 * scale * fame, crowd),
  };
}

/** The reactions, reposts and zaps of one note, each from different people; none later than `until`, seconds. */
export function writeAttention(
  world: World,
  { event, author }: Posted,
  attention: Attention,
  until = Infinity,
): NostrEvent[] {
  const { chance } = world;
  const others = world.members.filter((member) => member !== author);
  const at = (): number => Math.min(until, after(world, event));
  return [
    ...chance.sample(others, attention.likes).map((member) => writeReaction(world, event, member, at())),
    ...chance
      .sample(others, attention.reposts)
      .map((member) => writeRepost(world, event, member, at(), chance.happens(0.7))),
    ...chance.sample(others, attention.zaps).map((member) => writeZap(world, event, member, chance.pick(SATS), at())),
  ];
}
