import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimatedSeconds, miningProgress } from '#domain/pow/mining.ts';
import {
  createPowJob,
  firstIdWord,
  INNER_NONCES,
  minedEvent,
  nonceText,
  outerRange,
  OUTER_NONCES,
  prepareJob,
  type UnminedEvent,
} from '#domain/pow/pow-job.ts';
import { blockWords, compressBlock, padMessage, SHA256_START } from '#domain/protocol/sha256.ts';
import { anyCharacter } from '#tests/support/fake-events.ts';

const note = (content: string, tags: string[][] = []): UnminedEvent => ({
  pubkey: 'ab'.repeat(32),
  created_at: 1_700_000_000,
  kind: 1,
  tags,
  content,
});

const serialised = ({ pubkey, created_at, kind, tags, content }: UnminedEvent) =>
  new TextEncoder().encode(JSON.stringify([0, pubkey, created_at, kind, tags, content]));

const firstWord = (bytes: Uint8Array) => new DataView(sha256(bytes).buffer).getInt32(0);

const anyTags = fc.array(fc.array(fc.string({ unit: anyCharacter }), { minLength: 1, maxLength: 4 }), { maxLength: 5 });

describe('SHA-256', () => {
  it('gives the state that another implementation gives', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (message) => {
        const padded = padMessage(message);
        let state: Int32Array = SHA256_START;
        for (let at = 0; at < padded.length; at += 64) state = compressBlock(state, blockWords(padded, at));
        const view = new DataView(sha256(message).buffer);
        expect([...state]).toEqual(Array.from({ length: 8 }, (_, index) => view.getInt32(index * 4)));
      }),
    );
  });
});

describe('a job', () => {
  it('gives the id that the mined event has, whatever the event holds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 400 }),
        anyTags,
        fc.integer({ min: 1, max: 24 }),
        fc.integer({ min: 0, max: OUTER_NONCES - 1 }),
        fc.integer({ min: 0, max: INNER_NONCES - 1 }),
        (content, tags, bits, outer, inner) => {
          const event = note(content, tags);
          const job = createPowJob(event, bits);
          const mined = minedEvent(event, bits, nonceText(job, outer, inner));
          expect(firstIdWord(prepareJob(job).inner(outer), inner)).toBe(firstWord(serialised(mined)));
        },
      ),
    );
  });

  it('[POW-14] keeps public key, kind, time, tags and content, and ends its tags with nonce and target', () => {
    const event = note('hello', [['p', 'cd'.repeat(32)]]);
    const mined = minedEvent(event, 16, '0042');
    expect(mined).toEqual({ ...event, tags: [...event.tags, ['nonce', '0042', '16']] });
  });

  it('replaces a nonce that the event had', () => {
    const mined = minedEvent(
      note('again', [
        ['nonce', '1', '20'],
        ['t', 'nut'],
      ]),
      8,
      '0007',
    );
    expect(mined.tags).toEqual([
      ['t', 'nut'],
      ['nonce', '0007', '8'],
    ]);
  });

  it('ends the nonce on a word, so that four digits change in one place', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (content) => {
        const job = createPowJob(note(content), 20);
        expect((job.nonceAt + job.nonceDigits) % 4).toBe(0);
        expect(job.nonceDigits).toBeGreaterThanOrEqual(16);
      }),
    );
  });
});

describe('the places of workers', () => {
  it('share no nonce and leave none out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), (count) => {
        const ranges = Array.from({ length: count }, (_, index) => outerRange(index, count));
        expect(ranges[0]?.from).toBe(0);
        expect(ranges.at(-1)?.to).toBe(OUTER_NONCES);
        for (let index = 1; index < count; index += 1) expect(ranges[index]?.from).toBe(ranges[index - 1]?.to);
        expect(ranges.every(({ from, to }) => from < to)).toBe(true);
      }),
    );
  });

  it('write different nonces for different numbers', () => {
    const job = { nonceDigits: 18 };
    fc.assert(
      fc.property(fc.nat(OUTER_NONCES - 1), fc.nat(9_999), fc.nat(OUTER_NONCES - 1), fc.nat(9_999), (a, b, c, d) => {
        expect(nonceText(job, a, b) === nonceText(job, c, d)).toBe(a === c && b === d);
      }),
    );
  });
});

describe('what is told of mining', () => {
  it('is never done by waiting', () => {
    expect(miningProgress(0, 20)).toBe(0);
    expect(miningProgress(2 ** 20, 20)).toBe(63);
    expect(miningProgress(2 ** 40, 20)).toBe(99);
  });

  it('gives the average time, which luck does not shorten', () => {
    expect(estimatedSeconds(20, 2 ** 18)).toBe(4);
    expect(estimatedSeconds(20, 0)).toBeUndefined();
  });
});
