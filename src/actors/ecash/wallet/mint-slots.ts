import { fromCallback, fromPromise } from 'xstate';
import { readMeltState, readStates } from '#domain/ecash/mints/mint-answers.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import type { SubscriptionKind } from '#domain/ecash/mints/subscription.ts';
import type { MintName, TokensFact } from '#machines/ecash/mint-link.machine.ts';
import type { MintSockets } from '#actors/ecash/mint-sockets.ts';
import { onChanged } from '#actors/shell/on-changed.ts';
import type { Purse } from './purse.ts';

/** Something that a mint tells of, by its name there, and the operation that waits for it. */
type Waiting = ReadonlyMap<string, string>;

/** What was told of one of these; undefined for what is of something else, or makes no sense. */
type Told = { readonly name: string; readonly state: string };

const readOr = <Value>(read: () => Value): Value | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** How a proof stands. */
const proofTold = (payload: unknown): Told | undefined => {
  const name = (payload as { Y?: unknown } | null)?.Y;
  if (typeof name !== 'string') return undefined;
  const [found] = readOr(() => readStates({ states: [payload] }, [name])) ?? [];
  return found && { name, state: found[1] };
};

/** How a payment stands. */
const meltTold = (payload: unknown): Told | undefined => {
  const name = (payload as { quote?: unknown } | null)?.quote;
  if (typeof name !== 'string') return undefined;
  const state = readOr(() => readMeltState(payload).state);
  return state && { name, state };
};

type Hearing = {
  readonly kind: SubscriptionKind;
  readonly read: (payload: unknown) => Told | undefined;
  /** whether there is something to look at, now that it stands so */
  readonly isNews: (state: string) => boolean;
};

const TAKEN: Hearing = { kind: 'proof_state', read: proofTold, isNews: (state) => state === 'SPENT' };
const PAID: Hearing = { kind: 'bolt11_melt_quote', read: meltTold, isNews: (state) => state !== 'PENDING' };

type Ears = { readonly mint: string; readonly sockets: MintSockets; readonly look: (id: string) => void };

/** Hears of what is waited for, and anew when that is something else. */
const hear = ({ mint, sockets, look }: Ears, { kind, read, isNews }: Hearing, ended: (isRefused: boolean) => void) => {
  let [named, stop] = ['', () => {}];
  const follow = (waiting: Waiting) => {
    // a mint that says the same again is looked at once
    const heard = new Map<string, string>();
    return sockets.follow(
      mint,
      { kind, filters: [...waiting.keys()] },
      {
        told(payload) {
          const { name = '', state = '' } = read(payload) ?? {};
          const id = waiting.get(name);
          if (id === undefined || heard.get(name) === state) return;
          heard.set(name, state);
          if (isNews(state)) look(id);
        },
        ended: ({ code }) => ended(code === 'mint-refused'),
      },
    );
  };
  return {
    of(waiting: Waiting) {
      const next = [...waiting.keys()].join(' ');
      if (next === named) return;
      stop();
      [named, stop] = [next, waiting.size === 0 ? () => {} : follow(waiting)];
    },
    stop: () => stop(),
  };
};

/** The quote of a payment that hangs, and the payment. */
const hanging = ({ id, kind, phase, quote }: Operation): readonly (readonly [string, string])[] => {
  const isHanging = kind === 'melt' && (phase === 'waiting' || phase === 'unknown');
  return isHanging && quote && quote.method !== 'bolt12' ? [[quote.id, id]] : [];
};

/**
 * What a mint is asked for, and what it tells by its socket: that a token is taken, and that a payment does not hang any more
 * (MINT-22).
 */
export const createMintSlots = (
  current: () => Purse | undefined,
  sockets: MintSockets,
  look: (id: string) => void,
) => ({
  'load mint': fromPromise<void, MintName>(async ({ input: { mint } }) => void (await current()?.mints.load(mint))),
  'follow tokens': fromCallback<TokensFact, MintName>(({ input: { mint }, sendBack }) => {
    const ledger = current()?.ledger;
    const ended = () => sendBack({ type: 'socket.ended' } satisfies TokensFact);
    const tokens = hear({ mint, sockets, look }, TAKEN, ended);
    // one that does not tell of payments may tell of tokens all the same
    const payments = hear({ mint, sockets, look }, PAID, (isRefused) => {
      if (!isRefused) ended();
    });
    const end = onChanged({
      watch: (look) => (ledger ? [ledger.watch(look, { stores: ['proofs', 'operations'] })] : []),
      read: async () => ({
        rows: (await ledger?.seen.proofs().catch(() => [])) ?? [],
        open: (await ledger?.seen.operations().catch(() => [])) ?? [],
      }),
      tell({ rows, open }) {
        const out = rows.filter((row) => row.mint === mint && row.unit === DEFAULT_UNIT && row.state === 'out');
        tokens.of(new Map(out.flatMap(({ y, operation }) => (operation === undefined ? [] : [[y, operation]]))));
        payments.of(new Map(open.filter((record) => record.mint === mint).flatMap(hanging)));
      },
    });
    return () => {
      end();
      tokens.stop();
      payments.stop();
    };
  }),
});
