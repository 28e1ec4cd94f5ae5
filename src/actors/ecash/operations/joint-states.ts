import { JOINT_STATES_WAIT_MS } from '#domain/ecash/ecash-limits.ts';
import type { SpentState } from '#domain/ecash/proof.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';

type Check = EcashCore['checkStates'];
type States = Readonly<Record<string, SpentState>>;
type Waiting = { readonly ys: readonly string[]; readonly done: PromiseWithResolvers<States> };

/** Settled when this is, or after a while. */
const settledSoon = async (act: Promise<void>): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, JOINT_STATES_WAIT_MS)));
  await Promise.race([act, late]);
  clearTimeout(timer);
};

const ofThese = (states: States, ys: readonly string[]): States =>
  Object.fromEntries(ys.flatMap((y) => (states[y] ? [[y, states[y]]] : [])));

/**
 * Asks a mint one question after the other how proofs stand: what is wanted meanwhile is asked together. So a start with many
 * tokens that are out holds nothing up that is in doubt. Each gets how theirs stand and nothing of the others', by which they
 * would judge; no answer is older than its question; a failure is that of all who asked.
 */
export const jointStates = (check: Check): Check => {
  const waiting = new Map<string, Waiting[]>();
  const ask = async (mint: string, all: readonly Waiting[]) => {
    try {
      const states = await check({ mint, ys: [...new Set(all.flatMap(({ ys }) => ys))] });
      for (const { ys, done } of all) done.resolve(ofThese(states, ys));
    } catch (error) {
      for (const { done } of all) done.reject(error);
    }
  };
  const askAll = async (mint: string) => {
    for (let next = waiting.get(mint)!; next.length > 0; next = waiting.get(mint)!) {
      waiting.set(mint, []);
      await settledSoon(ask(mint, next));
    }
    waiting.delete(mint);
  };
  return ({ mint, ys }) => {
    const one: Waiting = { ys, done: Promise.withResolvers() };
    const before = waiting.get(mint);
    waiting.set(mint, [...(before ?? []), one]);
    if (!before) void askAll(mint);
    return one.done.promise;
  };
};
