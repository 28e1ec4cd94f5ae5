import { EcashError, ecashProblemOf, unusable, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { isOwnMint } from '#domain/ecash/ledger/wallet-record.ts';
import { inputFee } from '#domain/ecash/proofs/fees.ts';
import type { MintFacts } from '#domain/ecash/mints/mint.ts';
import { sumOf, type ProofRow, type SpentState } from '#domain/ecash/proof.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import type { Token } from '#domain/ecash/tokens/token.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';
import type { TokenLook, TokenStand } from '#ports/ecash.ts';
import type { Purse } from './purse.ts';

/** Reads a token; where its keysets are named by short ids, its mint is asked which they are. */
export const readWholeToken = async ({ core, mints }: Pick<Purse, 'core' | 'mints'>, text: string): Promise<Token> => {
  const token = await core.readToken(text);
  if (!token.unresolved) return token;
  await mints.load(token.mint).catch(unusable(token.mint));
  return await core.readToken(text);
};

const failureOf = (act: Promise<unknown>): Promise<EcashProblem | undefined> =>
  act.then(() => undefined, ecashProblemOf);

const lockOf = ({ proofs }: Token): TokenLook['lock'] => {
  const locks = proofs.flatMap(({ locked }) => locked ?? []);
  if (locks.length === 0) return undefined;
  const times = locks.flatMap(({ lock }) => lock.locktime ?? []);
  return { ours: locks.every(({ ours }) => ours), until: times.length > 0 ? Math.max(...times) : undefined };
};

/** What is for somebody else no mint gives to this wallet. */
export const lockProblem = (token: Token): EcashProblem | undefined =>
  lockOf(token)?.ours === false ? { code: 'token-locked' } : undefined;

type States = Readonly<Record<string, SpentState>>;

/** How its proofs stand; nothing where its mint does not say. */
const statesOf = ({ core }: Pick<Purse, 'core'>, { mint, proofs }: Token): Promise<States> =>
  core.checkStates({ mint, ys: proofs.map(({ y }) => y) }).catch(() => ({}));

/** Without what was spent of it already; one of which nothing is left stays as it is. */
const withoutSpent = (token: Token, states: States): Token => {
  const proofs = token.proofs.filter(({ y }) => states[y] !== 'SPENT');
  return proofs.length === 0 ? token : { ...token, proofs, amount: sumOf(proofs) };
};

/** What of a token can still be taken, as far as its mint says so. */
export const tokenLeft = async (purse: Pick<Purse, 'core'>, token: Token): Promise<Token> =>
  withoutSpent(token, await statesOf(purse, token));

const spentProblem = (states: States, { proofs }: Token): EcashProblem | undefined =>
  proofs.some(({ y }) => states[y] === 'SPENT') ? { code: 'token-spent' } : undefined;

const stateOf = (states: readonly SpentState[]): TokenStand['state'] => {
  if (states.includes('PENDING')) return 'pending';
  if (!states.includes('SPENT')) return 'unspent';
  return states.includes('UNSPENT') ? 'partly spent' : 'spent';
};

const isOwn = (known: readonly ProofRow[]): boolean => known.some(({ operation }) => operation !== undefined);

/** What this wallet had to do with a token of which it knows these proofs; what is locked is taken, not taken back. */
const ownOf = (known: readonly ProofRow[], { proofs }: Token): Pick<TokenLook, 'isOwn' | 'out'> => {
  const [id, ...others] = new Set(known.map(({ operation }) => operation));
  const isOut = known.length === proofs.length && others.length === 0 && known.every(({ state }) => state === 'out');
  const isLocked = proofs.some(({ locked }) => locked);
  return { isOwn: isOwn(known), out: isOut && !isLocked ? id : undefined };
};

/** Asks the mint of a token how it stands. `purse`: of whoever is logged in; what is locked or not there is not needed. */
export const askToken = async (
  core: Pick<EcashCore, 'nameToken' | 'checkStates'>,
  purse: Pick<Purse, 'ledger'> | undefined,
  text: string,
): Promise<TokenStand> => {
  const { mint, ys } = await core.nameToken(text);
  const states = await core.checkStates({ mint, ys });
  const own = (await purse?.ledger.known(ys)) ?? [];
  return { mint, state: stateOf(ys.flatMap((y) => states[y] ?? [])), y: ys[0]!, isOwn: isOwn(own) };
};

const unitProblem = ({ unit }: Token): EcashProblem | undefined =>
  unit === DEFAULT_UNIT ? undefined : { code: 'token-unit', unit };

/** What a token is worth and whether anything speaks against it; its mint is asked, and nothing is taken. */
export const lookAtToken = async (purse: Purse, text: string): Promise<TokenLook> => {
  const { core, mints, ledger } = purse;
  const whole = await readWholeToken(purse, text);
  const { mint, memo } = whole;
  const rows = await ledger.mints.all();
  const isKnown = isOwnMint(rows.find(({ url }) => url === mint));
  const loaded = await mints.facts(mint, whole.proofs).then(
    (facts) => ({ facts, problem: undefined }),
    (error: unknown) => ({ facts: undefined, problem: ecashProblemOf(error) }),
  );
  const states = loaded.facts ? await statesOf(purse, whole) : {};
  const token = withoutSpent(whole, states);
  const { proofs, amount } = token;
  const lock = lockOf(token);
  const wrong = loaded.facts ? await failureOf(core.checkToken({ mint, proofs, requireDleq: false })) : undefined;
  const isProven = loaded.facts !== undefined && !wrong && proofs.every(({ hasDleq }) => hasDleq);
  const fee = loaded.facts && feeOf(proofs, loaded.facts);
  const dust: EcashProblem | undefined = fee !== undefined && fee >= amount ? { code: 'funds-swap' } : undefined;
  return {
    mint,
    isKnown,
    amount,
    gone: whole.amount - amount,
    pieces: proofs.length,
    memo,
    fee,
    isProven,
    lock,
    y: proofs[0]!.y,
    ...ownOf(await ledger.known(proofs.map(({ y }) => y)), token),
    problem: unitProblem(whole) ?? lockProblem(token) ?? wrong ?? spentProblem(states, token) ?? dust ?? loaded.problem,
  };
};

const feeOf = (proofs: Token['proofs'], { keysets }: MintFacts): number | undefined => {
  try {
    return inputFee(proofs, keysets);
  } catch (error) {
    if (error instanceof EcashError) return undefined;
    throw error;
  }
};
