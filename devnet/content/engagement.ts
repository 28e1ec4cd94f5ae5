import { createHash } from 'node:crypto';
import { encodeBytes } from 'nostr-tools/nip19';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { Key } from './signer.ts';
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

/** The amount of an invoice as its human-readable part writes it: a tenth of a nano-bitcoin is 0.1 sat (BOLT-11). */
function amountPart(sats: number): string {
  if (sats % 100_000 === 0) return `${sats / 100_000}m`;
  return sats % 100 === 0 ? `${sats / 100}u` : `${sats * 10}n`;
}

/** An invoice in form only: readable amount and checksum, but no payment behind it. */
export function sampleInvoice(sats: number, salt: string): string {
  const bytes = createHash('sha512').update(salt).digest();
  return encodeBytes(`lnbc${amountPart(sats)}`, new Uint8Array([...bytes, ...bytes]));
}

/** A zap receipt with its request inside (NIP-57), signed by the provider. */
export function writeZap(world: World, note: NostrEvent, sender: Member, sats: number, at: number): NostrEvent {
  const recipient = world.members.find((member) => member.pubkey === note.pubkey);
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
  return world.post(world.signer.keyOf(ZAP_PROVIDER), {
    kind: 9735,
    at,
    tags: [
      ['p', note.pubkey],
      ['P', sender.pubkey],
      ['e', note.id],
      ['bolt11', sampleInvoice(sats, request.id)],
      ['description', JSON.stringify(request)],
      ['preimage', createHash('sha256').update(`${request.id}${recipient?.handle}`).digest('hex')],
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
