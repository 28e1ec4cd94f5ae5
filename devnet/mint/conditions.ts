import { isHTLCSpendAuthorised, isP2PKSpendAuthorised } from '@cashu/cashu-ts';
import { MintError } from './mint-error.ts';
import type { BlindedMessage, WireProof } from './wire.ts';

type Condition = {
  readonly kind: 'P2PK' | 'HTLC';
  readonly data: string;
  readonly tags: readonly (readonly string[])[];
};

type Spend = {
  readonly inputs: readonly WireProof[];
  readonly outputs: readonly BlindedMessage[];
  /** of a melt */
  readonly quote?: string;
};

/** The spending condition in a secret (NUT-10); undefined when whoever knows it may spend. */
function conditionOf(secret: string): Condition | undefined {
  try {
    const [kind, { data, tags }] = JSON.parse(secret) as [string, { data: string; tags?: string[][] }];
    return kind === 'P2PK' || kind === 'HTLC' ? { kind, data, tags: tags ?? [] } : undefined;
  } catch {
    return undefined;
  }
}

const wantsAll = (condition: Condition | undefined): boolean =>
  condition?.tags.some(([name, flag]) => name === 'sigflag' && flag === 'SIG_ALL') ?? false;

/** What is signed when a signature covers the whole request (NUT-11). */
function wholeMessage({ inputs, outputs, quote = '' }: Spend): string {
  const parts = [
    ...inputs.flatMap(({ secret, C }) => [secret, C]),
    ...outputs.flatMap((o) => [String(o.amount), o.B_]),
  ];
  return parts.join('') + quote;
}

function isAllowed(proof: WireProof, kind: Condition['kind'], message: string): boolean {
  const isAuthorised = kind === 'P2PK' ? isP2PKSpendAuthorised : isHTLCSpendAuthorised;
  try {
    return isAuthorised(proof as never, undefined, message);
  } catch {
    return false;
  }
}

const isSame = (one: Condition | undefined, other: Condition): boolean =>
  one?.kind === other.kind && one.data === other.data && JSON.stringify(one.tags) === JSON.stringify(other.tags);

/** Throws unless every locked input is unlocked (NUT-11, NUT-14). */
export function checkConditions(spend: Spend): void {
  const conditions = spend.inputs.map(({ secret }) => conditionOf(secret));
  const first = conditions[0];
  if (conditions.some(wantsAll)) {
    if (first === undefined || !conditions.every((each) => isSame(each, first))) throw new MintError('proofs');
    if (!isAllowed(spend.inputs[0]!, first.kind, wholeMessage(spend))) throw new MintError('proofs');
    return;
  }
  for (const [index, proof] of spend.inputs.entries()) {
    const condition = conditions[index];
    if (condition && !isAllowed(proof, condition.kind, proof.secret)) throw new MintError('proofs');
  }
}
