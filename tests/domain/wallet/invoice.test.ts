import * as fc from 'fast-check';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, it } from 'vitest';
import { writeInvoice, type InvoiceDraft } from '#devnet/lightning/invoice.ts';
import { invoiceMsats } from '#domain/wallet/invoice-amount.ts';
import { payeeOf } from '#domain/wallet/invoice-payee.ts';
import { readInvoice } from '#domain/wallet/invoice.ts';
import { INVOICE_MAX_CHARACTERS } from '#domain/wallet/wallet-limits.ts';

/** The examples of BOLT 11, all signed by one key. */
const PAYEE = '03e7156ae33b0a208d0744199163177e909e80176e55d97a2f221ede0f934dd9ad';
const HASH = '0001020304050607080900010203040506070809000102030405060708090102';
const LIST_HASH = '3925b6f67e2c340036ed12093dd44e0368df1b6ea26c53dbe4811f58fd5db8c1';
const DONATION =
  'lnbc1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq8rkx3yf5tcsyz3d73gafnh3cax9rn449d9p5uxz9ezhhypd0elx87sjle52x86fux2ypatgddc6k63n7erqz25le42c4u4ecky03ylcqca784w';
const COFFEE =
  'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp';
const JAPANESE =
  'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpquwpc4curk03c9wlrswe78q4eyqc7d8d0xqzpuyk0sg5g70me25alkluzd2x62aysf2pyy8edtjeevuv4p2d5p76r4zkmneet7uvyakky2zr4cusd45tftc9c5fh0nnqpnl2jfll544esqchsrny';
const HASHED =
  'lnbc20m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqhp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqscc6gd6ql3jrc5yzme8v4ntcewwz5cnw92tz0pc8qcuufvq7khhr8wpald05e92xw006sq94mg8v2ndf4sefvf9sygkshp5zfem29trqq2yxxz7';
const TESTNET =
  'lntb20m1pvjluezhp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqfpp3x9et2e20v6pu37c5d9vax37wxq72un98kmzzhznpurw9sgl2v0nklu2g4d0keph5t7tj9tcqd8rexnd07ux4uv2cjvcqwaxgj7v4uwn5wmypjd5n69z2xm3xgksg28nwht7f6zspwp3f9t';
const ROUTED =
  'lnbc20m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqhp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqsfpp3qjmp7lwpagxun9pygexvgpjdc4jdj85fr9yq20q82gphp2nflc7jtzrcazrra7wwgzxqc8u7754cdlpfrmccae92qgzqvzq2ps8pqqqqqqpqqqqq9qqqvpeuqafqxu92d8lr6fvg0r5gv0heeeqgcrqlnm6jhphu9y00rrhy4grqszsvpcgpy9qqqqqqgqqqqq7qqzqj9n4evl6mr5aj9f58zp6fyjzup6ywn3x6sk8akg5v4tgn2q8g4fhx05wf6juaxu9760yp46454gpg5mtzgerlzezqcqvjnhjh8z3g2qqdhhwkj';
const PICO =
  'lnbc9678785340p1pwmna7lpp5gc3xfm08u9qy06djf8dfflhugl6p7lgza6dsjxq454gxhj9t7a0sd8dgfkx7cmtwd68yetpd5s9xar0wfjn5gpc8qhrsdfq24f5ggrxdaezqsnvda3kkum5wfjkzmfqf3jkgem9wgsyuctwdus9xgrcyqcjcgpzgfskx6eqf9hzqnteypzxz7fzypfhg6trddjhygrcyqezcgpzfysywmm5ypxxjemgw3hxjmn8yptk7untd9hxwg3q2d6xjcmtv4ezq7pqxgsxzmnyyqcjqmt0wfjjq6t5v4khxxqyjw5qcqp2rzjq0gxwkzc8w6323m55m4jyxcjwmy7stt9hwkwe2qxmy8zpsgg7jcuwz87fcqqeuqqqyqqqqlgqqqqn3qq9qn07ytgrxxzad9hc4xt3mawjjt8znfv8xzscs7007v9gh9j569lencxa8xeujzkxs0uamak9aln6ez02uunw6rd2ht2sqe4hz8thcdagpleym0j';
const BEANS =
  'lnbc25m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5vdhkven9v5sxyetpdeessp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygs9q5sqqqqqqqqqqqqqqqpqsq67gye39hfg3zd8rgc80k32tvy9xk2xunwm5lzexnvpx6fd77en8qaq424dxgt56cag2dpt359k3ssyhetktkpqh24jqnjyw6uqd08sgptq44qu';
const empty = (field: string, words: number) => `${field}${'q'.repeat(words)}`;
const SKIPPED_FIELDS = [empty('2qr', 3), empty('fppn', 32), empty('ppn', 51), empty('pp4', 53), empty('hpn', 51)]
  .concat(empty('hp4', 53), empty('spn', 51), empty('sp4', 53), empty('np5', 52), empty('npk', 54))
  .join('');
const SKIPPED = `lnbc25m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5vdhkven9v5sxyetpdeessp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygs9q5sqqqqqqqqqqqqqqqpqsq${SKIPPED_FIELDS}2jxxfsnucm4jf4zwtznpaxphce606fvhvje5x7d4gw7n73994hgs7nteqvenq8a4ml8aqtchv5d9pf7l558889hp4yyrqv6a7zpq9fgpskqhza`;

const BEGIN = 1_496_314_658;

describe('a Lightning invoice (BOLT 11)', () => {
  it.each([
    ['of any amount', DONATION, { msats: undefined, description: 'Please consider supporting this project' }],
    ['for a minute', COFFEE, { msats: 250_000_000, description: '1 cup coffee', expiresAt: BEGIN + 60 }],
    ['in Japanese', JAPANESE, { msats: 250_000_000, description: 'ナンセンス 1杯', expiresAt: BEGIN + 60 }],
    ['with a hash', HASHED, { msats: 2_000_000_000, description: undefined, descriptionHash: LIST_HASH }],
    ['of the test network', TESTNET, { network: 'testnet', msats: 2_000_000_000, descriptionHash: LIST_HASH }],
    ['with a route', ROUTED, { msats: 2_000_000_000, descriptionHash: LIST_HASH }],
    ['with features', BEANS, { msats: 2_500_000_000, description: 'coffee beans', expiresAt: BEGIN + 3_600 }],
    ['in capitals', BEANS.toUpperCase(), { text: BEANS, msats: 2_500_000_000 }],
    ['as a link', `lightning:${BEANS}`, { text: BEANS }],
    ['with fields of wrong length', SKIPPED, { paymentHash: HASH, descriptionHash: undefined, msats: 2_500_000_000 }],
  ])('%s is read', (_what, text, said) => {
    const invoice = readInvoice(text);
    expect(invoice).toMatchObject({ network: 'bitcoin', paymentHash: HASH, createdAt: BEGIN, ...said });
    expect(payeeOf(invoice!)).toBe(PAYEE);
  });

  it('of parts of a satoshi is read', () => {
    const invoice = readInvoice(PICO)!;
    expect(invoice).toMatchObject({ msats: 967_878_534, expiresAt: 1_572_468_703 + 604_800 });
    expect(payeeOf(invoice)).toBe(PAYEE);
  });

  it.each([
    ['a wrong checksum', JAPANESE.replace(/ny$/, 'nt')],
    ['no separator', JAPANESE.slice('lnbc2500u1'.length)],
    ['two sizes of letters', JAPANESE.replace('lnbc', 'LNBC')],
    [
      'no signature',
      'lnbc1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6na6hlh',
    ],
    [
      'an unknown unit',
      'lnbc2500x1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpujr6jxr9gq9pv6g46y7d20jfkegkg4gljz2ea2a3m9lmvvr95tq2s0kvu70u3axgelz3kyvtp2ywwt0y8hkx2869zq5dll9nelr83zzqqpgl2zg',
    ],
    [
      'parts of a millisat',
      'lnbc2500000001p1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu7hqtk93pkf7sw55rdv4k9z2vj050rxdr6za9ekfs3nlt5lr89jqpdmxsmlj9urqumg0h9wzpqecw7th56tdms40p2ny9q4ddvjsedzcplva53s',
    ],
    ['too many letters', `${' '.repeat(INVOICE_MAX_CHARACTERS)}${COFFEE}`],
    [
      'something else',
      'lnurl1dp68gurn8ghj7um9wfmxjcm99e3k7mf0v9cxj0m385ekvcenxc6r2c35xvukxefcv5mkvv34x5ekzd3ev56nyd3hxqurzepexejxxepnxscrvwfnv9nxzcn9xq6xyefhvgcxxcmyxymnserxfq5fns',
    ],
  ])('with %s is none', (_what, text) => expect(readInvoice(text)).toBeUndefined());

  it('that nobody can have signed has no payee', () => {
    const text =
      'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaxtrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspk28uwq';
    expect(payeeOf({ text })).toBeUndefined();
  });
});

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const secrets = bytes32.filter((bytes) => secp256k1.utils.isValidSecretKey(bytes));
const drafts: fc.Arbitrary<InvoiceDraft> = fc.record({
  letters: fc.constantFrom('bc', 'tb', 'tbs', 'bcrt'),
  msats: fc.option(fc.integer({ min: 1, max: 2_100_000_000_000_000 }), { nil: undefined }),
  paymentHash: bytes32,
  description: fc.option(fc.string({ unit: 'grapheme', maxLength: 80 }), { nil: undefined }),
  descriptionHash: fc.option(bytes32, { nil: undefined }),
  createdAt: fc.integer({ min: 0, max: 2 ** 35 - 1 }),
  expirySeconds: fc.option(fc.integer({ min: 1, max: 2 ** 40 }), { nil: undefined }),
  paymentSecret: fc.option(bytes32, { nil: undefined }),
});

describe('any invoice', () => {
  it('says what its writer wrote, whoever signed it', () =>
    fc.assert(
      fc.property(drafts, secrets, (draft, secret) => {
        const text = writeInvoice(draft, secret);
        const invoice = readInvoice(text);
        expect(invoice).toMatchObject({
          text,
          msats: draft.msats,
          paymentHash: bytesToHex(draft.paymentHash),
          description: draft.description,
          descriptionHash: draft.descriptionHash && bytesToHex(draft.descriptionHash),
          createdAt: draft.createdAt,
          expiresAt: draft.createdAt + (draft.expirySeconds ?? 3_600),
        });
        expect(invoiceMsats(text)).toBe(draft.msats);
        expect(payeeOf(invoice!)).toBe(bytesToHex(secp256k1.getPublicKey(secret)));
      }),
      { numRuns: 40 },
    ));

  it('with one wrong letter is none', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: COFFEE.length - 1 }),
        fc.constantFrom(...'qpzry9x8gf2tvdw0'),
        (at, letter) => {
          fc.pre(COFFEE[at] !== letter);
          expect(readInvoice(`${COFFEE.slice(0, at)}${letter}${COFFEE.slice(at + 1)}`)).toBeUndefined();
        },
      ),
    ));

  it('made of anything never throws', () =>
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readInvoice(`lnbc1${text}`)).toBeUndefined();
      }),
    ));
});

it('the writer of the sample network signs as the examples of BOLT 11 are signed', () => {
  const secret = hexToBytes('e126f68f7eafcc8b74f54d269fe206be715000f94dac067d1c04a8ca3b2db734');
  const draft = { letters: 'bc', paymentHash: hexToBytes(HASH), createdAt: BEGIN };
  const coffee = { ...draft, msats: 250_000_000, description: '1 cup coffee', expirySeconds: 60 };
  expect(writeInvoice({ ...draft, description: 'Please consider supporting this project' }, secret)).toBe(DONATION);
  expect(writeInvoice(coffee, secret)).toBe(COFFEE);
});
