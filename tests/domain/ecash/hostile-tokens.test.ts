import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TOKEN_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import { EcashError, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { bareTokenText, readBareToken } from '#domain/ecash/tokens/read-token.ts';
import { readCbor } from '#domain/ecash/codes/cbor.ts';
import { tokenHelp } from '#ui/ecash/tokens/token-help.ts';
import { wordsFor } from '#ui/texts/say.ts';
import { ecashProblems } from '#ui/texts/problems/ecash.ts';
import { writeToken } from '#workers/ecash/write-token.ts';

const problemOf = (text: string): EcashProblem | undefined => {
  try {
    readBareToken(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof EcashError)) throw error;
    return error.problem;
  }
};

const POINT = `02${'ab'.repeat(32)}`;
const proof = (more: object = {}) => ({ amount: 2, id: '009a1f293253e41e', secret: 'a secret', C: POINT, ...more });
const MINT = 'https://mint.example';
const token = (proofs: readonly object[], more: object = {}) => ({
  token: [{ mint: MINT, proofs }],
  unit: 'sat',
  ...more,
});
const writeA = (json: unknown) =>
  `cashuA${btoa(JSON.stringify(json)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
const A = (proofs: readonly object[], more?: object) => writeA(token(proofs, more));
const B = (bytes: readonly number[]) =>
  `cashuB${btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')}`;

/** Of version B, with these bytes of CBOR in place of an amount of 2. */
const withAmount = (...bytes: readonly number[]) => {
  const whole = [...Buffer.from(writeToken({ mint: MINT, unit: 'sat', proofs: [proof()] }).slice(6), 'base64url')];
  const at = whole.findIndex((byte, index) => byte === 0x61 && whole[index + 1] === 0x61 && whole[index + 2] === 2);
  expect(at).toBeGreaterThan(0);
  return B(whole.toSpliced(at + 2, 1, ...bytes));
};

/** From the vectors of NUT-00. */
const V4 =
  'cashuBo2F0gqJhaUgA_9SLj17PgGFwgaNhYQFhc3hAYWNjMTI0MzVlN2I4NDg0YzNjZjE4NTAxNDkyMThhZjkwZjcxNmE1MmJmNGE1ZWQzNDdlNDhlY2MxM2Y3NzM4OGFjWCECRFODGd5IXVW-07KaZCvuWHk3WrnnpiDhHki6SCQh88-iYWlIAK0mjE0fWCZhcIKjYWECYXN4QDEzMjNkM2Q0NzA3YTU4YWQyZTIzYWRhNGU5ZjFmNDlmNWE1YjRhYzdiNzA4ZWIwZDYxZjczOGY0ODMwN2U4ZWVhY1ghAjRWqhENhLSsdHrr2Cw7AFrKUL9Ffr1XN6RBT6w659lNo2FhAWFzeEA1NmJjYmNiYjdjYzY0MDZiM2ZhNWQ1N2QyMTc0ZjRlZmY4YjQ0MDJiMTc2OTI2ZDNhNTdkM2MzZGNiYjU5ZDU3YWNYIQJzEpxXGeWZN5qXSmJjY8MzxWyvwObQGr5G1YCCgHicY2FtdWh0dHA6Ly9sb2NhbGhvc3Q6MzMzOGF1Y3NhdA';
const V3 =
  'cashuAeyJ0b2tlbiI6W3sibWludCI6Imh0dHBzOi8vODMzMy5zcGFjZTozMzM4IiwicHJvb2ZzIjpbeyJhbW91bnQiOjIsImlkIjoiMDA5YTFmMjkzMjUzZTQxZSIsInNlY3JldCI6IjQwNzkxNWJjMjEyYmU2MWE3N2UzZTZkMmFlYjRjNzI3OTgwYmRhNTFjZDA2YTZhZmMyOWUyODYxNzY4YTc4MzciLCJDIjoiMDJiYzkwOTc5OTdkODFhZmIyY2M3MzQ2YjVlNDM0NWE5MzQ2YmQyYTUwNmViNzk1ODU5OGE3MmYwY2Y4NTE2M2VhIn0seyJhbW91bnQiOjgsImlkIjoiMDA5YTFmMjkzMjUzZTQxZSIsInNlY3JldCI6ImZlMTUxMDkzMTRlNjFkNzc1NmIwZjhlZTBmMjNhNjI0YWNhYTNmNGUwNDJmNjE0MzNjNzI4YzcwNTdiOTMxYmUiLCJDIjoiMDI5ZThlNTA1MGI4OTBhN2Q2YzA5NjhkYjE2YmMxZDVkNWZhMDQwZWExZGUyODRmNmVjNjlkNjEyOTlmNjcxMDU5In1dfV0sInVuaXQiOiJzYXQiLCJtZW1vIjoiVGhhbmsgeW91LiJ9';

describe('tokens', () => {
  it('[TOKEN-01] [TOKEN-02] [TOKEN-03] [TOKEN-07] are read in both versions, also the ones of the standard', () => {
    expect(readBareToken(V3)).toMatchObject({
      mint: 'https://8333.space:3338',
      unit: 'sat',
      memo: 'Thank you.',
      proofs: [{ amount: 2, id: '009a1f293253e41e' }, { amount: 8 }],
    });
    expect(readBareToken(V4)).toMatchObject({
      mint: 'http://localhost:3338',
      unit: 'sat',
      proofs: [
        { amount: 1, id: '00ffd48b8f5ecf80', secret: expect.stringMatching(/^acc1/) as unknown },
        { amount: 2, id: '00ad268c4d1f5826' },
        { amount: 1, id: '00ad268c4d1f5826' },
      ],
    });
  });

  it.each(['cashu:', 'cashu://', 'web+cashu://', 'web+cashu:', 'CASHU:', ' \n'])(
    '[TOKEN-04] are found behind %j',
    (prefix) => expect(bareTokenText(`${prefix}${V3}\n`)).toBe(V3),
  );

  it('[TOKEN-04] are found in a link of this app, among words, and in several lines', () => {
    const one = readBareToken(V4);
    const lines = V4.replace(/(.{40})/g, '$1\n');
    for (const text of [
      `https://nuthatch.example/open#${V4}`,
      `https://wallet.example/cashuWallet/receive/your-token#${V4}`,
      `Here you are: ${V4} enjoy`,
      `${V4}\n\nfrom Bert`,
      lines,
    ])
      expect(readBareToken(text)).toEqual(one);
    const other = writeToken({ mint: MINT, unit: 'sat', proofs: [proof()] });
    for (const text of [`${V4} ${other}`, `${V4}\n${other}\n`, `Here you are: ${V4} or ${other}`])
      expect(problemOf(text)).toEqual({ code: 'token-several' });
    expect(readBareToken(`${V4} once more: ${V4}`)).toEqual(one);
    const toCome = `cashuC${V4.slice(6)}`;
    expect(problemOf(`${toCome} ${toCome}A`)).toEqual({ code: 'token-version' });
    expect(() => readBareToken(`Here you are: ${V4.slice(0, -20)} enjoy`)).toThrow();
  });

  it('[TOKEN-18] are of sats where they name no unit', () => {
    for (const unit of [undefined, null, '']) expect(readBareToken(A([proof()], { unit })).unit).toBe('sat');
  });

  it('[TOKEN-03] are read also where their CBOR does not say how much it has', () => {
    const text = (words: string) => [0x60 + words.length, ...Buffer.from(words)];
    const bytes = (hex: string) => [0x58, hex.length / 2, ...Buffer.from(hex, 'hex')];
    const [map, list, end] = [0xbf, 0x9f, 0xff];
    const one = [map, ...text('a'), 2, ...text('s'), ...text('a secret'), ...text('c'), ...bytes(POINT), end];
    const group = [map, ...text('i'), ...bytes('009a1f293253e41e'), ...text('p'), list, ...one, end, end];
    const whole = [map, ...text('m'), ...text(MINT), ...text('t'), list, ...group, end];
    expect(readBareToken(B([...whole, end]))).toEqual({ mint: MINT, unit: 'sat', proofs: [proof()] });
    for (const wrong of [
      whole,
      [...whole, ...text('m'), ...text(MINT), end],
      [...whole, ...text('u'), end],
      [0x7f, 0x7f, end, end],
      [0x7f, ...bytes('00'), end],
      Array.from({ length: 500 }, () => list),
      [0xff],
      [0x1f],
    ])
      expect(problemOf(B(wrong))).toEqual({ code: 'token-unreadable' });
  });

  it('[SEND-02] are written in version B, and in A where a keyset has an old kind of id', () => {
    const dleq = { e: '11'.repeat(32), s: '22'.repeat(32), r: '33'.repeat(32) };
    const one = { mint: MINT, unit: 'sat', memo: 'für dich', proofs: [{ ...proof(), dleq, witness: '{"a":1}' }] };
    const text = writeToken(one);
    expect(text).toMatch(/^cashuB/);
    expect(readBareToken(text)).toEqual(one);
    const old = { ...one, proofs: [{ ...one.proofs[0]!, id: 'I2yN+iRYfkzT' }] };
    expect(writeToken(old)).toMatch(/^cashuA/);
    expect(readBareToken(writeToken(old))).toEqual(old);
  });

  const lots = Array.from({ length: 1001 }, (_, index) => proof({ secret: `${index}` }));
  const cases: readonly (readonly [name: string, text: string, code: EcashProblem['code'], words: string | RegExp])[] =
    [
      ['nothing', '', 'token-none', /^This is not/],
      ['another text', 'hello', 'token-none', /^This is not/],
      ['[TOKEN-05] version C', `cashuC${V4.slice(6)}`, 'token-version', 'Token version is not supported'],
      ...[
        'cashuC',
        'cashuC!!',
        'cashuC.abc',
        'cashu:cashuC.abc',
        `Here: cashuC${V4.slice(6)} enjoy`,
        `https://w.example/#token=cashuC${V4.slice(6)}`,
      ].map((text) => [`[TOKEN-05] ${text}`, text, 'token-version', 'Token version is not supported'] as const),
      [
        '[TOKEN-06] several entries',
        writeA({ token: [token([proof()]).token[0], token([proof()]).token[0]] }),
        'token-entries',
        'Multi entry token are not supported',
      ],
      ['no entry', writeA({ token: [] }), 'token-unreadable', /damaged/],
      ['no proof', A([]), 'token-unreadable', /damaged/],
      ['A cut short', V3.slice(0, 200), 'token-unreadable', /damaged/],
      ['B cut short', V4.slice(0, 200), 'token-unreadable', /damaged/],
      ['B and something more', B([0xa0, 0x00]), 'token-unreadable', /damaged/],
      ['CBOR that is no map', B([0x80]), 'token-unreadable', /damaged/],
      ['CBOR that promises four milliard items', B([0x9a, 0xff, 0xff, 0xff, 0xff]), 'token-unreadable', /damaged/],
      ['CBOR without an end', B(Array.from({ length: 500 }, () => 0x81)), 'token-unreadable', /damaged/],
      ['a megabyte', `cashuA${'A'.repeat(1_000_000)}`, 'token-too-long', /too long/],
      ['a thousand proofs and one', A(lots), 'token-too-long', /too long/],
      ['dollars', A([proof()], { unit: 'usd' }), 'token-unit', 'This wallet holds sats. This token is in usd.'],
      ['the same proof twice', A([proof(), proof()]), 'token-twice', /twice/],
      ['an amount of 0', A([proof({ amount: 0 })]), 'token-amounts', /amounts that do not exist/],
      ['an amount below 0', A([proof({ amount: -2 })]), 'token-amounts', /amounts/],
      ['half an amount', A([proof({ amount: 0.5 })]), 'token-amounts', /amounts/],
      ['an amount beyond numbers', A([proof({ amount: 2 ** 60 })]), 'token-amounts', /amounts/],
      ['an amount of 0 in B', withAmount(0x00), 'token-amounts', /amounts/],
      ['an amount below 0 in B', withAmount(0x21), 'token-amounts', /amounts/],
      ['half an amount in B', withAmount(0xf9, 0x38, 0x00), 'token-amounts', /amounts/],
      ['an amount beyond numbers in B', withAmount(0x1b, ...Array<number>(8).fill(0xff)), 'token-amounts', /amounts/],
      ['an amount that is none in B', withAmount(0xf9, 0x7e, 0x00), 'token-amounts', /amounts/],
      ['an amount in words', A([proof({ amount: '2' })]), 'token-amounts', /amounts/],
      ['a signature that is no point', A([proof({ C: '04ab' })]), 'token-unreadable', /damaged/],
      ['a keyset of a version to come', A([proof({ id: `02${'ab'.repeat(32)}` })]), 'token-unreadable', /damaged/],
      ['a secret that is endless', A([proof({ secret: 'x'.repeat(1025) })]), 'token-unreadable', /damaged/],
      ['a witness that is none', A([proof({ witness: '{"signatures"' })]), 'token-unreadable', /damaged/],
      ['a witness in one word', A([proof({ witness: '7' })]), 'token-unreadable', /damaged/],
      ['half a DLEQ', A([proof({ dleq: { e: '11'.repeat(32) } })]), 'token-unreadable', /damaged/],
    ];

  it.each(cases)('are refused: %s', (_, text, code, words) => {
    const problem = problemOf(text);
    expect(problem?.code).toBe(code);
    const said = wordsFor(ecashProblems, problem!);
    if (typeof words === 'string') expect(said).toBe(words);
    else expect(said).toMatch(words);
  });

  it('are said to be lost to nobody only where that is true, and what can be done about each', () => {
    const help = (code: EcashProblem['code']) => tokenHelp({ code } as EcashProblem);
    for (const code of ['token-none', 'token-version', 'token-entries', 'token-unreadable'] as const)
      expect(help(code)).toMatch(/starts with cashuA or cashuB.*nothing is lost/);
    expect(help('token-too-long')).toMatch(/split it into several smaller ones; nothing is lost/);
    expect(help('token-spent')).toMatch(/^Whoever was first has it/);
    expect(tokenHelp({ code: 'token-spent' }, 'received')).toBe('You have received this token already.');
    expect(tokenHelp({ code: 'token-spent' }, 'made')).toMatch(/^You made this token yourself/);
    expect(help('token-locked')).toMatch(/^Only its owner/);
    for (const code of ['mint-network', 'mint-timeout', 'mint-busy', 'bad-response'] as const)
      expect(help(code)).toMatch(/as good as before\. Try again later/);
    const refused = (said: string) => tokenHelp({ code: 'mint-refused', number: 0, said });
    expect(refused('Rate limit exceeded')).toMatch(/Try again later/);
    expect(refused('No.')).toBeUndefined();
    for (const code of ['token-dleq', 'token-twice', 'token-amounts', 'keyset-unknown', 'mint-insecure'] as const)
      expect(help(code)).toMatch(/Ask the sender for another token/);
    for (const code of ['ecash-locked', 'token-several'] as const) expect(help(code)).toBeUndefined();
  });

  it('fail by a problem of ecash alone, whatever is pasted, and quickly', () => {
    fc.assert(fc.property(fc.string(), (text) => void problemOf(text)));
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void problemOf(B([...bytes]))));
    fc.assert(fc.property(fc.json(), (json) => void problemOf(`cashuA${btoa(unescape(encodeURIComponent(json)))}`)));
    const cut = fc.integer({ min: 7, max: V4.length - 1 });
    fc.assert(fc.property(cut, (end) => problemOf(V4.slice(0, end)) !== undefined));
    expect(TOKEN_MAX_CHARACTERS).toBeLessThan(1_000_000);
  });
});

describe('CBOR', () => {
  // RFC 8949, appendix A
  it.each([
    ['00', 0],
    ['1818', 24],
    ['1903e8', 1000],
    ['1a000f4240', 1_000_000],
    ['1b000000e8d4a51000', 1_000_000_000_000],
    ['20', -1],
    ['3903e7', -1000],
    ['f93c00', 1],
    ['f93e00', 1.5],
    ['f97c00', Infinity],
    ['fa47c35000', 100_000],
    ['fb3ff199999999999a', 1.1],
    ['f4', false],
    ['f5', true],
    ['f6', undefined],
    ['6449455446', 'IETF'],
    ['83010203', [1, 2, 3]],
    ['c11a514b67b0', 1_363_896_240],
  ])('reads %s', (hex, value) => {
    const bytes = Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16));
    expect(readCbor(bytes)).toEqual(value);
  });

  it('reads bytes and maps', () => {
    expect(bytesToHex(readCbor(Uint8Array.of(0x42, 1, 2)) as Uint8Array)).toBe('0102');
    expect(readCbor(Uint8Array.of(0xa1, 0x61, 0x61, 0x01))).toEqual(new Map([['a', 1]]));
  });
});
