import assert from 'node:assert/strict';
import { sumOf } from '#domain/ecash/proof.ts';
import { type CoreWorld, coreWorld } from '#tests/support/core-world.ts';
import type { ClientCase, PlainProof, Talk } from './talk.ts';

type PlainToken = { readonly mint: string; readonly memo?: string; readonly proofs: readonly PlainProof[] };

const atMint = async (act: (world: CoreWorld) => Promise<void>): Promise<void> => {
  const world = await coreWorld();
  try {
    await act(world);
  } finally {
    await world.stop();
  }
};

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

/** Tokens go to and fro between our wallet and the versions of cashu-ts that other wallets run on. */
export const TOKEN_CASES: readonly ClientCase[] = [
  ...casesOf(2, ['A', 'B']),
  ...casesOf(3, ['A', 'B']),
  ...casesOf(4, ['B']),
];
