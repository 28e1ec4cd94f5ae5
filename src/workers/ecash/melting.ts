import { ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { readChange, readMeltCheck, readMeltState } from '#domain/ecash/mints/mint-answers.ts';
import type { EcashCore, MeltOrder, MeltOutcome } from '#workers/ecash-calls.ts';
import { makeProofs, type Bench } from './bench.ts';
import { messageOf } from './cashu.ts';
import { loadKeys, pair } from './exchange.ts';
import { openInputs, openOutputs, type OpenOutput } from './sealed-proofs.ts';

type Prepared =
  | { readonly url: string; readonly open: readonly OpenOutput[]; readonly body: unknown }
  | { readonly unsent: EcashProblem };

/** Payments by a mint. */
export const createMelting = (bench: Bench): Pick<EcashCore, 'melt' | 'checkMeltQuote'> => {
  const { mints, inUse, at, seconds } = bench;

  const meltOutcome = async (mint: string, answer: unknown, blanks: readonly OpenOutput[]): Promise<MeltOutcome> => {
    const state = readMeltState(answer);
    const signatures = readChange(answer, blanks.length);
    if (!signatures) return state;
    // the payment is made, whatever is wrong with its change
    const change = await makeProofs(bench, mint, pair(blanks, signatures), { blank: true, skip: true });
    return { ...state, change, ...(change.length < signatures.length && { isPart: true }) };
  };

  /** All that can fail before anything is asked of the mint. */
  const prepared = async ({ mint, quote, inputs, outputs }: MeltOrder): Promise<Prepared> => {
    try {
      const url = at(mint);
      const open = await openOutputs(inUse(), outputs);
      await loadKeys(bench, url, open);
      const blanks = open.map(({ output }) => messageOf(output));
      const spent = await openInputs(inUse(), inputs, seconds());
      return { url, open, body: { quote, inputs: spent, ...(blanks.length > 0 && { outputs: blanks }) } };
    } catch (error) {
      return { unsent: ecashProblemOf(error) };
    }
  };

  return {
    async melt(order) {
      const made = await prepared(order);
      if ('unsent' in made) return { state: 'UNPAID', unsent: made.unsent };
      const { url, open, body } = made;
      return await meltOutcome(url, await mints.ask(url, `/v1/melt/${order.method ?? 'bolt11'}`, body, null), open);
    },
    async checkMeltQuote({ mint, quote, method = 'bolt11', outputs = [] }) {
      const url = at(mint);
      const answer = await mints.ask(url, `/v1/melt/quote/${method}/${quote}`);
      readMeltCheck(answer, method, quote);
      return await meltOutcome(url, answer, outputs.length > 0 ? await openOutputs(inUse(), outputs) : []);
    },
  };
};
