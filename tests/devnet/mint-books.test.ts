import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLedger } from '#devnet/lightning/ledger.ts';
import { type Answer, sumOf } from '#tests/contract/mint-client.ts';
import { mintUnderTest } from '#tests/support/mint-under-test.ts';

it('knows to the sat what it owes', async () => {
  const { mint, tried } = await mintUnderTest({ keysets: [{ fee: 1_000 }] });
  const proofs = await tried.fund([8, 4]);
  expect([mint.books.issued(), mint.books.burnt(), mint.books.outstanding()]).toEqual([12, 0, 12]);
  const { body } = await tried.swapOf(proofs);
  await tried.post('/v1/swap', body);
  expect(mint.books.outstanding()).toBe(10);
  expect((await tried.post('/v1/swap', body)).json.signatures).toHaveLength(2);
  expect(mint.books.outstanding()).toBe(10);
  await mint.stop();
});

it('goes on with the books of a file, and ends what was pending by what Lightning says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mint-'));
  const ledger = createLedger();
  const options = { ledger, books: join(folder, 'mint.sqlite'), cacheSeconds: false as const };
  const first = await mintUnderTest(options);
  const proofs = await first.tried.fund([32, 32, 8]);
  first.mint.books.rotate({ fee: 100 });
  const begin = async (inputs: typeof proofs) => {
    const request = await first.tried.invoice(20);
    const { quote } = (await first.tried.post('/v1/melt/quote/bolt11', { request, unit: 'sat' })).json;
    first.mint.faults.script({ on: 'melt', fault: { type: 'payment pending' } });
    await first.tried.post('/v1/melt/bolt11', { quote, inputs });
    return request;
  };
  const paid = await begin([proofs[0]!]);
  await begin([proofs[1]!]);
  const deposit = (await first.tried.post('/v1/mint/quote/bolt11', { amount: 4, unit: 'sat' })).json;
  await first.mint.stop();
  ledger.pay(first.mint.account, paid);
  ledger.pay('payer', String(deposit.request));
  const second = await mintUnderTest({ ...options, seed: 'another' });
  expect(await second.tried.states(proofs)).toEqual(['SPENT', 'UNSPENT', 'UNSPENT']);
  expect((await second.tried.keysets()).map(({ active }) => active)).toEqual([false, true]);
  const outputs = second.tried.outputs(await second.tried.make([4]));
  expect((await second.tried.post('/v1/mint/bolt11', { quote: deposit.quote, outputs })).status).toBe(200);
  expect(second.mint.books.outstanding()).toBe(44);
  await second.mint.stop();
  rmSync(folder, { recursive: true });
});

it('takes the proofs of a retired keyset and signs with the new one alone', async () => {
  const { mint, tried } = await mintUnderTest({ keysets: [{ version: '00', fee: 100 }] });
  const proofs = await tried.fund([8]);
  const { body } = await tried.swapOf(proofs);
  const fresh = mint.books.rotate({ version: '01' });
  expect(fresh).toMatchObject({ fee: 100, isActive: true });
  expect((await tried.post('/v1/swap', body)).json.code).toBe(12_002);
  expect(await tried.states(proofs)).toEqual(['UNSPENT']);
  const { made, body: again } = await tried.swapOf(proofs);
  const { json } = await tried.post('/v1/swap', again);
  expect((await tried.unblind(json.signatures as never, made))[0]!.id).toBe(fresh.id);
  await mint.stop();
});

it('takes nothing of a keyset that has expired, and keeps units apart', async () => {
  let now = Math.floor(Date.now() / 1_000);
  const keysets = [{ finalExpiry: now + 60 }, { unit: 'usd' }];
  const { mint, tried } = await mintUnderTest({ now: () => now, keysets });
  const [proof, other] = await tried.fund([8, 8]);
  const [, usd] = [...mint.books.keysets.values()];
  const mixed = { inputs: [proof], outputs: tried.outputs(await tried.make([8], undefined, usd!.id)) };
  expect((await tried.post('/v1/swap', mixed)).json.code).toBe(11_010);
  now += 60;
  expect((await tried.post('/v1/swap', (await tried.swapOf([other!])).body)).json.code).toBe(12_003);
  expect((await tried.post('/v1/mint/quote/bolt11', { amount: 5, unit: 'eur' })).json.code).toBe(11_013);
  await mint.stop();
});

it('mints nothing that is not paid, whatever it is asked with', async () => {
  const { mint, tried } = await mintUnderTest({ most: 100 });
  const quote = (await tried.post('/v1/mint/quote/bolt11', { amount: 8, unit: 'sat' })).json.quote;
  const outputs = tried.outputs(await tried.make([8]));
  const codeOf = async (path: string, body: object) => (await tried.post(path, body)).json.code;
  expect(await codeOf('/v1/mint/bolt11', { quote, outputs })).toBe(20_001);
  expect(await codeOf('/v1/mint/quote/bolt11', { amount: 101, unit: 'sat' })).toBe(11_006);
  expect(await codeOf('/v1/mint/quote/bolt11', { amount: 0, unit: 'sat' })).toBe(11_006);
  for (const amount of [-1, 1.5, '8', null])
    expect(await codeOf('/v1/mint/quote/bolt11', { amount, unit: 'sat' })).toBeGreaterThan(0);
  expect(await codeOf('/v1/mint/quote/bolt11', { amount: 8, unit: 'sat', pubkey: 'nobody' })).toBe(20_009);
  const notOnCurve = { amount: 8, id: outputs[0]!.id, B_: `02${'ff'.repeat(32)}` };
  const [proof] = await tried.fund([8]);
  expect((await tried.post('/v1/swap', { inputs: [proof], outputs: [notOnCurve] })).status).toBe(400);
  expect(await tried.states([proof!])).toEqual(['UNSPENT']);
  expect(mint.books.outstanding()).toBe(8);
  await mint.stop();
});

it('pays a part of an invoice, and only together with the others', async () => {
  const ledger = createLedger();
  const worlds = [
    await mintUnderTest({ ledger, name: 'one' }),
    await mintUnderTest({ ledger, name: 'other' }),
    await mintUnderTest({ ledger, name: 'impatient', partSeconds: 0.1 }),
  ];
  const meltPart = async (world: (typeof worlds)[number], request: string, sats: number) => {
    const options = { mpp: { amount: sats * 1_000 } };
    const { quote } = (await world.tried.post('/v1/melt/quote/bolt11', { request, unit: 'sat', options })).json;
    const inputs = await world.tried.fund([32]);
    const answer = await world.tried.post('/v1/melt/bolt11', { quote, inputs });
    return { answer, states: await world.tried.states(inputs) };
  };
  const request = await worlds[0]!.tried.invoice(30);
  const parts = await Promise.all([meltPart(worlds[0]!, request, 18), meltPart(worlds[1]!, request, 12)]);
  for (const part of parts) expect(part).toMatchObject({ answer: { json: { state: 'PAID' } }, states: ['SPENT'] });
  expect(ledger.balanceOf('payee')).toBe(30_000);
  const alone = await meltPart(worlds[2]!, await worlds[2]!.tried.invoice(30), 12);
  expect(alone).toMatchObject({ answer: { status: 400, json: { code: 20_004 } }, states: ['UNSPENT'] });
  expect(ledger.balanceOf('payee')).toBe(30_000);
  for (const { mint } of worlds) await mint.stop();
});

it('pays no invoice twice', async () => {
  const { mint, tried, ledger } = await mintUnderTest({ cacheSeconds: false });
  const request = await tried.invoice(4);
  const quotes = await Promise.all(
    [1, 2].map(async () => (await tried.post('/v1/melt/quote/bolt11', { request, unit: 'sat' })).json.quote),
  );
  const inputs = await tried.fund([8, 8]);
  const answers: Answer[] = [];
  for (const [index, quote] of quotes.entries())
    answers.push(await tried.post('/v1/melt/bolt11', { quote, inputs: [inputs[index]] }));
  expect(answers.map(({ json }) => json.state ?? json.code)).toEqual(['PAID', 20_006]);
  expect(sumOf(inputs.filter((_, index) => answers[index]!.status === 400))).toBe(8);
  expect(ledger.repeated).toEqual([]);
  expect(mint.books.outstanding()).toBe(8);
  await mint.stop();
});
