import { bytesToHex } from '@noble/hashes/utils.js';
import { encrypt, getConversationKey } from 'nostr-tools/nip44';
import { finalizeEvent } from 'nostr-tools/pure';
import { describe, expect, it } from 'vitest';
import { writeInvoice } from '#devnet/lightning/invoice.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { readOwnInvoice } from '#domain/wallet/receiving.ts';
import { walletProblemOf } from '#domain/wallet/wallet-problem.ts';
import { walletProblemText } from '#ui/texts/wallet.ts';
import {
  client,
  clientPubkey,
  conversation,
  honest,
  openPairing,
  pairingWish,
  reply,
  stranger,
  wallet,
  walletPubkey,
  type Script,
  GOING,
} from '#tests/support/paired-wallet.ts';

const SECRET = bytesToHex(client);
const RELAY = 'relay=wss://alder.example';
const ORDER = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
const codeOf = ({
  key = walletPubkey,
  relay = RELAY,
  secret = `secret=${SECRET}`,
  scheme = 'nostr+walletconnect://',
}) => `${scheme}${key}?${relay}&${secret}`;

const wordsOf = (error: unknown) => walletProblemText(walletProblemOf(error));

describe('a hostile pairing code', () => {
  const INCOMPLETE = 'Incomplete initialization parameters';
  const NONE = `${INCOMPLETE}. A connection string begins with nostr+walletconnect://`;
  const KEY = `${INCOMPLETE}. The wallet’s key in this connection string is not valid.`;
  const SECRET_WORDS = `${INCOMPLETE}. The secret in this connection string is not valid.`;
  const NO_RELAY = `${INCOMPLETE}. This connection string names no relay that can be used.`;

  it.each<[string, string, string]>([
    ['nothing', '  ', `${INCOMPLETE}. Paste the connection string from your wallet app.`],
    ['another protocol', codeOf({ scheme: 'https://' }), NONE],
    ['a script', `javascript:alert('${codeOf({})}')`, NONE],
    ['a secret key of a person', `nsec1${'q'.repeat(58)}`, NONE],
    ['5,000 letters', codeOf({ relay: `relay=wss://a.example/${'a'.repeat(5_000)}` }), NONE],
    ['a megabyte', codeOf({ relay: `relay=wss://a.example/${'a'.repeat(1_000_000)}` }), NONE],
    ['no key', codeOf({ key: '' }), INCOMPLETE],
    ['no secret', codeOf({ secret: '' }), INCOMPLETE],
    ['no relay', codeOf({ relay: '' }), INCOMPLETE],
    ['a key that is too short', codeOf({ key: walletPubkey.slice(1) }), KEY],
    ['a key with other letters', codeOf({ key: 'x'.repeat(64) }), KEY],
    ['a key that is no point of the curve', codeOf({ key: 'ff'.repeat(32) }), KEY],
    ['a secret that is too long', codeOf({ secret: `secret=${SECRET}00` }), SECRET_WORDS],
    ['a secret of zeros', codeOf({ secret: `secret=${'0'.repeat(64)}` }), SECRET_WORDS],
    ['a secret beyond the curve', codeOf({ secret: `secret=${ORDER}` }), SECRET_WORDS],
    ['a relay by http', codeOf({ relay: 'relay=https://a.example' }), NO_RELAY],
    ['a relay that is a file', codeOf({ relay: 'relay=file:///etc/passwd' }), NO_RELAY],
    ['a relay with a key in its address', codeOf({ relay: `relay=wss://a.example/nsec1${'q'.repeat(58)}` }), NO_RELAY],
    [
      'a relay with the secret in its address',
      codeOf({ relay: `relay=wss://a.example/?secret%3D${SECRET}` }),
      NO_RELAY,
    ],
  ])('[NWC-02] with %s is refused, and nobody is asked', async (_what, code, words) => {
    const { connecting, sent, saved } = openPairing();
    expect(wordsOf(await connecting.connect(pairingWish(true, code), 1, GOING).catch((error: unknown) => error))).toBe(
      words,
    );
    expect([sent, saved.of(undefined)]).toEqual([[], []]);
  });

  it('of a hundred relays uses five', async () => {
    const relays = Array.from({ length: 100 }, (_, index) => `relay=wss://r${index}.example`).join('&');
    const { connecting } = openPairing();
    await connecting.connect(pairingWish(false, codeOf({ relay: relays })), 1, GOING);
    expect(connecting.relays()).toHaveLength(5);
  });
});

/** Connected to an honest wallet that answers otherwise from then on. */
const turned = async (script: Script) => {
  let act = honest;
  const { connecting, sent, say } = openPairing((...asked) => act(...asked));
  await connecting.connect(pairingWish(false), 1, GOING);
  act = script;
  return { link: connecting.link()!, sent, say };
};

const says =
  (body: unknown): Script =>
  (_, event, say) =>
    say(reply(event, body));
const result = (value: unknown, method = 'get_balance'): Script => says({ result_type: method, result: value });
/** An answer of the wallet with this as its content, as it stands. */
const content =
  (text: string): Script =>
  (_, { pubkey, id }, say) => {
    const tags = [
      ['p', pubkey],
      ['e', id],
    ];
    say(finalizeEvent({ kind: 23195, tags, content: text, created_at: 5 }, wallet));
  };

describe('a hostile answer', () => {
  const UNREADABLE = 'failed_to_parse_response';
  const NO_BALANCE = 'Failed to get balance';
  it.each<[string, Script, string]>([
    ['that is not encrypted', content('{"result_type":"get_balance","result":{"balance":1}}'), UNREADABLE],
    ['of nothing', content(''), UNREADABLE],
    ['of the older encryption that is none', content('bm90?iv=bm90'), UNREADABLE],
    [
      'that is encrypted for somebody else',
      content(encrypt('{}', getConversationKey(stranger, clientPubkey))),
      UNREADABLE,
    ],
    ['with one letter changed', content(encrypt('{}', conversation).replace(/.$/, '!')), UNREADABLE],
    ['of a megabyte', content('A'.repeat(1_000_000)), UNREADABLE],
    ['of HTML', content(encrypt('<!doctype html><h1>Wallet</h1>', conversation)), UNREADABLE],
    ['of a list', content(encrypt('[{"balance":1}]', conversation)), UNREADABLE],
    ['of a number', content(encrypt('7', conversation)), UNREADABLE],
    ['deeply nested', content(encrypt('['.repeat(60_000), conversation)), UNREADABLE],
    ['to another method', says({ result_type: 'pay_invoice', result: { balance: 5 } }), UNREADABLE],
    ['to no method', says({ result: { balance: 5 } }), UNREADABLE],
    ['without a result', says({ result_type: 'get_balance' }), NO_BALANCE],
    ['with a list as its result', result([5]), NO_BALANCE],
    ['with a balance below 0', result({ balance: -1 }), NO_BALANCE],
    ['with half a millisat', result({ balance: 0.5 }), NO_BALANCE],
    ['with a balance that is a text', result({ balance: '5000' }), NO_BALANCE],
    ['with more than there is', result({ balance: 2_100_000_000_000_001_000 }), NO_BALANCE],
    ['with a code of its own', says({ error: { code: 'SEND_ME_YOUR_KEY' } }), NO_BALANCE],
    ['with a code that is no text', says({ error: { code: { toString: 1 } } }), NO_BALANCE],
    [
      'with words alone',
      says({ error: { message: 'Not\u202e today' } }),
      'Your wallet said no. Your wallet says: Not today',
    ],
    ['with a code alone', says({ error: { code: 'RESTRICTED' } }), 'Your wallet does not let this app do that.'],
    ['with a code of every object', says({ error: { code: '__proto__' } }), NO_BALANCE],
  ])('%s says so', async (_what, script, words) => {
    const { link } = await turned(script);
    expect(wordsOf(await link.balance().catch((error: unknown) => error))).toBe(words);
  });

  it('[NWC-09] with a letter of a megabyte in its refusal is cut, and nothing in it pretends', async () => {
    const message = `Pay\u202e here\n\n${'!'.repeat(60_000)}`;
    const { link } = await turned(says({ error: { code: 'INTERNAL', message } }));
    const problem = walletProblemOf(await link.balance().catch((error: unknown) => error));
    expect(problem).toMatchObject({ code: 'service', name: 'INTERNAL', said: expect.stringMatching(/^Pay here !/) });
    expect(JSON.stringify(problem).length).toBeLessThan(300);
    expect(walletProblemText(problem)).toMatch(/^Something went wrong in your wallet\. Your wallet says: Pay here !+/);
  });

  it('lists at most a page that makes sense, however long the list is', async () => {
    const row = { type: 'incoming', state: 'settled', amount: 1_000, description: 'x\u202e'.repeat(20), created_at: 5 };
    const rows = [
      null,
      7,
      'row',
      { ...row, amount: -1 },
      { ...row, type: 'sideways' },
      ...Array.from({ length: 250 }, () => row),
    ];
    const { link } = await turned(result({ transactions: rows }, 'list_transactions'));
    const read = await link.transactions({ limit: 20, offset: 0 });
    expect(read).toHaveLength(95);
    expect(read[0]!.description).not.toContain('\u202e');
    const none = await turned(result({ transactions: { length: 1e9 } }, 'list_transactions'));
    expect(wordsOf(await none.link.transactions({ limit: 20, offset: 0 }).catch((error: unknown) => error))).toBe(
      'Failed to list transactions',
    );
  });

  it('that tells of money by somebody else, to somebody else or of nonsense tells of nothing', async () => {
    const { link, say } = await turned(honest);
    const heard: unknown[] = [];
    link.onMoved((moved) => heard.push(moved));
    const note = { type: 'incoming', state: 'settled', amount: 1_000, payment_hash: 'ab'.repeat(32) };
    const body = (notification: unknown, notification_type = 'payment_received') =>
      JSON.stringify({ notification_type, notification });
    const tell = (text: string, { by = wallet, to = clientPubkey } = {}): NostrEvent =>
      finalizeEvent({ kind: 23197, tags: [['p', to]], content: encrypt(text, conversation), created_at: 6 }, by);
    for (const event of [
      tell(body(note), { by: stranger }),
      tell(body(note), { to: walletPubkey }),
      tell(body(note, 'payment_dreamt')),
      tell(body({ ...note, amount: 'much' })),
      tell('<html>'),
    ])
      say(event);
    say(tell(body({ ...note, amount: 2_000 })));
    await expect.poll(() => heard).toEqual([expect.objectContaining({ msats: 2_000 })]);
  });
});

describe('an invoice of the own wallet', () => {
  const NOW = 1_795_000_000;
  const wish = { sats: 21, description: '' };
  const made = (change: object = {}) =>
    writeInvoice(
      { msats: 21_000, paymentHash: new Uint8Array(32).fill(3), createdAt: NOW, ...change } as never,
      new Uint8Array(32).fill(9),
    );

  it('[NWC-15] is shown when it asks for what it was to ask for', () => {
    expect(readOwnInvoice(made(), wish, NOW * 1_000)).toMatchObject({ sats: 21, paymentHash: '03'.repeat(32) });
  });

  it.each([
    ['another sum', () => made({ msats: 2_100_000 })],
    ['a millisat more', () => made({ msats: 21_001 })],
    ['any sum', () => made({ msats: undefined })],
    ['a time that is over', () => made({ createdAt: NOW - 3_601 })],
    ['a wrong checksum', () => made().replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))],
    ['an address', () => 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['a link', () => 'https://example.com/pay'],
  ])('[NWC-21] with %s is shown to nobody', (_what, invoice) => {
    let problem: unknown;
    try {
      readOwnInvoice(invoice(), wish, NOW * 1_000);
    } catch (error) {
      problem = error;
    }
    expect(wordsOf(problem)).toBe('Failed to make invoice');
  });
});
