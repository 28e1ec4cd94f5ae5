import type { Books } from './books.ts';
import { checkConditions } from './conditions.ts';
import { feeOf, type Keyset } from './keysets.ts';
import { MintError } from './mint-error.ts';
import { isSigned, signBlind, yOf } from './signing.ts';
import {
  type BlindedMessage,
  type BlindSignature,
  inputsOf,
  objectOf,
  outputsOf,
  sumOf,
  type WireProof,
} from './wire.ts';

/** What proofs are taken for and signatures given by: the books and a clock in seconds. */
export type Desk = { readonly books: Books; readonly now: () => number };

function keysetOf({ books, now }: Desk, id: string): Keyset {
  const keyset = books.keysets.get(id);
  if (keyset === undefined) throw new MintError('unknownKeyset');
  if (keyset.finalExpiry !== null && keyset.finalExpiry <= now()) throw new MintError('expiredKeyset');
  return keyset;
}

function unitOf(keysets: readonly Keyset[]): string | undefined {
  const units = new Set(keysets.map(({ unit }) => unit));
  if (units.size > 1) throw new MintError('severalUnits');
  return [...units][0];
}

/** Throws unless the mint could sign these. `amount: 0` of a blank is not looked at. Answers with their unit. */
export function checkOutputs(desk: Desk, outputs: readonly BlindedMessage[], areBlank = false): string | undefined {
  const keysets = outputs.map(({ id }) => keysetOf(desk, id));
  if (keysets.some(({ isActive }) => !isActive)) throw new MintError('inactiveKeyset');
  for (const [index, { amount, B_ }] of outputs.entries()) {
    if (!areBlank && !keysets[index]!.keys.has(amount)) throw new MintError('limits');
    if (desk.books.signature(B_)) throw new MintError('signedBefore');
    if (desk.books.one('SELECT b FROM blanks WHERE b = ?', B_)) throw new MintError('outputsPending');
  }
  return unitOf(keysets);
}

/** Throws unless these may be spent now. Answers with their unit. */
export function checkInputs(desk: Desk, inputs: readonly WireProof[]): string {
  const keysets = inputs.map(({ id }) => keysetOf(desk, id));
  for (const [index, { amount, secret, C }] of inputs.entries()) {
    const key = keysets[index]!.keys.get(amount);
    if (key === undefined || !isSigned(secret, C, key)) throw new MintError('proofs');
    const state = desk.books.stateOf(yOf(secret));
    if (state !== 'UNSPENT') throw new MintError(state === 'SPENT' ? 'spent' : 'pending');
  }
  return unitOf(keysets)!;
}

/** Signs outputs that were checked and keeps the signatures (NUT-09). */
export function sign({ books }: Desk, outputs: readonly BlindedMessage[]): BlindSignature[] {
  return outputs.map(({ amount, id, B_ }) => {
    const { C_, dleq } = signBlind(B_, books.keysets.get(id)!.keys.get(amount)!);
    books.run('INSERT INTO signatures VALUES (?, ?, ?, ?, ?, ?)', B_, id, amount, C_, dleq.e, dleq.s);
    return { amount, id, C_, dleq };
  });
}

/** Writes down that these are spent, or that a payment holds them. */
export function take(desk: Desk, inputs: readonly WireProof[], state: 'PENDING' | 'SPENT', quote: string | null): void {
  for (const { amount, id, secret, witness } of inputs) {
    const y = yOf(secret);
    desk.books.run('INSERT INTO proofs VALUES (?, ?, ?, ?, ?, ?)', y, id, amount, state, quote, witness ?? null);
    desk.books.touch('proof_state', y);
  }
}

/** Proofs for new ones, all or nothing (NUT-03). */
export function swap(desk: Desk, body: unknown): { signatures: BlindSignature[] } {
  const asked = objectOf(body);
  const inputs = inputsOf(asked.inputs);
  const outputs = outputsOf(asked.outputs);
  if (outputs.length === 0) throw new MintError('malformed');
  return desk.books.write(() => {
    const paid = checkInputs(desk, inputs);
    if (checkOutputs(desk, outputs) !== paid) throw new MintError('otherUnit');
    checkConditions({ inputs, outputs });
    if (sumOf(inputs) - feeOf(inputs, desk.books.keysets) !== sumOf(outputs)) throw new MintError('unbalanced');
    take(desk, inputs, 'SPENT', null);
    return { signatures: sign(desk, outputs) };
  });
}

/** Which of these proofs are spent (NUT-07). */
export function checkStates({ books }: Desk, body: unknown) {
  const { Ys } = objectOf(body);
  if (!Array.isArray(Ys)) throw new MintError('malformed');
  if (Ys.length > 1_000) throw new MintError('tooManyInputs');
  return { states: Ys.map((y) => proofStateOf(books, String(y))) };
}

/** A proof as `checkstate` and subscribers see it. */
export function proofStateOf(books: Books, y: string) {
  const row = books.proof(y.toLowerCase());
  return { Y: y, state: row?.state ?? 'UNSPENT', witness: row?.witness ?? null };
}

/** What the mint signed of these before (NUT-09). */
export function restore({ books }: Desk, body: unknown) {
  const known = outputsOf(objectOf(body).outputs, true).flatMap((output) => {
    const signature = books.signature(output.B_);
    return signature ? [{ output: { ...output, amount: signature.amount }, signature }] : [];
  });
  return { outputs: known.map(({ output }) => output), signatures: known.map(({ signature }) => signature) };
}
