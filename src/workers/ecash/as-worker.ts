import { ecashProblemOf } from '#domain/ecash/ecash-problem.ts';
import type { EcashAnswer, EcashCore, EcashWorker } from '#workers/ecash-calls.ts';

type Act = (...args: readonly unknown[]) => Promise<unknown>;

const answered =
  (act: Act) =>
  async (...args: readonly unknown[]): Promise<EcashAnswer<unknown>> => {
    try {
      return { ok: true, value: await act(...args) };
    } catch (error) {
      return { ok: false, problem: ecashProblemOf(error) };
    }
  };

/** The core for messages: failures are answers, as plain data without a trace of where they happened. */
export const asWorker = (core: EcashCore): EcashWorker =>
  Object.fromEntries(Object.entries(core).map(([name, act]) => [name, answered(act as Act)])) as EcashWorker;
