import { fromCallback, fromPromise } from 'xstate';
import { isUnpaid, overAt, wordOfProblem, wordOfState, type DepositWord } from '#domain/ecash/ledger/deposit.ts';
import * as changes from '#domain/ecash/ledger/ledger-change.ts';
import { isOver } from '#domain/ecash/ledger/operation.ts';
import { saysForgotten } from '#domain/ecash/ledger/recover.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { readMintQuote } from '#domain/ecash/mints/mint-answers.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import { SECOND } from '#domain/units.ts';
import type { DepositInput, DepositLook, DepositTaking, QuoteFact } from '#machines/ecash/deposit.machine.ts';
import type { Ledger } from '#store/ledger/ledger.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { overAgain } from '#actors/ecash/free-proofs.ts';
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

/**
 * The slot `check quote`: what the mint says of an invoice now; one that nobody wants is over once the ledger has it so. One that
 * the mint does not know any more is unpaid, so it is asked for as seldom as one that has expired.
 */
export const defineCheckQuote = ({ core, ledger, engine, now }: CheckDeps) =>
  fromPromise<DepositLook, Named>(async ({ input: { operation, mint, quote } }) => {
    const record = await ledger.operation(operation);
    if (record?.unwanted && (await engine.advance(operation)).type === 'over')
      return { word: { type: 'unpaid' }, over: 'long ago' };
    const look = (word: DepositWord, expiresAt = record?.quote?.expiresAt) => ({
      word,
      over: overAt(expiresAt, now()),
    });
    try {
      const { state, expiry } = await core.checkMintQuote({ mint, quote });
      return look(wordOfState(state), expiry === undefined ? undefined : expiry * SECOND);
    } catch (error) {
      if (!(error instanceof EcashError)) throw error;
      const word = wordOfProblem(error.problem);
      return look(word.type === 'nothing' && saysForgotten(error.problem) ? { type: 'unpaid' } : word);
    }
  });

/** Writes down that nobody pays the invoice of a deposit any more: it ends once the mint says so, too. */
export const stopWaiting = (deps: Pick<EcashDeps, 'ledger' | 'now'>, id: string): Promise<void> =>
  overAgain(async () => {
    const record = await deps.ledger.operation(id);
    if (record && !isOver(record) && isUnpaid(record)) await deps.ledger.change(changes.giveUp(record, deps.now()));
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
