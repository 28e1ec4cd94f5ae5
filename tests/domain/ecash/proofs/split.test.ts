import { expect, it } from 'vitest';
import {
  EVENT_PROOFS_MOST,
  REQUEST_ID_MAX_CHARACTERS,
  REQUEST_MEMO_MAX_CHARACTERS,
} from '#domain/ecash/ecash-limits.ts';
import { makeMessage } from '#domain/messages/gift-wrap.ts';
import { RUMOR_MAX_BYTES } from '#domain/protocol/protocol-limits.ts';
import { jsonBytes } from '#domain/protocol/request-shape.ts';

const hex = 'f'.repeat(64);

it('as many proofs as one private message may bring fit into it, with all that can be said of them', () => {
  const key = `02${hex}`;
  const tags = [
    ['locktime', '9999999999'],
    ['refund', key, key],
  ];
  const secret = JSON.stringify(['P2PK', { nonce: hex, data: key, tags }]);
  const proof = { amount: 2 ** 52, id: `01${hex}`, secret, C: key, dleq: { e: hex, s: hex, r: hex } };
  const content = JSON.stringify({
    id: 'x'.repeat(REQUEST_ID_MAX_CHARACTERS),
    memo: '🌰'.repeat(REQUEST_MEMO_MAX_CHARACTERS / 2),
    mint: 'x'.repeat(512),
    unit: 'sat',
    proofs: Array.from({ length: EVENT_PROOFS_MOST }, () => proof),
  });
  expect(jsonBytes(makeMessage({ from: hex, to: hex, content, now: 1 }))).toBeLessThan(RUMOR_MAX_BYTES);
});
