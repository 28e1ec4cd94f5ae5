import { fromCallback, fromPromise } from 'xstate';
import { overAt, wordOfProblem, wordOfState, type DepositWord } from '#domain/ecash/ledger/deposit.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { readMintQuote } from '#domain/ecash/mints/mint-answers.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import { SECOND } from '#domain/units.ts';
import type { DepositInput, DepositLook, DepositTaking, QuoteFact } from '#machines/ecash/deposit.machine.ts';
import type { Ledger } from '#store/ledger/ledger.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';
import type { Engine } from '#actors/ecash/operations/engine.ts';
import type { MintSockets } from '#actors/ecash/mint-sockets.ts';

type Named = Pick<DepositInput, 'operation' | 'mint' | 'quote'>;

/** The slot `follow quote`: what the mint tells of an invoice by its socket (MINT-22). */
export const defineFollowQuote = (sockets: MintSockets) =>
  fromCallback<QuoteFact, Named>(({ input: { mint, quote }, sendBack }) =>
    sockets.follow(
      mint,
      { kind: 'bolt11_mint_quote', filters: [quote] },
      {
        told(payload) {
          const word = wordOfPayload(payload, quote);
          if (word) sendBack({ type: 'quote.changed', word });
        },
        ended: () => sendBack({ type: 'socket.ended' }),
      },
    ),
  );

/** What is told of another invoice, or makes no sense, is nothing. */
const wordOfPayload = (payload: unknown, name: string): DepositWord | undefined => {
  try {
    const { quote, state } = readMintQuote(payload, 'bolt11', DEFAULT_UNIT);
    return quote === name ? wordOfState(state) : undefined;
  } catch {
    return undefined;
  }
};

/** What is needed to check an invoice. */
export type CheckDeps = {
  readonly core: Pick<EcashCore, 'checkMintQuote'>;
  readonly ledger: Pick<Ledger, 'operation'>;
  readonly engine: Engine;
  /** ms */
  readonly now: () => number;
};

/** The slot `check quote`: what the mint says of an invoice now; one that nobody wants is over once the ledger has it so. */
export const defineCheckQuote = ({ core, ledger, engine, now }: CheckDeps) =>
  fromPromise<DepositLook, Named>(async ({ input: { operation, mint, quote } }) => {
    const isUnwanted = (await ledger.operation(operation))?.unwanted === true;
    if (isUnwanted && (await engine.advance(operation)).type === 'over')
      return { word: { type: 'unpaid' }, over: 'long ago' };
    try {
      const { state, expiry } = await core.checkMintQuote({ mint, quote });
      return { word: wordOfState(state), over: overAt(expiry === undefined ? undefined : expiry * SECOND, now()) };
    } catch (error) {
      if (!(error instanceof EcashError)) throw error;
      return { word: wordOfProblem(error.problem), over: 'no' };
    }
  });

/**
 * The slot `take ecash`: the ledger takes what is paid, or finds what was signed before; gives whether it was paid at all. Rejects
 * while the mint does not sign.
 */
export const defineTakeEcash = (engine: Engine) =>
  fromPromise<DepositTaking, Named>(async ({ input: { operation } }) => {
    const pause = await engine.advance(operation);
    if (pause.type === 'over') return 'taken';
    // the mint says now that nobody paid
    if (pause.for === 'world') return 'unpaid';
    throw new EcashError({ code: 'mint-silent' });
  });
