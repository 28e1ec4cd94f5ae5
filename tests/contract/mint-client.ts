import {
  blindMessage,
  constructUnblindedSignature,
  getPubKeyFromPrivKey,
  hashToCurve,
  pointFromHex,
  schnorrSignMessage,
  verifyDLEQProof,
} from '@cashu/cashu-ts';
import { bytesToHex } from '@noble/hashes/utils.js';
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

/** Ecash as it travels; whole sats. */
export type Proof = { amount: number; id: string; secret: string; C: string; witness?: string };
export type Output = { amount: number; id: string; B_: string };
export type Signature = { amount: number; id: string; C_: string; dleq?: { e: string; s: string } };
export type KeysetOfMint = { id: string; unit: string; active: boolean; input_fee_ppk?: number; final_expiry?: number };
export type Answer = { status: number; json: Record<string, unknown> & { code?: number; detail?: unknown } };

type Blinded = { output: Output; secret: string; r: bigint };
/** Outputs with what makes proofs of the signatures. */
export type Made = readonly Blinded[];

/** A key that locks ecash. */
export const lockKey = () => {
  const secret = new Uint8Array(randomBytes(32));
  return { secret, pubkey: bytesToHex(getPubKeyFromPrivKey(secret)) };
};

export const sumOf = (list: readonly { amount: number }[]): number => list.reduce((sum, { amount }) => sum + amount, 0);

/** An amount in powers of two, the smallest first. */
export function split(amount: number): number[] {
  return [...amount.toString(2)].reverse().flatMap((digit, index) => (digit === '1' ? [2 ** index] : []));
}

export const yOf = (secret: string): string => hashToCurve(new TextEncoder().encode(secret)).toHex(true);

/** Proofs with a signature on each secret (NUT-11). */
export const signed = (proofs: readonly Proof[], secret: Uint8Array, more: object = {}): Proof[] =>
  proofs.map((proof) => ({
    ...proof,
    witness: JSON.stringify({ signatures: [schnorrSignMessage(proof.secret, secret)], ...more }),
  }));

type PayInvoice = (invoice: string) => Promise<void>;

/** A wallet of the barest kind: keeps nothing, checks nothing that a case does not ask for. */
export function createClient(url: string, payInvoice: PayInvoice) {
  const call = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    return { status: response.status, json: JSON.parse(text) as Answer['json'] };
  };
  const get = (path: string) => call('GET', path);
  const post = (path: string, body: unknown) => call('POST', path, body);

  const keysets = async (): Promise<KeysetOfMint[]> => (await get('/v1/keysets')).json.keysets as KeysetOfMint[];
  const active = async (): Promise<KeysetOfMint> =>
    (await keysets()).find((each) => each.active && each.unit === 'sat')!;

  const known = new Map<string, Record<string, string>>();
  const keysOf = async (id: string): Promise<Record<string, string>> => {
    const keys = known.get(id);
    if (keys) return keys;
    const { json } = await get(`/v1/keys/${id}`);
    const found = (json.keysets as { id: string; keys: Record<string, string> }[])[0]!.keys;
    known.set(id, found);
    return found;
  };

  const fresh = (): string => randomBytes(32).toString('hex');
  const make = async (amounts: readonly number[], secretOf: () => string = fresh, id?: string): Promise<Made> => {
    const keyset = id ?? (await active()).id;
    return amounts.map((amount) => {
      const secret = secretOf();
      const { B_, r } = blindMessage(new TextEncoder().encode(secret));
      return { output: { amount, id: keyset, B_: B_.toHex(true) }, secret, r };
    });
  };
  const outputs = (made: Made): Output[] => made.map(({ output }) => output);

  /** The proofs of the signatures, in order; throws when a DLEQ proof is missing or wrong. */
  const unblind = async (signatures: readonly Signature[], made: Made): Promise<Proof[]> => {
    const proofs: Proof[] = [];
    for (const [index, { amount, id, C_, dleq }] of signatures.entries()) {
      const { output, secret, r } = made[index]!;
      const key = pointFromHex((await keysOf(id))[String(amount)]!);
      const point = pointFromHex(C_);
      const isRight = dleq && verifyDLEQProof(bytesOf(dleq), pointFromHex(output.B_), point, key);
      if (!isRight) throw new Error('DLEQ');
      const { C } = constructUnblindedSignature({ C_: point, id }, r, new TextEncoder().encode(secret), key);
      proofs.push({ amount, id, secret, C: C.toHex(true) });
    }
    return proofs;
  };

  /** Pays what a quote asks for, and waits until the mint says so. */
  const settled = async (invoice: string, quote: string): Promise<void> => {
    await payInvoice(invoice);
    for (let tries = 0; tries < 200; tries += 1) {
      if ((await get(`/v1/mint/quote/bolt11/${quote}`)).json.state === 'PAID') return;
      await setTimeout(50);
    }
    throw new Error('The quote was not paid in 10 seconds.');
  };

  /** A quote that is paid. */
  const paidQuote = async (amount: number, more: object = {}): Promise<string> => {
    const { json } = await post('/v1/mint/quote/bolt11', { amount, unit: 'sat', ...more });
    await settled(json.request as string, json.quote as string);
    return json.quote as string;
  };

  /** Proofs of these amounts. */
  const fund = async (amounts: readonly number[], secretOf?: () => string): Promise<Proof[]> => {
    const quote = await paidQuote(amounts.reduce((sum, each) => sum + each, 0));
    const made = await make(amounts, secretOf);
    const { json } = await post('/v1/mint/bolt11', { quote, outputs: outputs(made) });
    if (!json.signatures) throw new Error(`Not minted: ${JSON.stringify(json)}`);
    return unblind(json.signatures as Signature[], made);
  };

  /** What it costs to spend these. */
  const feeOf = async (inputs: readonly Proof[]): Promise<number> => {
    const fees = new Map((await keysets()).map(({ id, input_fee_ppk: fee = 0 }) => [id, fee]));
    return Math.ceil(inputs.reduce((sum, { id }) => sum + (fees.get(id) ?? 0), 0) / 1_000);
  };

  /** The body of a swap into these amounts, by default into as few as can be. */
  const swapOf = async (inputs: readonly Proof[], into?: readonly number[], secretOf?: () => string) => {
    const made = await make(into ?? split(sumOf(inputs) - (await feeOf(inputs))), secretOf);
    return { made, body: { inputs, outputs: outputs(made) } };
  };

  const states = async (proofs: readonly Proof[]): Promise<string[]> => {
    const { json } = await post('/v1/checkstate', { Ys: proofs.map(({ secret }) => yOf(secret)) });
    return (json.states as { state: string }[]).map(({ state }) => state);
  };

  return {
    url,
    payInvoice,
    get,
    post,
    keysets,
    active,
    keysOf,
    make,
    outputs,
    unblind,
    settled,
    paidQuote,
    fund,
    feeOf,
    swapOf,
    states,
  };
}

const bytesOf = ({ e, s }: { e: string; s: string }) => ({
  e: new Uint8Array(Buffer.from(e, 'hex')),
  s: new Uint8Array(Buffer.from(s, 'hex')),
});

export type MintClient = ReturnType<typeof createClient>;
