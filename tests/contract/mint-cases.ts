import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createP2PKsecret, createHTLCsecret, deriveKeysetId, schnorrSignMessage, signMintQuote } from '@cashu/cashu-ts';
import { readInvoice } from '#domain/wallet/invoice.ts';
import {
  type Answer,
  lockKey,
  type MintClient,
  type Proof,
  signed,
  type Signature,
  split,
  sumOf,
  yOf,
} from './mint-client.ts';
import { openSocket } from './mint-socket.ts';

/** A mint that is tried, whoever wrote it. */
export type MintUnderTest = MintClient & {
  /** an invoice that this mint can pay */
  readonly invoice: (sats: number) => Promise<string>;
  readonly nuts: Readonly<Record<string, unknown>>;
};

export type MintCase = {
  readonly name: string;
  /** what the mint must say that it can do; where it does not, the case is not run */
  readonly needs?: (nuts: MintUnderTest['nuts']) => boolean;
  readonly run: (mint: MintUnderTest) => Promise<void>;
};

const isSupported = (nut: number) => (nuts: MintUnderTest['nuts']) => {
  const setting = nuts[nut] as { supported?: unknown } | undefined;
  return Array.isArray(setting?.supported) ? setting.supported.length > 0 : setting?.supported === true;
};

/** Mints may have one of several numbers for the same thing; none of them may mean 'done' or 'unknown'. */
function refused({ status, json }: Answer, ...codes: readonly number[]): void {
  assert.equal(status, 400, JSON.stringify(json));
  if (codes.length > 0) assert.ok(codes.includes(json.code ?? -1), `code ${json.code}, not ${codes.join(' or ')}`);
}

function done({ status, json }: Answer): Answer['json'] {
  assert.equal(status, 200, JSON.stringify(json));
  return json;
}

const signaturesOf = (answer: Answer): Signature[] => done(answer).signatures as Signature[];

/** Spends these and answers with what came of it. */
async function swapped(mint: MintUnderTest, inputs: readonly Proof[], into?: readonly number[]): Promise<Proof[]> {
  const { made, body } = await mint.swapOf(inputs, into);
  return mint.unblind(signaturesOf(await mint.post('/v1/swap', body)), made);
}

const trySwap = async (mint: MintUnderTest, inputs: readonly Proof[]): Promise<Answer> =>
  mint.post('/v1/swap', (await mint.swapOf(inputs)).body);

const HOUR = 3_600;
const now = (): number => Math.floor(Date.now() / 1_000);

const BASICS: readonly MintCase[] = [
  {
    name: 'tells what it can do',
    run: async ({ get }) => {
      const info = done(await get('/v1/info'));
      const { 4: minting, 5: melting } = info.nuts as Record<string, { methods: { method: string; unit: string }[] }>;
      for (const part of [minting!, melting!])
        assert.ok(part.methods.some(({ method, unit }) => method === 'bolt11' && unit === 'sat'));
      assert.equal(typeof info.name, 'string');
    },
  },
  {
    name: 'has keys whose ids follow from them',
    run: async ({ get, keysets, keysOf }) => {
      const listed = await keysets();
      const active = done(await get('/v1/keys')).keysets as { id: string }[];
      assert.deepEqual(
        active.map(({ id }) => id).sort(),
        listed
          .filter((each) => each.active)
          .map(({ id }) => id)
          .sort(),
      );
      for (const { id, unit, input_fee_ppk: fee, final_expiry: expiry } of listed) {
        const options = { unit, input_fee_ppk: fee ?? 0, versionByte: Number.parseInt(id.slice(0, 2), 16) };
        assert.equal(deriveKeysetId(await keysOf(id), { ...options, ...(expiry && { expiry }) }), id);
      }
    },
  },
  {
    name: 'knows no keyset that it does not have',
    run: async ({ get }) => refused(await get('/v1/keys/00ffffffffffffff'), 12_001),
  },
  {
    name: 'asks with an invoice of the amount',
    run: async ({ post }) => {
      const quote = done(await post('/v1/mint/quote/bolt11', { amount: 21, unit: 'sat' }));
      assert.equal(readInvoice(quote.request as string)?.msats, 21_000);
      assert.equal(typeof quote.quote, 'string');
      assert.ok((quote.expiry as number) > now());
    },
  },
  {
    name: 'mints a paid quote once, with proof of its keys',
    run: async (mint) => {
      const quote = await mint.paidQuote(13);
      const made = await mint.make(split(13));
      const body = { quote, outputs: mint.outputs(made) };
      const proofs = await mint.unblind(signaturesOf(await mint.post('/v1/mint/bolt11', body)), made);
      assert.equal(sumOf(proofs), 13);
      assert.deepEqual(
        await mint.states(proofs),
        proofs.map(() => 'UNSPENT'),
      );
      assert.equal((await mint.get(`/v1/mint/quote/bolt11/${quote}`)).json.state, 'ISSUED');
      const again = { quote, outputs: mint.outputs(await mint.make(split(13))) };
      refused(await mint.post('/v1/mint/bolt11', again), 20_002);
    },
  },
  {
    name: 'mints no other amount than the quote says, and the right one afterwards',
    run: async (mint) => {
      const quote = await mint.paidQuote(8);
      for (const amounts of [[16], [4]])
        refused(await mint.post('/v1/mint/bolt11', { quote, outputs: mint.outputs(await mint.make(amounts)) }));
      const right = { quote, outputs: mint.outputs(await mint.make([8])) };
      done(await mint.post('/v1/mint/bolt11', right));
    },
  },
];

const SWAPS: readonly MintCase[] = [
  {
    name: 'swaps, less its fee',
    run: async (mint) => {
      const proofs = await mint.fund([8, 4]);
      const fee = await mint.feeOf(proofs);
      const fresh = await swapped(mint, proofs);
      assert.equal(sumOf(fresh), 12 - fee);
      assert.deepEqual(await mint.states([...proofs, ...fresh]), [
        ...proofs.map(() => 'SPENT'),
        ...fresh.map(() => 'UNSPENT'),
      ]);
    },
  },
  {
    name: 'takes no proof twice',
    run: async (mint) => {
      const proofs = await mint.fund([8]);
      await swapped(mint, proofs);
      refused(await trySwap(mint, proofs), 11_001);
    },
  },
  {
    name: 'takes a proof once of two requests at the same time',
    run: async (mint) => {
      const proofs = await mint.fund([8]);
      const bodies = await Promise.all(Array.from({ length: 5 }, async () => (await mint.swapOf(proofs)).body));
      const answers = await Promise.all(bodies.map((body) => mint.post('/v1/swap', body)));
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      for (const answer of answers.filter(({ status }) => status !== 200)) refused(answer, 11_001, 11_002);
    },
  },
  {
    name: 'swaps all or nothing',
    run: async (mint) => {
      const [spent, good] = await mint.fund([8, 4]);
      await swapped(mint, [spent!]);
      refused(await trySwap(mint, [good!, spent!]), 11_001);
      assert.deepEqual(await mint.states([good!]), ['UNSPENT']);
      await swapped(mint, [good!]);
    },
  },
  {
    name: 'gives neither more nor less than it takes',
    run: async (mint) => {
      const proofs = await mint.fund([8]);
      const fee = await mint.feeOf(proofs);
      for (const wrong of [8 - fee + 1, 8 - fee - 1])
        refused(await mint.post('/v1/swap', (await mint.swapOf(proofs, split(wrong))).body), 11_005, 11_000);
      assert.deepEqual(await mint.states(proofs), ['UNSPENT']);
    },
  },
  {
    name: 'takes no proof that it did not sign',
    run: async (mint) => {
      const [one, other] = await mint.fund([8, 8]);
      refused(await trySwap(mint, [{ ...one!, C: other!.C }]), 10_001);
      refused(await trySwap(mint, [{ ...one!, amount: 16 }]), 10_001);
      assert.deepEqual(await mint.states([one!, other!]), ['UNSPENT', 'UNSPENT']);
    },
  },
  {
    name: 'takes no input and signs no output that stands there twice',
    run: async (mint) => {
      const [proof] = await mint.fund([8]);
      refused(await trySwap(mint, [proof!, proof!]), 11_007);
      const [made] = await mint.make([4]);
      const body = { inputs: [proof], outputs: [made!.output, made!.output] };
      refused(await mint.post('/v1/swap', body), 11_008);
    },
  },
  {
    name: 'signs no output a second time',
    run: async (mint) => {
      const [one, other] = await mint.fund([8, 8]);
      const { body } = await mint.swapOf([one!]);
      done(await mint.post('/v1/swap', body));
      refused(await mint.post('/v1/swap', { ...body, inputs: [other] }), 11_003, 11_008);
      assert.deepEqual(await mint.states([other!]), ['UNSPENT']);
    },
  },
  {
    name: 'signs with no keyset that it does not have',
    run: async (mint) => {
      const proofs = await mint.fund([8]);
      const { body } = await mint.swapOf(proofs);
      const outputs = body.outputs.map((output) => ({ ...output, id: '00ffffffffffffff' }));
      refused(await mint.post('/v1/swap', { ...body, outputs }), 12_001, 11_000);
      assert.deepEqual(await mint.states(proofs), ['UNSPENT']);
    },
  },
  {
    name: 'gives back what it signed, and nothing else',
    needs: isSupported(9),
    run: async (mint) => {
      const { made, body } = await mint.swapOf(await mint.fund([8, 4]));
      const signatures = signaturesOf(await mint.post('/v1/swap', body));
      const unknown = mint.outputs(await mint.make([2]));
      const answer = done(await mint.post('/v1/restore', { outputs: [...unknown, ...mint.outputs(made)] }));
      const restored = answer.outputs as { B_: string }[];
      assert.deepEqual(
        restored.map(({ B_ }) => B_).sort(),
        mint
          .outputs(made)
          .map(({ B_ }) => B_)
          .sort(),
      );
      const given = new Map(restored.map(({ B_ }, index) => [B_, (answer.signatures as Signature[])[index]!]));
      for (const [index, { output }] of made.entries()) {
        assert.equal(given.get(output.B_)?.C_, signatures[index]!.C_);
        assert.equal(given.get(output.B_)?.amount, signatures[index]!.amount);
      }
    },
  },
];

const MELTS: readonly MintCase[] = [
  {
    name: 'pays an invoice, with proof, and gives back what is left',
    run: async (mint) => {
      const request = await mint.invoice(20);
      const quote = done(await mint.post('/v1/melt/quote/bolt11', { request, unit: 'sat' }));
      assert.equal(quote.amount, 20);
      assert.equal(quote.state, 'UNPAID');
      const inputs = await mint.fund([32, 16]);
      const blanks = await mint.make([1, 1, 1, 1, 1, 1, 1, 1]);
      const body = { quote: quote.quote, inputs, outputs: mint.outputs(blanks) };
      const paid = done(await mint.post('/v1/melt/bolt11', body));
      assert.equal(paid.state, 'PAID');
      const change = await mint.unblind(paid.change as Signature[], blanks);
      const kept = 48 - (await mint.feeOf(inputs)) - 20 - sumOf(change);
      assert.ok(kept >= 0 && kept <= (quote.fee_reserve as number), `kept ${kept}`);
      assert.deepEqual(await mint.states([...inputs, ...change]), [
        ...inputs.map(() => 'SPENT'),
        ...change.map(() => 'UNSPENT'),
      ]);
      const hash = createHash('sha256')
        .update(Buffer.from(paid.payment_preimage as string, 'hex'))
        .digest('hex');
      if (mint.nuts.isHonestPayer) assert.equal(hash, readInvoice(request)?.paymentHash);
      assert.equal((await mint.get(`/v1/melt/quote/bolt11/${String(quote.quote)}`)).json.state, 'PAID');
      const again = { quote: quote.quote, inputs: await mint.fund([32]) };
      refused(await mint.post('/v1/melt/bolt11', again));
      assert.deepEqual(await mint.states(again.inputs), ['UNSPENT']);
    },
  },
  {
    name: 'pays nothing with too little, or with what is spent',
    run: async (mint) => {
      const request = await mint.invoice(20);
      const { quote } = done(await mint.post('/v1/melt/quote/bolt11', { request, unit: 'sat' }));
      const [little, spent] = await mint.fund([16, 32]);
      refused(await mint.post('/v1/melt/bolt11', { quote, inputs: [little] }));
      await swapped(mint, [spent!]);
      refused(await mint.post('/v1/melt/bolt11', { quote, inputs: [spent] }), 11_001);
      assert.deepEqual(await mint.states([little!]), ['UNSPENT']);
      assert.equal((await mint.get(`/v1/melt/quote/bolt11/${String(quote)}`)).json.state, 'UNPAID');
    },
  },
];

const LOCKS: readonly MintCase[] = [
  {
    name: 'gives locked ecash to its key alone',
    needs: isSupported(11),
    run: async (mint) => {
      const key = lockKey();
      const proofs = await mint.fund([8], () => createP2PKsecret(key.pubkey));
      refused(await trySwap(mint, proofs));
      refused(await trySwap(mint, signed(proofs, lockKey().secret)));
      assert.deepEqual(await mint.states(proofs), ['UNSPENT']);
      await swapped(mint, signed(proofs, key.secret));
    },
  },
  {
    name: 'gives it back to the sender after the time of the lock',
    needs: isSupported(11),
    run: async (mint) => {
      const [owner, sender] = [lockKey(), lockKey()];
      const locked = (locktime: number) => () =>
        createP2PKsecret(owner.pubkey, [
          ['locktime', String(locktime)],
          ['refund', sender.pubkey],
        ]);
      refused(await trySwap(mint, signed(await mint.fund([8], locked(now() + HOUR)), sender.secret)));
      await swapped(mint, signed(await mint.fund([8], locked(now() - HOUR)), sender.secret));
      await swapped(mint, signed(await mint.fund([8], locked(now() - HOUR)), owner.secret));
      const open = () => createP2PKsecret(owner.pubkey, [['locktime', String(now() - HOUR)]]);
      await swapped(mint, await mint.fund([8], open));
    },
  },
  {
    name: 'wants as many keys as the lock says',
    needs: isSupported(11),
    run: async (mint) => {
      const [one, other] = [lockKey(), lockKey()];
      const tags = [
        ['n_sigs', '2'],
        ['pubkeys', other.pubkey],
      ];
      const [proof] = await mint.fund([8], () => createP2PKsecret(one.pubkey, tags));
      const by = (...keys: readonly { secret: Uint8Array }[]): Proof => ({
        ...proof!,
        witness: JSON.stringify({ signatures: keys.map(({ secret }) => schnorrSignMessage(proof!.secret, secret)) }),
      });
      refused(await trySwap(mint, [by(one)]));
      refused(await trySwap(mint, [by(one, one)]));
      await swapped(mint, [by(one, other)]);
    },
  },
  {
    name: 'wants a signature of the whole request where the lock says so',
    needs: isSupported(11),
    run: async (mint) => {
      const key = lockKey();
      const proofs = await mint.fund([8, 4], () => createP2PKsecret(key.pubkey, [['sigflag', 'SIG_ALL']]));
      refused(await trySwap(mint, signed(proofs, key.secret)));
      const { made, body } = await mint.swapOf(proofs);
      const messages = [
        [...proofs.flatMap(({ secret, C }) => [secret, C]), ...body.outputs.flatMap((o) => [String(o.amount), o.B_])],
        // what mints of before 2026 want to be signed
        [...proofs.map(({ secret }) => secret), ...body.outputs.map(({ B_ }) => B_)],
      ].map((parts) => parts.join(''));
      const answers: Answer[] = [];
      for (const message of messages) {
        const witness = JSON.stringify({ signatures: [schnorrSignMessage(message, key.secret)] });
        const inputs = [{ ...proofs[0]!, witness }, proofs[1]!];
        const other = await mint.swapOf(proofs);
        refused(await mint.post('/v1/swap', { inputs, outputs: other.body.outputs }));
        answers.push(await mint.post('/v1/swap', { ...body, inputs }));
        if (answers.at(-1)!.status === 200) break;
      }
      await mint.unblind(signaturesOf(answers.at(-1)!), made);
    },
  },
  {
    name: 'gives ecash under a hash to who knows the preimage',
    needs: isSupported(14),
    run: async (mint) => {
      const key = lockKey();
      const preimage = '5a'.repeat(32);
      const hash = createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex');
      const proofs = await mint.fund([8], () => createHTLCsecret(hash, [['pubkeys', key.pubkey]]));
      refused(await trySwap(mint, signed(proofs, key.secret, { preimage: '5b'.repeat(32) })));
      await swapped(mint, signed(proofs, key.secret, { preimage }));
    },
  },
  {
    name: 'mints a locked quote for its key alone',
    needs: isSupported(20),
    run: async (mint) => {
      const key = lockKey();
      const quote = await mint.paidQuote(8, { pubkey: key.pubkey });
      const outputs = mint.outputs(await mint.make([8]));
      const by = (secret: Uint8Array) => signMintQuote(Buffer.from(secret).toString('hex'), quote, outputs as never);
      refused(await mint.post('/v1/mint/bolt11', { quote, outputs }), 20_008);
      refused(await mint.post('/v1/mint/bolt11', { quote, outputs, signature: by(lockKey().secret) }), 20_008);
      done(await mint.post('/v1/mint/bolt11', { quote, outputs, signature: by(key.secret) }));
    },
  },
];

type Cached = { cached_endpoints?: { path: string }[] };

const TIMES: readonly MintCase[] = [
  {
    name: 'answers the same request with the same answer',
    needs: (nuts) =>
      (nuts[19] as Cached | undefined)?.cached_endpoints?.some(({ path }) => path === '/v1/swap') ?? false,
    run: async (mint) => {
      const { body } = await mint.swapOf(await mint.fund([8, 4]));
      const first = await mint.post('/v1/swap', body);
      assert.deepEqual(done(await mint.post('/v1/swap', body)), done(first));
    },
  },
  {
    name: 'tells a subscriber when a quote is paid and minted',
    needs: isSupported(17),
    run: async (mint) => {
      const socket = await openSocket(mint.url);
      const { quote, request } = done(await mint.post('/v1/mint/quote/bolt11', { amount: 8, unit: 'sat' }));
      socket.subscribe('bolt11_mint_quote', [String(quote)]);
      await socket.heard(({ quote: id }) => id === quote);
      await mint.payInvoice(String(request));
      await socket.heard(({ quote: id, state }) => id === quote && state === 'PAID');
      done(await mint.post('/v1/mint/bolt11', { quote, outputs: mint.outputs(await mint.make([8])) }));
      await socket.heard(({ quote: id, state }) => id === quote && state === 'ISSUED');
      socket.close();
    },
  },
  {
    name: 'tells a subscriber when a proof is spent',
    needs: isSupported(17),
    run: async (mint) => {
      const [proof] = await mint.fund([8]);
      const socket = await openSocket(mint.url);
      const y = yOf(proof!.secret);
      socket.subscribe('proof_state', [y]);
      // that it is unspent is told by ours and by nutshell, not by cdk-mintd
      await socket.heard(({ status }) => status === 'OK');
      await swapped(mint, [proof!]);
      await socket.heard(({ Y, state }) => Y === y && state === 'SPENT');
      socket.close();
    },
  },
];

/** What every mint must do that a wallet of ours may trust. */
export const MINT_CASES: readonly MintCase[] = [...BASICS, ...SWAPS, ...MELTS, ...LOCKS, ...TIMES];
