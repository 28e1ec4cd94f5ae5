import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Fault } from '#devnet/mint/faults.ts';
import type { Answer } from '#tests/contract/mint-client.ts';
import { type MintTrial, mintUnderTest } from '#tests/support/mint-under-test.ts';

const eventually = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 20_000 });

describe('the scripted faults of a mint', () => {
  let world: MintTrial;
  beforeAll(async () => {
    world = await mintUnderTest({ cacheSeconds: false });
  });
  afterAll(() => world.mint.stop());
  afterEach(() => world.mint.faults.clear());

  /** A swap under this fault: how it is answered, and what the books say then. */
  const swapUnder = async (fault: Fault) => {
    const { tried, mint } = world;
    const proofs = await tried.fund([4]);
    const { body, made } = await tried.swapOf(proofs);
    mint.faults.script({ on: 'swap', fault });
    const answer: Answer | undefined = await tried.post('/v1/swap', body).catch(() => undefined);
    return { answer, made, body, proofs, state: (await tried.states(proofs))[0] };
  };

  const LOST: readonly (readonly [fault: Fault, state: string])[] = [
    [{ type: 'request dropped' }, 'UNSPENT'],
    [{ type: 'answer dropped' }, 'SPENT'],
    [{ type: 'truncated' }, 'SPENT'],
    [{ type: 'request late' }, 'UNSPENT'],
  ];
  it.each(LOST)('leaves a wallet without an answer: $type', async (fault, state) => {
    expect(await swapUnder(fault)).toMatchObject({ answer: undefined, state });
  });

  it('executes what is late when it is let go, or after its time', async () => {
    const { proofs } = await swapUnder({ type: 'request late' });
    expect(world.mint.faults.release()).toBe(1);
    await eventually(async () => expect(await world.tried.states(proofs)).toEqual(['SPENT']));
    const second = await swapUnder({ type: 'request late', ms: 30 });
    await eventually(async () => expect(await world.tried.states(second.proofs)).toEqual(['SPENT']));
    expect((await swapUnder({ type: 'answer late', ms: 30 })).answer?.status).toBe(200);
    expect((await swapUnder({ type: 'slow', ms: 30 })).answer?.status).toBe(200);
  });

  it('executes a doubled request once, and answers with what the second comes to', async () => {
    const { answer, state } = await swapUnder({ type: 'twice' });
    expect(answer).toMatchObject({ status: 400, json: { code: 11_001 } });
    expect(state).toBe('SPENT');
  });

  it('answers with any status, before or after it did what was asked', async () => {
    expect(await swapUnder({ type: 'status', status: 503 })).toMatchObject({
      answer: { status: 503 },
      state: 'UNSPENT',
    });
    const late = await swapUnder({ type: 'status', status: 502, isExecuted: true });
    expect(late).toMatchObject({ answer: { status: 502 }, state: 'SPENT' });
    expect((await swapUnder({ type: 'refused', code: 12_002 })).answer?.json.code).toBe(12_002);
    world.mint.faults.script({ on: 'info', fault: { type: 'status', status: 429, retryAfter: '7' } });
    const response = await fetch(`${world.mint.url}/v1/info`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
  });

  it('counts requests of its endpoint alone', async () => {
    const { tried, mint } = world;
    mint.faults.script({ on: 'keysets', fault: { type: 'status', status: 500 }, nth: 2, times: 2 });
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      statuses.push((await tried.get('/v1/keysets')).status);
      expect((await tried.get('/v1/info')).status).toBe(200);
    }
    expect(statuses).toEqual([200, 500, 500, 200]);
    expect(mint.faults.seen.slice(-2)).toEqual(['keysets', 'info']);
  });

  it('sends signatures that are not what was asked for', async () => {
    const signaturesUnder = async (
      type: 'wrong dleq' | 'no dleq' | 'other keyset' | 'signature missing' | 'signature too many',
    ) => {
      const { answer, made } = await swapUnder({ type });
      return { signatures: answer!.json.signatures as { id: string; dleq?: object }[], made };
    };
    const wrong = await signaturesUnder('wrong dleq');
    await expect(world.tried.unblind(wrong.signatures as never, wrong.made)).rejects.toThrow('DLEQ');
    expect((await signaturesUnder('no dleq')).signatures[0]).not.toHaveProperty('dleq');
    const { signatures, made } = await signaturesUnder('other keyset');
    expect(signatures[0]!.id).not.toBe(made[0]!.output.id);
    expect((await signaturesUnder('signature missing')).signatures).toHaveLength(0);
    expect((await signaturesUnder('signature too many')).signatures).toHaveLength(2);
  });

  it('lets no socket in and hangs up on those it has', async () => {
    world.mint.faults.script({ on: 'socket', fault: { type: 'request dropped' } });
    const wasLetIn = () =>
      new Promise<boolean>((done) => {
        let isIn = false;
        const socket = new WebSocket(`${world.mint.url.replace('http', 'ws')}/v1/ws`);
        socket.addEventListener('open', () => {
          isIn = true;
          world.mint.dropSockets();
        });
        socket.addEventListener('close', () => done(isIn));
      });
    expect(await wasLetIn()).toBe(false);
    expect(await wasLetIn()).toBe(true);
  });
});

describe('a payment of a mint that hangs', () => {
  let world: MintTrial;
  beforeAll(async () => {
    world = await mintUnderTest();
  });
  afterAll(() => world.mint.stop());

  const meltUnder = async (fault: Fault) => {
    const { tried, mint } = world;
    const request = await tried.invoice(20);
    const { quote } = (await tried.post('/v1/melt/quote/bolt11', { request, unit: 'sat' })).json;
    const inputs = await tried.fund([32]);
    const blanks = await tried.make([1, 1, 1, 1]);
    mint.faults.script({ on: 'melt', fault });
    const answer = await tried.post('/v1/melt/bolt11', { quote, inputs, outputs: tried.outputs(blanks) });
    const look = async () => (await tried.get(`/v1/melt/quote/bolt11/${String(quote)}`)).json;
    return { answer, inputs, blanks, request, quote: String(quote), look };
  };

  it('holds the inputs until it is paid, and then gives the change', async () => {
    const { tried, mint, ledger } = world;
    const { answer, inputs, blanks, request, quote, look } = await meltUnder({ type: 'payment pending' });
    expect(answer).toMatchObject({ status: 200, json: { state: 'PENDING' } });
    expect(await tried.states(inputs)).toEqual(['PENDING']);
    expect((await tried.post('/v1/swap', (await tried.swapOf(inputs)).body)).json.code).toBe(11_002);
    const stolen = { inputs: await tried.fund([1]), outputs: [{ ...blanks[0]!.output, amount: 1 }] };
    expect((await tried.post('/v1/swap', stolen)).json.code).toBe(11_004);
    expect((await tried.post('/v1/melt/bolt11', { quote, inputs: stolen.inputs })).json.code).toBe(20_005);
    expect(ledger.find(request)?.settled).toBeUndefined();
    const owed = mint.books.outstanding();
    await mint.endPayment(quote);
    const paid = await look();
    expect(paid).toMatchObject({ state: 'PAID', payment_preimage: ledger.find(request)?.preimage });
    expect(await tried.states(inputs)).toEqual(['SPENT']);
    const change = await tried.unblind(paid.change as never, blanks);
    // 20 sats and one of two for Lightning
    expect(change.map(({ amount }) => amount)).toEqual([1, 2, 8]);
    expect(mint.books.outstanding()).toBe(owed - 21);
  });

  it('gives the inputs back when it fails, at once or later', async () => {
    const { tried, mint } = world;
    const owed = mint.books.outstanding();
    const failed = await meltUnder({ type: 'payment failed' });
    expect(failed.answer).toMatchObject({ status: 400, json: { code: 20_004 } });
    const late = await meltUnder({ type: 'payment pending', ms: 20, ends: 'failed' });
    await eventually(async () => expect((await late.look()).state).toBe('UNPAID'));
    expect(await tried.states([...failed.inputs, ...late.inputs])).toEqual(['UNSPENT', 'UNSPENT']);
    expect(mint.books.outstanding()).toBe(owed + 64);
    const body = { quote: late.quote, inputs: late.inputs, outputs: tried.outputs(late.blanks) };
    expect((await tried.post('/v1/melt/bolt11', body)).json.state).toBe('PAID');
  });

  it('answers at once where a wallet prefers that', async () => {
    const { tried } = world;
    const request = await tried.invoice(20);
    const { quote } = (await tried.post('/v1/melt/quote/bolt11', { request, unit: 'sat' })).json;
    const body = { quote, inputs: await tried.fund([32]), prefer_async: true };
    expect((await tried.post('/v1/melt/bolt11', body)).json.state).toBe('PENDING');
    const look = async () => (await tried.get(`/v1/melt/quote/bolt11/${String(quote)}`)).json.state;
    await eventually(async () => expect(await look()).toBe('PAID'));
  });
});
