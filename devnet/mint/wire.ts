import { MintError } from './mint-error.ts';

/** Bodies as they travel (NUT-00). */
export type BlindedMessage = { readonly amount: number; readonly id: string; readonly B_: string };

export type BlindSignature = {
  readonly amount: number;
  readonly id: string;
  readonly C_: string;
  readonly dleq: { readonly e: string; readonly s: string };
};

export type WireProof = {
  readonly amount: number;
  readonly id: string;
  readonly secret: string;
  readonly C: string;
  readonly witness?: string;
};

type Loose = Readonly<Record<string, unknown>>;

const POINT = /^0[23][0-9a-f]{64}$/i;
const MOST = 1_000;
const SECRET_MOST = 1_024;

export const isPoint = (value: unknown): value is string => typeof value === 'string' && POINT.test(value);

const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** A JSON object; throws when it is anything else. */
export function objectOf(value: unknown): Loose {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new MintError('malformed');
  return value as Loose;
}

/** A text of the body; throws when there is none. */
export function textOf(body: Loose, key: string): string {
  const value = body[key];
  if (typeof value !== 'string') throw new MintError('malformed');
  return value;
}

function listOf(value: unknown, most: 'tooManyInputs' | 'tooManyOutputs'): readonly Loose[] {
  if (!Array.isArray(value)) throw new MintError('malformed');
  if (value.length > MOST) throw new MintError(most);
  return value.map(objectOf);
}

/** The outputs of a request; `isBlank`: their amounts mean nothing yet (NUT-08). */
export function outputsOf(value: unknown, isBlank = false): BlindedMessage[] {
  const outputs = listOf(value, 'tooManyOutputs').map(({ amount, id, B_ }) => {
    if ((!isBlank && !isAmount(amount)) || typeof id !== 'string' || !isPoint(B_)) throw new MintError('malformed');
    return { amount: isAmount(amount) ? amount : 0, id, B_: B_.toLowerCase() };
  });
  if (new Set(outputs.map(({ B_ }) => B_)).size < outputs.length) throw new MintError('sameOutputs');
  return outputs;
}

const witnessOf = (witness: unknown): { witness?: string } =>
  witness === undefined || witness === null || witness === ''
    ? {}
    : { witness: typeof witness === 'string' ? witness : JSON.stringify(witness) };

/** The inputs of a request. */
export function inputsOf(value: unknown): WireProof[] {
  const inputs = listOf(value, 'tooManyInputs').map(({ amount, id, secret, C, witness }) => {
    if (!isAmount(amount) || typeof id !== 'string' || typeof secret !== 'string' || !isPoint(C))
      throw new MintError('malformed');
    if (secret.length > SECRET_MOST) throw new MintError('malformed');
    return { amount, id, secret, C: C.toLowerCase(), ...witnessOf(witness) };
  });
  if (inputs.length === 0) throw new MintError('malformed');
  if (new Set(inputs.map(({ secret }) => secret)).size < inputs.length) throw new MintError('sameInputs');
  return inputs;
}

/** What amounts come to. */
export const sumOf = (list: readonly { readonly amount: number }[]): number =>
  list.reduce((sum, { amount }) => sum + amount, 0);
