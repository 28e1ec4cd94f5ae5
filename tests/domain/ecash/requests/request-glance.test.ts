import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCreqA, writeCreqB, type RawRequest } from '#domain/ecash/requests/creq.ts';
import { REQUEST_GLANCE_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import { rawRequestOf } from '#domain/ecash/requests/payment-request.ts';
import { glanceAtRequest } from '#domain/ecash/requests/request-glance.ts';
import { parseContent } from '#domain/note/content.ts';
import { hex } from '#tests/support/fake-events.ts';

const wish = { id: 'feeder', isSingleUse: true, pubkey: hex(0xa), relays: ['wss://a.example'] };
const wishes = fc.record({
  amount: fc.integer({ min: 1, max: 1_000_000 }),
  memo: fc.stringMatching(/^[a-z ]{0,20}[a-z]$/).map((text) => text.trim()),
  mints: fc.uniqueArray(fc.constantFrom('https://a.example', 'https://b.example'), { minLength: 1 }),
});
const forms = [writeCreqA, writeCreqB, (raw: RawRequest) => writeCreqB(raw).toUpperCase()];

describe('a payment request in a note', () => {
  it('says the same in each form, found in the midst of words', () => {
    fc.assert(
      fc.property(
        wishes,
        fc.constantFrom(...forms),
        fc.constantFrom('', 'cashu:', 'web+cashu://'),
        (said, form, before) => {
          const text = `${before}${form(rawRequestOf({ ...wish, ...said }))}`;
          const block = parseContent({ content: `Two jars (${text}), thanks`, tags: [] }).find(
            ({ type }) => type === 'token',
          );
          expect(block).toEqual({ type: 'token', text });
          expect(glanceAtRequest(text, false).request).toMatchObject({
            ...said,
            ways: [{ type: 'message', pubkey: wish.pubkey, relays: ['wss://a.example'] }],
          });
        },
      ),
    );
  });

  it('that is cut, of other money or too long for an address says why, and throws nothing', () => {
    const whole = writeCreqA(rawRequestOf({ ...wish, amount: 5, mints: [] }));
    const codeOf = (text: string) => glanceAtRequest(text, false).problem?.code;
    expect(codeOf(whole.slice(0, 40))).toBe('request-unreadable');
    expect(codeOf(writeCreqB({ a: 5, u: 'usd' }))).toBe('request-unit');
    expect(codeOf(writeCreqA({ a: 5, u: 'sat', d: 'x'.repeat(REQUEST_GLANCE_MAX_CHARACTERS) }))).toBe(
      'request-too-long',
    );
    fc.assert(fc.property(fc.string(), (text) => glanceAtRequest(`creqA${text}`, false) !== undefined));
  });
});
