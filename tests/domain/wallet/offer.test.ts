import { describe, expect, it } from 'vitest';
import { writeOffer } from '#devnet/lightning/offer.ts';
import { isOfferText, readOffer } from '#domain/wallet/offer.ts';

const issuer = `02${'ab'.repeat(32)}`;
const draft = { issuer, metadata: '0102030405060708' };
/** of the Lexe wallet's documentation */
const BARE = 'lno1pgqpvggzfyqv8gg09k4q35tc5mkmzr7re2nm20gw5qp5d08r3w5s6zzu4t5q';
const WHOLE =
  'lno1pqzqzhhncq9pwargd9ejq6tnyp6xsefqv3jhxcmjd9c8g6t0dcfpyargd9ejq6tnyp6xsefqd9ehxat9wgtzzqjfqrp6zred4gydz79xakcsls72576n6r4qqdrtecut4yxssh92aq';

describe('an offer that somebody pastes', () => {
  it('is read as other wallets write it', () => {
    const nothing = { msats: undefined, isPricedElse: false, expiresAt: undefined };
    expect(readOffer(BARE)).toEqual({ text: BARE, networks: ['bitcoin'], description: '', ...nothing });
    expect(readOffer(WHOLE)).toMatchObject({ msats: 23_000_000, description: 'this is the description' });
  });

  it('is read with or without its scheme, in any case, and in pieces', () => {
    const pieces = `${BARE.slice(0, 20)}+\n  ${BARE.slice(20)}`;
    for (const pasted of [` ${BARE}\n`, `lightning:${BARE}`, BARE.toUpperCase(), pieces]) {
      expect(isOfferText(pasted)).toBe(true);
      expect(readOffer(pasted)?.text).toBe(BARE);
    }
  });

  it('says for which network it is, how much it asks for at least, and until when', () => {
    const text = writeOffer({ ...draft, msats: 21_000, description: 'tea \u202e', expiresAt: 1_800_000_000 });
    expect(readOffer(text)).toMatchObject({
      networks: ['regtest'],
      msats: 21_000,
      description: 'tea',
      expiresAt: 1_800_000_000_000,
    });
    expect(readOffer(writeOffer({ ...draft, chain: 'ab'.repeat(32) }))?.networks).toEqual([]);
    expect(readOffer(writeOffer({ ...draft, description: 'x'.repeat(300) }))?.description).toHaveLength(201);
  });

  it.each([
    ['nothing', 'lno1'],
    ['an invoice', 'lnbc1pvjluez'],
    ['letters of two sizes', `${BARE.slice(0, 20)}${BARE.slice(20).toUpperCase()}`],
    ['letters that are none', `${BARE}b`],
    ['one that is cut off', BARE.slice(0, -8)],
    ['one that names nobody', writeOffer({ ...draft, issuer: '' })],
    ['one that is too long', `lno1${'q'.repeat(8_000)}`],
  ])('is none: %s', (_, text) => {
    expect(readOffer(text)).toBeUndefined();
  });
});
