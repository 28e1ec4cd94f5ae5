import assert from 'node:assert/strict';
import { writeCreqA } from '#domain/ecash/requests/creq.ts';
import { readPaymentRequest } from '#domain/ecash/requests/payment-request.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import type { CoreWorld } from '#tests/support/core-world.ts';
import { atMint, type ClientCase, type PlainProof, type Talk } from './talk.ts';

type PlainToken = { readonly mint: string; readonly memo?: string; readonly proofs: readonly PlainProof[] };

const ysOf = (proofs: readonly { readonly y: string }[]) => proofs.map(({ y }) => y).toSorted();

/** A token of our wallet, and what the other program reads of it. */
const readThere = async ({ core, deposit, keyset }: CoreWorld, talk: Talk, version: number) => {
  const proofs = await deposit(21);
  const text = await core.writeToken({ proofs, memo: 'for the feeder' });
  const ids = [(await keyset()).id];
  const read = (await talk({ act: 'decode', version, text, ids })) as PlainToken;
  return { proofs, read };
};

const casesOf = (version: number, forms: readonly ('A' | 'B')[]): readonly ClientCase[] => [
  {
    name: `cashu-ts ${version} reads our token`,
    run: (talk) =>
      atMint(async (world) => {
        const { read } = await readThere(world, talk, version);
        assert.equal(read.mint, world.mint.url);
        assert.equal(read.memo, 'for the feeder');
        assert.equal(sumOf(read.proofs), 21);
      }),
  },
  ...forms.map((form): ClientCase => ({
    name: `we read the token ${form} of cashu-ts ${version}, and take it`,
    run: (talk) =>
      atMint(async (world) => {
        const { proofs, read } = await readThere(world, talk, version);
        const { text } = (await talk({ act: 'encode', version, form, ...read })) as { text: string };
        assert.ok(text.startsWith(`cashu${form}`), text.slice(0, 8));
        const token = await world.core.readToken(text);
        assert.deepEqual(ysOf(token.proofs), ysOf(proofs));
        const order = { mint: token.mint, inputs: token.proofs, outputs: await world.prepare({ keep: 21 }) };
        assert.equal(sumOf((await world.core.swap(order)).proofs), 21);
      }),
  })),
];

const MINT = 'https://mint.example';
const ASKED = {
  id: 'b7a90176',
  amount: 21,
  unit: 'sat',
  mints: [MINT],
  description: 'for the feeder',
  singleUse: true,
};
const WAY = { type: 'post', target: 'https://pay.example/here', tags: [] };

const requestCasesOf = (version: number): readonly ClientCase[] => [
  {
    name: `cashu-ts ${version} reads our request`,
    run: async (talk) => {
      const { id, amount, unit, mints, description, singleUse } = ASKED;
      const t = [{ t: WAY.type, a: WAY.target }];
      const text = writeCreqA({ i: id, a: amount, u: unit, s: singleUse, m: mints, d: description, t });
      const read = (await talk({ act: 'decode request', version, text })) as typeof ASKED & { transport: object[] };
      assert.partialDeepStrictEqual(read, ASKED);
      assert.partialDeepStrictEqual(read.transport, [{ type: WAY.type, target: WAY.target }]);
    },
  },
  {
    name: `we read the request of cashu-ts ${version}`,
    run: async (talk) => {
      const { text } = (await talk({ act: 'encode request', version, ...ASKED, transport: [WAY] })) as { text: string };
      const { id, amount, mints, memo, isSingleUse, ways } = readPaymentRequest(text, false);
      assert.deepEqual([id, amount, mints, memo, isSingleUse], [ASKED.id, 21, [MINT], ASKED.description, true]);
      assert.deepEqual(ways, [{ type: 'post', url: WAY.target }]);
    },
  },
];

/** Tokens and payment requests go to and fro between our wallet and the versions of cashu-ts that other wallets run on. */
export const TOKEN_CASES: readonly ClientCase[] = [
  ...casesOf(2, ['A', 'B']),
  ...casesOf(3, ['A', 'B']),
  ...casesOf(4, ['B']),
  ...[2, 3, 4].flatMap(requestCasesOf),
];
