import fc from 'fast-check';
import { pbkdf2Sync } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { keyWords as inGerman } from '#ui/texts/de/problems/session.ts';
import { keyWords } from '#ui/texts/problems/session.ts';
import { encodeBech32 } from '#domain/protocol/bech32.ts';
import { buildKeyRecord, deriveKey, openKeyRecord, type CryptoSource } from '#domain/session/key-cipher.ts';
import { KeyError, keyProblemOf } from '#domain/session/key-problem.ts';
import { passphraseProblem } from '#domain/session/passphrase.ts';
import type { KeyProblem } from '#domain/session/session-problem.ts';
import {
  cipherFor,
  openingProblem,
  parseKeyRecord,
  pubkeyOfName,
  recordName,
  savingProblem,
} from '#domain/session/key-record.ts';
import { walletRecordName } from '#domain/wallet/wallet-record.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import { decryptSecret, encryptSecret } from '#domain/session/nip49.ts';
import { sealed } from '#domain/protocol/sealed.ts';
import { meantKey, slipOf } from '#domain/session/secret-form.ts';
import { readSecretBytes } from '#domain/session/secret-bytes.ts';
import { openByNode, sealByNode } from '#tests/support/node-records.ts';

const SECRET = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa';
const NSEC = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';
const PUBKEY = '7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e';
const PASSPHRASE = 'correct horse ünï';
const source: CryptoSource = { subtle: crypto.subtle, getRandomValues: (bytes) => crypto.getRandomValues(bytes) };
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const problemFrom = async (act: () => unknown): Promise<KeyProblem | undefined> => {
  try {
    await act();
    return undefined;
  } catch (error) {
    return keyProblemOf(error);
  }
};

const parts = { secretHex: SECRET, pubkey: PUBKEY, passphrase: PASSPHRASE, algo: 'AES-GCM', timestamp: 5 } as const;

describe('secret input', () => {
  const textFor = async (input: string) => keyWords((await problemFrom(() => readSecretBytes(input)))!, 'login');

  it('[LOGIN-03] takes an nsec or 64 hex characters, with space around them and in capitals', () => {
    for (const input of [NSEC, SECRET, ` ${NSEC}\n`, NSEC.toUpperCase(), SECRET.toUpperCase()])
      expect(hexOf(readSecretBytes(input))).toBe(SECRET);
  });

  it('[LOGIN-03] takes a key that was saved with spaces and line breaks in it, and the capital a phone begins with', () => {
    const parts = (text: string, gap: string) => text.match(/.{1,16}/g)!.join(gap);
    const capital = `N${NSEC.slice(1)}`;
    for (const input of [
      parts(NSEC, ' '),
      parts(NSEC, '\r\n'),
      parts(SECRET, '\u00a0'),
      capital,
      parts(` ${capital}`, '\n'),
    ])
      expect(hexOf(readSecretBytes(input))).toBe(SECRET);
  });

  it('[LOGIN-22] names a text that decodes to something else', async () => {
    expect(await textFor(encodeBech32('nsecx', Buffer.from(SECRET, 'hex')))).toBe('Invalid nsec format');
  });

  it('[LOGIN-23] names a key of the wrong length', async () => {
    expect(await textFor(encodeBech32('nsec', Buffer.from(SECRET, 'hex').subarray(1)))).toBe(
      'Invalid secret key length',
    );
  });

  it('[LOGIN-24] names an nsec with a slip', async () => {
    expect(await textFor(`${NSEC.slice(0, -1)}4`)).toBe('Invalid nsec encoding');
    expect(await textFor('nsec')).toBe('Invalid nsec encoding');
  });

  it('[LOGIN-24] finds a slip of a key, encrypted or not, without opening it', () => {
    const ncryptsec = encryptSecret(Buffer.from(SECRET, 'hex'), PASSPHRASE);
    for (const whole of ['', NSEC, ` ${NSEC.toUpperCase()}`, SECRET, ncryptsec, `nostr:${ncryptsec}`])
      expect(slipOf(whole)).toBeUndefined();
    for (const [typed, problem] of [
      [NSEC.slice(1), 'secret-format'],
      [NSEC.slice(0, -1), 'nsec-encoding'],
      [`${NSEC.slice(0, -1)}4`, 'nsec-encoding'],
      [ncryptsec.slice(0, -1), 'ncryptsec'],
      [`${ncryptsec}q`, 'ncryptsec'],
    ] as const)
      expect(slipOf(typed)).toBe(problem);
  });

  it('[LOGIN-25] names anything else, also numbers that are no key', async () => {
    for (const input of ['hello', SECRET.slice(1), `${SECRET}0`, `g${SECRET.slice(1)}`, '0'.repeat(64), 'f'.repeat(64)])
      expect(await textFor(input)).toBe('Invalid secret key format');
  });

  it('[LOGIN-25] says of a public key that it is one', async () => {
    const npub = encodeBech32('npub', Buffer.from(PUBKEY, 'hex'));
    for (const input of [npub, ` N${npub.slice(1)}`, npub.toUpperCase(), encodeBech32('nprofile', [0, 32])])
      expect(await textFor(input)).toBe(
        'Invalid secret key format. That is a public key. The secret key begins with nsec1.',
      );
  });

  it('[LOGIN-25] says of an address or a remote signer that it cannot be used here', async () => {
    for (const input of [`bunker://${PUBKEY}?relay=wss://a.example&secret=abc`, 'Bunker://x', 'ann@nsec.example'])
      expect(await textFor(input)).toBe(
        'Invalid secret key format. An address or a remote signer does not work here. Use your nsec or a browser extension.',
      );
  });

  it('[LOGIN-25] says of recovery words where the nsec is, and not of a key in groups', async () => {
    const words = Array(12).fill('abandon');
    for (const input of [words.join(' '), ` ${words.join('\n ')} `, [...words, ...words].join(' ').toUpperCase()])
      expect(await textFor(input)).toBe(
        'Invalid secret key format. Words do not work here. The app you have them from can also show your nsec.',
      );
    expect(await textFor(words.slice(1).join(' '))).toBe('Invalid secret key format');
    for (const input of [SECRET.replaceAll(/.{4}/g, '$& '), NSEC.replaceAll(/.{4}/g, '$& ')])
      expect(hexOf(readSecretBytes(input))).toBe(SECRET);
  });

  it('takes a key that was copied as a link', async () => {
    for (const input of [`nostr:${NSEC}`, `Nostr:${NSEC.toUpperCase()}`, ` nostr: ${NSEC}`])
      expect(hexOf(readSecretBytes(input))).toBe(SECRET);
    expect(meantKey('nostr:ncryptsec1x')).toBe('ncryptsec1x');
    expect(await textFor(`nostr:${encodeBech32('npub', Buffer.from(PUBKEY, 'hex'))}`)).toContain('public key');
  });

  it('[LOGIN-26] names an empty input', async () => {
    expect(await textFor('')).toBe('No secret provided');
    expect(await textFor('  \n')).toBe('No secret provided');
  });

  it('[LOGIN-27] never throws anything but a problem, which does not repeat the input', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `nsec1${text}`),
        ),
        (input) => {
          try {
            return readSecretBytes(input).length === 32;
          } catch (error) {
            return error instanceof KeyError && (input.trim().length < 5 || !error.message.includes(input.trim()));
          }
        },
      ),
    );
    expect(keyWords('unknown', 'login')).toBe('Invalid nsec or secret key');
  });
});

describe('key records', () => {
  it('[KEY-05] [KEY-06] [KEY-08] [KEY-09] [KEY-10] [KEY-11] has the form of the specification', async () => {
    const record = await buildKeyRecord(source, { ...parts, pubkey: PUBKEY.toUpperCase() });
    expect(record).toEqual({
      pubkey: `nsec_${PUBKEY}`,
      kdf: 'PBKDF2',
      iterations: 250_000,
      saltB64: expect.any(String) as string,
      algo: 'AES-GCM',
      ivB64: expect.any(String) as string,
      ciphertextB64: expect.any(String) as string,
      version: 1,
      timestamp: 5,
    });
    expect(Buffer.from(record.saltB64, 'base64')).toHaveLength(16);
    expect(Buffer.from(record.ivB64, 'base64')).toHaveLength(12);
    expect(parseKeyRecord(structuredClone(record))).toEqual(record);
    const again = await buildKeyRecord(source, parts);
    // neither is used twice
    expect(again.saltB64).not.toBe(record.saltB64);
    expect(again.ivB64).not.toBe(record.ivB64);
  });

  it('[KEY-05] [KEY-06] is opened by an independent implementation, and the other way round', async () => {
    expect(openByNode(await buildKeyRecord(source, parts), PASSPHRASE)).toBe(SECRET);
    const foreign = parseKeyRecord(sealByNode(PUBKEY, SECRET.toUpperCase(), PASSPHRASE));
    expect(await openKeyRecord(crypto.subtle, foreign, PASSPHRASE)).toBe(SECRET);
  });

  it('[KEY-07] [KEY-09] uses XChaCha20-Poly1305 in the installed iOS app, whose records open everywhere', async () => {
    const ios = { randomness: true, webCrypto: true, iosStandalone: true };
    expect(cipherFor(ios)).toBe('XCHACHA20-POLY1305');
    expect(cipherFor({ ...ios, iosStandalone: false })).toBe('AES-GCM');
    const record = await buildKeyRecord(source, { ...parts, algo: cipherFor(ios) });
    expect(Buffer.from(record.ivB64, 'base64')).toHaveLength(24);
    expect(await openKeyRecord(crypto.subtle, parseKeyRecord(record), PASSPHRASE)).toBe(SECRET);
    expect(await problemFrom(() => openKeyRecord(crypto.subtle, record, 'another passphrase'))).toBe(
      'wrong-passphrase',
    );
  });

  it('[KEY-07] derives the same 32 bytes without WebCrypto', async () => {
    const derivation = { passphrase: PASSPHRASE, salt: new Uint8Array(16).fill(7), iterations: 1_000 };
    const expected = pbkdf2Sync(PASSPHRASE, derivation.salt, 1_000, 32, 'sha256').toString('hex');
    expect(hexOf(await deriveKey(undefined, derivation))).toBe(expected);
    expect(hexOf(await deriveKey(crypto.subtle, derivation))).toBe(expected);
  });

  it('[KEY-15] [KEY-22] refuses a plaintext that is no key', async () => {
    const record = parseKeyRecord(sealByNode(PUBKEY, 'x'.repeat(64), PASSPHRASE));
    const problem = await problemFrom(() => openKeyRecord(crypto.subtle, record, PASSPHRASE));
    expect(problem).toBe('not-hex');
    expect(keyWords(problem!, 'saved account')).toBe(
      'The decrypted key is not in the expected format. Please log in with your NSEC directly.',
    );
  });

  it('[KEY-15] refuses a key with a byte-order mark before it', async () => {
    const record = parseKeyRecord(sealByNode(PUBKEY, `\ufeff${SECRET}`, PASSPHRASE));
    expect(await problemFrom(() => openKeyRecord(crypto.subtle, record, PASSPHRASE))).toBe('not-hex');
  });

  it('[KEY-16] [KEY-29] refuses the record of a wallet connection under the name of a key', async () => {
    const uri = `nostr+walletconnect://${PUBKEY}?relay=wss%3A%2F%2Frelay.example&secret=${SECRET}`;
    const record = parseKeyRecord(sealByNode(PUBKEY, uri, PASSPHRASE));
    const problem = await problemFrom(() => openKeyRecord(crypto.subtle, record, PASSPHRASE));
    const text =
      'This saved account appears to be a wallet connection, not a private key. Please log in with your NSEC directly.';
    for (const flow of ['saved account', 'unlock'] as const) expect(keyWords(problem!, flow)).toBe(text);
    expect(
      await problemFrom(() => parseKeyRecord(sealByNode(PUBKEY, uri, PASSPHRASE, { pubkey: `nwc_${PUBKEY}` }))),
    ).toBe('wallet');
  });

  it('[KEY-19] [KEY-26] [KEY-34] says the words of the place to a wrong passphrase', async () => {
    const record = await buildKeyRecord(source, parts);
    const problem = (await problemFrom(() => openKeyRecord(crypto.subtle, record, `${PASSPHRASE} `)))!;
    expect(problem).toBe('wrong-passphrase');
    expect(keyWords(problem, 'saved account')).toBe('Invalid passphrase or no saved account');
    expect(keyWords(problem, 'unlock')).toBe('Incorrect passphrase. Please check your passphrase and try again.');
    expect(keyWords(problem, 'view')).toBe('Invalid passphrase or no saved secret for this account');
  });

  it('[KEY-21] tells a cipher that fails from a wrong passphrase', async () => {
    const record = await buildKeyRecord(source, parts);
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt').mockRejectedValue(new TypeError('no'));
    const problem = (await problemFrom(() => openKeyRecord(crypto.subtle, record, PASSPHRASE)))!;
    decrypt.mockRestore();
    expect(problem).toBe('decrypt');
    expect(keyWords(problem, 'saved account')).toBe('Failed to decrypt key. Please check your passphrase.');
  });

  it('[KEY-27] finds every old, cut-off and foreign form corrupted', async () => {
    const sound = sealByNode(PUBKEY, SECRET, PASSPHRASE);
    const wrong: readonly object[] = [
      { version: 2 },
      { version: '1' },
      { version: undefined },
      { kdf: 'scrypt' },
      { algo: 'AES-CBC' },
      { algo: 'XCHACHA20-POLY1305' },
      { iterations: 0 },
      { iterations: 1e12 },
      { iterations: '250000' },
      { saltB64: (sound['saltB64'] as string).slice(0, 8) },
      { ivB64: '' },
      { ivB64: 7 },
      { ciphertextB64: (sound['ciphertextB64'] as string).slice(0, 40) },
      { ciphertextB64: '*'.repeat(108) },
      { ciphertextB64: 'A'.repeat(100_000) },
      { pubkey: 'nsec_' },
      { pubkey: 'somebody' },
      { pubkey: 5 },
    ];
    for (const change of wrong)
      expect([change, await problemFrom(() => parseKeyRecord({ ...sound, ...change }))]).toEqual([change, 'corrupted']);
    for (const foreign of [undefined, null, 'text', 5, [], {}, { app: 'another', theme: 'dark' }])
      expect(await problemFrom(() => parseKeyRecord(foreign))).toBe('corrupted');
    expect(keyWords('corrupted', 'unlock')).toBe(
      'Your saved key appears to be corrupted. Please log in with your NSEC directly to re-save your key.',
    );
  });

  it('[KEY-27] never throws anything but a problem at any value', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        try {
          parseKeyRecord(value);
          return false;
        } catch (error) {
          return error instanceof KeyError;
        }
      }),
    );
  });

  it('[KEY-10] names records by lower-case hex and reads the names of older versions', () => {
    expect(recordName(PUBKEY.toUpperCase())).toBe(`nsec_${PUBKEY}`);
    expect(walletRecordName(PUBKEY, 'a')).toBe(`nwc_${PUBKEY}_a`);
    expect(pubkeyOfName(`nsec_${PUBKEY}`)).toBe(PUBKEY);
    expect(pubkeyOfName(PUBKEY)).toBe(PUBKEY);
    expect(pubkeyOfName(`nwc_${PUBKEY}`)).toBeUndefined();
    expect(pubkeyOfName(7)).toBeUndefined();
  });

  it('[KEY-03] [KEY-04] [KEY-20] [KEY-28] knows what an environment cannot do', async () => {
    const full = { randomness: true, webCrypto: true, iosStandalone: false };
    const none = { ...full, webCrypto: false };
    const aes = parseKeyRecord(sealByNode(PUBKEY, SECRET, PASSPHRASE));
    expect([savingProblem(full), openingProblem(aes, full)]).toEqual([undefined, undefined]);
    expect(keyWords(savingProblem({ ...full, randomness: false })!)).toBe('Secure randomness not available');
    expect(keyWords(savingProblem(none)!)).toBe(
      'Secure persistence requires WebCrypto. Please use a modern browser over HTTPS.',
    );
    expect(keyWords(openingProblem(aes, none)!, 'unlock')).toBe(
      'Key unlocking is not available in this environment. Please try a different browser or log in with your NSEC directly.',
    );
    expect(keyWords(openingProblem(aes, { ...none, iosStandalone: true })!, 'unlock')).toBe(
      'This key cannot be unlocked in the installed iOS app. Please log in with your NSEC directly.',
    );
    expect(openingProblem({ ...aes, algo: 'XCHACHA20-POLY1305' }, { ...none, iosStandalone: true })).toBeUndefined();
    expect(await problemFrom(() => openKeyRecord(undefined, aes, PASSPHRASE))).toBe('environment');
  });
});

describe('words', () => {
  it('[KEY-01] [KEY-02] checks a passphrase that is to protect a key', () => {
    const textOf = (...args: Parameters<typeof passphraseProblem>) => {
      const problem = passphraseProblem(...args);
      return problem && keyWords(problem);
    };
    expect(textOf('1234567')).toBe('Passphrase must be at least 8 characters');
    for (const other of ['12345679', '1234567', '']) expect(textOf('12345678', other)).toBe('Passphrases do not match');
    expect(textOf('12345678', '12345678')).toBeUndefined();
    expect(textOf('12345678')).toBeUndefined();
    // an emoji is one character, whatever it takes in UTF-16
    expect([textOf('🔑🔑🔑🔑'), textOf('🔑'.repeat(7))]).toEqual(Array(2).fill(textOf('1234567')));
    expect(textOf('🔑'.repeat(8))).toBeUndefined();
  });

  it('[KEY-17] [KEY-18] [KEY-23] [KEY-30] [KEY-38] [KEY-39] [KEY-40] has the exact words', () => {
    expect(keyWords('no-passphrase', 'saved account')).toBe('Enter your passphrase');
    expect(keyWords('unknown', 'saved account')).toBe('Failed to unlock saved account');
    expect(keyWords('failed', 'saved account')).toMatch(/^Failed to unlock key\b/);
    expect(keyWords('failed', 'unlock')).toBe('Failed to unlock');
    for (const key of [
      'worker',
      'timeout',
      'no-database',
      'database-blocked',
      'newer-database',
      'foreign-database',
    ] as const) {
      expect(keyWords(key, 'unlock')).toBe(`Failed to unlock. ${keyWords(key)}`);
      expect(keyWords(key, 'saved account')).toBe(`Failed to unlock saved account. ${keyWords(key)}`);
      expect(inGerman(key, 'unlock')).toBe(`${inGerman('failed', 'unlock')}. ${inGerman(key)}`);
      expect(inGerman(key, 'saved account')).toBe(`${inGerman('unknown', 'saved account')}. ${inGerman(key)}`);
    }
    expect(keyWords('no-key', 'generate')).toBe('No key generated yet');
    expect(keyWords('no-randomness', 'generate')).toBe('Secure randomness not available');
    expect(keyWords('failed', 'generate')).toBe('Failed to generate key pair');
    expect(keyProblemOf(new Error('anything'))).toBe('unknown');
  });
});

describe('encrypted keys (NIP-49)', () => {
  const VECTOR =
    'ncryptsec1qgg9947rlpvqu76pj5ecreduf9jxhselq2nae2kghhvd5g7dgjtcxfqtd67p9m0w57lspw8gsq6yphnm8623nsl8xn9j4jdzz84zm3frztj3z7s35vpzmqf6ksu8r89qk5z2zxfmu5gv8th8wclt0h4p';

  it('opens the example of the NIP', () => {
    expect(hexOf(decryptSecret(` ${VECTOR}\n`, 'nostr'))).toBe(
      '3501454135014541350145413501453fefb02227e449e57cf4d3a3ce05378683',
    );
  });

  it('opens what it made, with a passphrase in any normal form', () => {
    const made = encryptSecret(Buffer.from(SECRET, 'hex'), 'ÅΩẛ̣');
    expect(made).toMatch(/^ncryptsec1/);
    expect(hexOf(decryptSecret(made.toUpperCase(), 'ÅΩẛ̣'.normalize('NFD')))).toBe(SECRET);
  });

  it('names what it cannot open', async () => {
    const ofCost = (cost: number) => encodeBech32('ncryptsec', [2, cost, ...new Uint8Array(89)]);
    expect(await problemFrom(() => decryptSecret(VECTOR, 'wrong'))).toBe('wrong-passphrase');
    expect(await problemFrom(() => decryptSecret(NSEC, 'nostr'))).toBe('ncryptsec');
    expect(await problemFrom(() => decryptSecret(VECTOR.slice(0, -1), 'nostr'))).toBe('ncryptsec');
    expect(await problemFrom(() => decryptSecret(encodeBech32('ncryptsec', [2, 16, 1]), 'nostr'))).toBe('ncryptsec');
    expect(await problemFrom(() => decryptSecret(ofCost(22), 'nostr'))).toBe('ncryptsec-cost');
    expect(await problemFrom(() => decryptSecret(ofCost(0), 'nostr'))).toBe('ncryptsec');
  });
});

describe('texts about to be published', () => {
  it('finds a secret key anywhere in them, also with a slip or in capitals', () => {
    for (const text of [NSEC, `look:${NSEC}!`, `nostr:${NSEC}`, NSEC.toUpperCase(), `${NSEC.slice(0, -1)}4`])
      expect(leakedSecret(text)).toBe('nsec');
    expect(leakedSecret(`a\nncryptsec1${'q'.repeat(150)}\nb`)).toBe('ncryptsec');
    const percents = encodeURIComponent(NSEC).replaceAll('1', '%31').replaceAll('q', '%71');
    for (const text of [
      percents,
      encodeURIComponent(percents),
      `n\u00adsec${NSEC.slice(4)}`,
      `nsec\uff11${NSEC.slice(5)}`,
    ])
      expect(leakedSecret(text)).toBe('nsec');
    const pairing = `nostr+walletconnect://${'ab'.repeat(32)}?relay=wss%3A%2F%2Fa.example&secret=${'cd'.repeat(32)}`;
    for (const text of [pairing, pairing.toUpperCase(), encodeURIComponent(pairing), JSON.stringify({ pairing })])
      expect(leakedSecret(text)).toBe('pairing');
    for (const text of ['nostr+walletconnect: is how wallets pair', '?secret=word', `client_secret=${'ab'.repeat(16)}`])
      expect(leakedSecret(text)).toBeUndefined();
    for (const text of ['', 'My nsec1 is secret', `npub1${'q'.repeat(58)}`, `note1${'q'.repeat(58)}`])
      expect(leakedSecret(text)).toBeUndefined();
  });
});

describe('sealed', () => {
  it('gives its value once and shows it to nobody else', () => {
    const secret = sealed(SECRET);
    expect(JSON.stringify(secret)).not.toContain(SECRET);
    expect([secret.take(), secret.take()]).toEqual([SECRET, undefined]);
  });
});
