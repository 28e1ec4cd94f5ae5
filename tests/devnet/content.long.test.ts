import { verifyEvent } from 'nostr-tools/pure';
import { beforeAll, describe, expect, it } from 'vitest';
import { createContent, type DevnetContent } from '#devnet/content/content.ts';
import { leadingZeroBits } from '#devnet/content/mining.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { withNotifications } from '#domain/notifications/notifications.ts';
import { tallyStats } from '#domain/feed/stats.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { readReceipt } from '#domain/wallet/receipt.ts';
import { tallyZaps } from '#domain/wallet/zap-tally.ts';
import { parseZapReceipt } from '#domain/wallet/zap.ts';
import { verifyFrame } from '#domain/protocol/verify-frame.ts';
import { nobleCheck } from '#workers/verify-noble.ts';

const NOW = 1_795_262_400; // 2026-11-21 12:00 UTC
const HOUR = 3_600;

const options = {
  seed: 'test',
  people: 34,
  notes: 120,
  now: NOW,
  mediaUrl: 'http://127.0.0.1:4700',
  relayUrls: [1, 2, 3, 4, 5, 6].map((number) => `ws://127.0.0.1:470${number}`),
};

const verify = (event: NostrEvent): boolean =>
  verifyEvent({ ...event, tags: event.tags.map((tag) => [...tag]), content: event.content });

const every = <T>(list: readonly T[], count: number): T[] =>
  list.filter((_, index) => index % Math.ceil(list.length / count) === 0);

const ofKind = (content: DevnetContent, kind: number): NostrEvent[] =>
  content.events.filter((event) => event.kind === kind);

const bitsOf = (event: NostrEvent): number => leadingZeroBits(Buffer.from(event.id, 'hex'));

describe('sample content', () => {
  let noon: DevnetContent;
  beforeAll(async () => {
    noon = createContent(options);
  });

  it('is the same to the byte for the same seed and time', async () => {
    const again = createContent(options);
    expect(again.events).toEqual(noon.events);
    expect(again.hostile).toEqual(noon.hostile);
    expect(again.relayEvents).toEqual(noon.relayEvents);
  });

  it('keeps the events of the day when the hour moves on', async () => {
    const later = createContent({ ...options, now: NOW + 3 * HOUR });
    const ids = new Set(later.events.map((event) => event.id));
    const day = noon.events.filter((event) => event.created_at < NOW - 10 * HOUR);
    expect(day.length).toBeGreaterThan(100);
    expect(day.every((event) => ids.has(event.id))).toBe(true);
  });

  it('has other people for another seed', async () => {
    const other = createContent({ ...options, seed: 'other' });
    expect(other.guide.person.pubkey).not.toBe(noon.guide.person.pubkey);
  });
});

describe('sample content of full size', () => {
  let content: DevnetContent;
  beforeAll(async () => {
    content = createContent({ ...options, people: 72, notes: 3_000 });
  });

  it('holds valid signatures everywhere but in the unsound hostile events', () => {
    const sample = [...every(content.events, 300), ...content.older.slice(0, 5)];
    expect(sample.length).toBeGreaterThan(250);
    expect(sample.filter((event) => !verify(event))).toEqual([]);
    const sound = content.hostile.filter((one) => one.sound);
    expect(sound.filter(({ event }) => !verify(event))).toEqual([]);
    const forged = content.hostile.filter((one) => !one.sound);
    const passes = ({ event }: { event: NostrEvent }): boolean => {
      try {
        return verify(event);
      } catch {
        return false;
      }
    };
    expect(forged.length).toBeGreaterThan(50);
    expect(forged.filter(passes).map((one) => one.what)).toEqual([]);
  });

  it('has at least 60 people with distinct names and pictures, and 3,000 notes of a month that ends minutes ago', () => {
    const profiles = ofKind(content, 0).map((event) => JSON.parse(event.content) as Record<string, string>);
    expect(new Set(profiles.map((profile) => profile.display_name)).size).toBeGreaterThanOrEqual(60);
    expect(new Set(profiles.map((profile) => profile.picture)).size).toBeGreaterThanOrEqual(60);
    expect(new Set(profiles.map((profile) => profile.banner)).size).toBeGreaterThanOrEqual(60);
    const notes = ofKind(content, 1);
    expect(notes.length).toBeGreaterThanOrEqual(3_000);
    expect(notes[0]?.created_at).toBeGreaterThan(NOW - 10 * 60);
    expect(notes.at(-1)?.created_at).toBeGreaterThan(NOW - 32 * 24 * HOUR);
    expect(content.events.every((event) => event.created_at <= NOW)).toBe(true);
    expect(new Set(notes.map((event) => event.content)).size).toBeGreaterThan(notes.length * 0.8);
  });

  it('holds forged zap receipts, of which the app lets in only what a payer signed, and counts none', () => {
    const forged = content.hostile.filter(({ what }) => what.startsWith('zap receipt'));
    const letIn = forged.filter(({ event }) => verifyFrame(JSON.stringify(['EVENT', 's', event]), NOW, nobleCheck));
    expect(forged).toHaveLength(7);
    expect(letIn.map(({ what }) => what)).toEqual([
      'zap receipt by its own payer',
      'zap receipt that repeats a request',
    ]);
    const { event } = forged[0]!;
    const noteId = event.tags.find(([name]) => name === 'e')?.[1] ?? '';
    const all = [...forged.map((one) => one.event), ...content.events];
    expect(tallyStats(noteId, all)).toMatchObject({ zaps: 0, zapSats: 0 });
    expect(tallyStats(noteId, all)).not.toHaveProperty('topZap');
    const provider = content.events.find(({ kind }) => kind === KIND.zap)!.pubkey;
    const receipts = letIn.flatMap((one) => readReceipt(one.event) ?? []);
    expect(tallyZaps(noteId, receipts, { providerOf: () => provider })).toEqual({ zaps: 0, zapSats: 0 });
    // the check of kinds and bounds alone would have let them pass
    expect(all.filter((one) => parseZapReceipt(one)?.noteId === noteId).length).toBeGreaterThan(3);
    const told = withNotifications(
      [],
      letIn.map((one) => one.event),
      {
        me: event.tags.find(([name]) => name === 'p')?.[1] ?? '',
        now: (event.created_at + 60) * 1000,
      },
    );
    expect(told.map(({ sats }) => sats)).toEqual([0, 0]);
  });

  it('has every sort of event', () => {
    const kinds = new Set(content.events.map((event) => event.kind));
    expect([0, 1, 3, 6, 7, 9735, 10_000, 10_002].filter((kind) => !kinds.has(kind))).toEqual([]);
    const tags = new Set(
      content.events.flatMap((event) => event.tags.filter(([name]) => name === 't').map((tag) => tag[1])),
    );
    expect(['bitcoin', 'nostr', 'news'].filter((tag) => !tags.has(tag))).toEqual([]);
    const mined = ofKind(content, 1).filter((event) => event.tags.some(([name]) => name === 'nonce'));
    expect(mined.length).toBeGreaterThan(20);
    expect(mined.every((event) => bitsOf(event) >= Number(event.tags.find(([name]) => name === 'nonce')?.[2]))).toBe(
      true,
    );
    expect(content.hostile.length / ofKind(content, 1).length).toBeLessThan(0.05);
  });

  it('gives named examples that are what they say', () => {
    const { guide } = content;
    expect(guide.thread.replies).toHaveLength(6);
    guide.thread.replies.forEach((reply, index) => {
      const parent = index === 0 ? guide.thread.root : guide.thread.replies[index - 1];
      const marker = index === 0 ? 'root' : 'reply';
      expect(reply.tags.find((tag) => tag[3] === marker)?.[1]).toBe(parent?.id);
    });
    expect(guide.fourPictures.tags.filter(([name]) => name === 'imeta')).toHaveLength(4);
    expect(guide.film.content).toMatch(/\.webm$/);
    expect(guide.warning.tags.map(([name]) => name)).toContain('content-warning');
    expect(guide.quote.tags.find(([name]) => name === 'q')?.[1]).toBe(guide.quoted.id);
    expect((JSON.parse(guide.repost.content) as NostrEvent).id).toBe(guide.reposted.id);
    expect(bitsOf(guide.mined)).toBeGreaterThanOrEqual(guide.minedBits);
    expect(guide.shadowed).toBeDefined();
    expect(content.relayEvents.slice(0, 3).every((events) => events.includes(guide.fourPictures))).toBe(true);
  });

  it('spreads notes over the relays, some on one only, with old versions here and there', () => {
    const holders = new Map<string, number>();
    for (const events of content.relayEvents.slice(0, 3))
      for (const event of events) holders.set(event.id, (holders.get(event.id) ?? 0) + 1);
    const genuine = ofKind(content, 1).filter((event) => event.id !== content.guide.shadowed?.id);
    const counts = genuine.map((event) => holders.get(event.id) ?? 0);
    expect(new Set(counts)).toEqual(new Set([1, 2, 3]));
    const old = content.older.filter((event) => event.kind === 0);
    expect(old.every((event) => holders.get(event.id) === 1)).toBe(true);
    const profile = content.relayEvents[5] ?? [];
    expect(new Set(profile.map((event) => event.kind))).toEqual(new Set([0]));
    expect(profile.some((event) => old.includes(event))).toBe(false);
  });
});
