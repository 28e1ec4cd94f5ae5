import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import { pairingInAddress, readPairingCode, writePairingCode } from '#domain/wallet/pairing-code.ts';
import { PAIRING_MAX_CHARACTERS, PAIRING_MAX_RELAYS } from '#domain/wallet/wallet-limits.ts';
import { walletProblemOf } from '#domain/wallet/wallet-problem.ts';

const [KEY, SECRET] = ['b8'.repeat(32), '5e'.repeat(32)];
const code = `nostr+walletconnect://${KEY}?relay=wss%3A%2F%2Frelay.alder.example&relay=wss://two.example/&secret=${SECRET}&lud16=Ada@alder.example`;

const problemOf = (text: string) => {
  try {
    readPairingCode(text);
    return 'none';
  } catch (error) {
    return walletProblemOf(error).code;
  }
};

describe('a pairing code', () => {
  it('[NWC-01] says the key of the wallet, its relays, the secret and an address', () => {
    expect(readPairingCode(`\n ${code} `)).toEqual({
      walletPubkey: KEY,
      relays: ['wss://relay.alder.example', 'wss://two.example'],
      secret: SECRET,
      lud16: 'ada@alder.example',
    });
  });

  it.each([
    ['in capitals', code.replace('nostr+walletconnect', 'NOSTR+WALLETCONNECT').replace(KEY, KEY.toUpperCase())],
    ['without slashes', code.replace('//', '')],
    ['with a slash before the question', code.replace('?', '/?')],
    ['of an older version', code.replace('nostr+walletconnect', 'nostrwalletconnect')],
  ])('is read %s', (_, text) => expect(readPairingCode(text)).toEqual(readPairingCode(code)));

  it.each([
    ['', 'no-pairing-code'],
    ['  \n', 'no-pairing-code'],
    ['nsec1abc', 'not-a-pairing-code'],
    ['https://alder.example', 'not-a-pairing-code'],
    [`${code}${'x'.repeat(PAIRING_MAX_CHARACTERS)}`, 'not-a-pairing-code'],
    [`nostr+walletconnect://${KEY}`, 'pairing-incomplete'],
    [`nostr+walletconnect://?relay=wss://a.example&secret=${SECRET}`, 'pairing-incomplete'],
    [`nostr+walletconnect://${KEY}?relay=wss://a.example`, 'pairing-incomplete'],
    [`nostr+walletconnect://${KEY}?secret=${SECRET}`, 'pairing-incomplete'],
    [`nostr+walletconnect://${KEY}?relay=&secret=${SECRET}`, 'pairing-incomplete'],
    [`nostr+walletconnect://abc?relay=wss://a.example&secret=${SECRET}`, 'pairing-key'],
    [`nostr+walletconnect://${KEY}?relay=wss://a.example&secret=abc`, 'pairing-secret'],
    [`nostr+walletconnect://${KEY}?relay=https://a.example&secret=${SECRET}`, 'pairing-relay'],
  ])('[NWC-02] is refused: %s', (text, problem) => expect(problemOf(text)).toBe(problem));

  it('uses so many relays at most, and no address that is none', () => {
    const many = Array.from({ length: 9 }, (_, index) => `relay=wss://r${index}.example`).join('&');
    const read = readPairingCode(`nostr+walletconnect://${KEY}?${many}&secret=${SECRET}&lud16=<b>@x`);
    expect(read.relays).toHaveLength(PAIRING_MAX_RELAYS);
    expect(read.lud16).toBeUndefined();
  });

  it('can be written again and means the same', () => {
    expect(readPairingCode(writePairingCode(readPairingCode(code)))).toEqual(readPairingCode(code));
  });

  it('throws nothing else, whatever is pasted', () => {
    const parts = fc.constantFrom(
      'nostr+walletconnect:',
      '//',
      KEY,
      '?',
      '&',
      'relay=',
      'secret=',
      SECRET,
      'wss://a.example',
      '%',
      '#',
      '/',
      'é',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(parts).map((all) => all.join('')),
        ),
        (text) => problemOf(text) !== 'unknown',
      ),
    );
  });
});

describe('the address of a link', () => {
  const link = `nostr+walletconnect://${KEY}?relay=${encodeURIComponent('wss://a.example/?x=1&y=2')}&secret=${SECRET}`;
  it.each([
    ['as the browser writes it', `/open#${encodeURIComponent(link)}`],
    ['of the protocol that pages get', `/open#${encodeURIComponent(`web+${link.replace('+', '')}`)}`],
    ['as a person writes it', `/open#${link}`],
    ['among other parameters', `/?q=${encodeURIComponent(link)}&in=people#x`],
  ])('%s holds the code', (_how, address) => {
    const code = pairingInAddress(address);
    expect(readPairingCode(code!)).toEqual(readPairingCode(link));
    expect(leakedSecret(address)).toBe('pairing');
  });

  it.each(['', '/open', '/open#nostr', `/open#${SECRET}`, '/open#nostr%2Bwalletconnect%3A%E0%A4%A'])(
    '%j holds none',
    (address) => {
      expect(pairingInAddress(address)).toBeUndefined();
    },
  );
});
