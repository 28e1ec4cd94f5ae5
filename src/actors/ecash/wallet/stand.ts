import { ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { REQUEST_PREFIX, type MadeRequest } from '#domain/ecash/requests/made-request.ts';
import { OFFER_PREFIX, type MadeOffer } from '#domain/ecash/ledger/made-offer.ts';
import { isInUse, type Books } from '#domain/ecash/ledger/mint-use.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { sumOf, type ProofRow } from '#domain/ecash/proof.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import { mintsInOrder } from '#domain/ecash/words/shares.ts';
import { isSilent, medianOf, NOTHING_SEEN } from '#domain/ecash/mints/mint-tally.ts';
import { isOwnMint, type MintRow } from '#domain/ecash/ledger/wallet-record.ts';
import type { EcashMint, EcashStand } from '#ports/ecash.ts';
import type { Changing } from '#ports/session.ts';
import { createListeners } from '#domain/listeners.ts';
import type { HistoryRow } from '#domain/ecash/ledger/ledger-history.ts';
import { oneAtATime } from '#domain/one-at-a-time.ts';
import { hostOf } from '#domain/ecash/mints/mint-url.ts';
import { LEDGER_STORES } from '#store/ledger/ledger-database.ts';
import type { Ledger } from '#store/ledger/ledger.ts';

const nameOf = (url: string, row: MintRow | undefined): string => row?.facts?.info.name || hostOf(url);

const isSats = ({ unit }: ProofRow): boolean => unit === DEFAULT_UNIT;

const mintOf = (url: string, row: MintRow | undefined, books: Books): EcashMint => {
  const all = books.proofs.filter(({ mint }) => mint === url);
  const here = all.filter(isSats);
  const free = here.filter(({ state }) => state === 'available');
  const { tally = NOTHING_SEEN } = row ?? {};
  const { days, lastAnswerAt, lastFailureAt } = tally;
  const pieces: Record<string, number> = {};
  for (const { keyset } of free) pieces[keyset] = (pieces[keyset] ?? 0) + 1;
  const balance = sumOf(free);
  return {
    url,
    name: nameOf(url, row),
    facts: row?.facts,
    balance,
    held: sumOf(here) - balance,
    seen: { days, medianMs: medianOf(tally), isSilent: isSilent(tally), lastAnswerAt, lastFailureAt },
    pieces,
    isOwn: isOwnMint(row),
    isLeft: row?.leftAt !== undefined,
    isInUse: isInUse(books, url),
    others: otherUnits(all),
  };
};

/** What is there in other units, which other apps put there: it is kept. */
const otherUnits = (proofs: readonly ProofRow[]): Readonly<Record<string, number>> => {
  const sums: Record<string, number> = {};
  for (const { unit, amount } of proofs.filter((row) => !isSats(row))) sums[unit] = (sums[unit] ?? 0) + amount;
  return sums;
};

/** All mints that are used, and those where something is left or under way. */
const mintsOf = (rows: readonly MintRow[], books: Books) => {
  const { proofs } = books;
  const open = books.operations.filter(({ parent }) => parent === undefined);
  const byUrl = new Map(rows.map((row) => [row.url, row]));
  const urls = new Set([...byUrl.keys(), ...proofs.map(({ mint }) => mint), ...open.map(({ mint }) => mint)]);
  return mintsInOrder([...urls].map((url) => mintOf(url, byUrl.get(url), books)));
};

/** What this has not in its history, though it is over: nobody told of it yet. */
const isMissing = (known: EcashStand, open: readonly Operation[], history: readonly HistoryRow[]): boolean =>
  known.open.some(({ id }) => open.every((one) => one.id !== id) && history.every(({ operation }) => operation !== id));

/** What the ledger of an account says, by the last change that was told; `known`: what it said before. */
export const readStand = async (ledger: Ledger, known?: EcashStand): Promise<EcashStand> => {
  const { seen } = ledger;
  const [wallet, rows, proofs, operations, kept, requests, offers] = await Promise.all([
    seen.wallet(),
    seen.mints(),
    seen.proofs(),
    seen.operations(),
    seen.history(),
    seen.beside<MadeRequest>(REQUEST_PREFIX),
    seen.beside<MadeOffer>(OFFER_PREFIX),
  ]);
  const open = operations.filter(({ parent }) => parent === undefined).toReversed();
  const history = known && isMissing(known, open, kept) ? await ledger.history() : kept;
  return {
    exists: wallet !== undefined,
    lockKey: wallet?.pubkey,
    balance: sumOf(proofs.filter((row) => row.state === 'available' && isSats(row))),
    mints: mintsOf(rows, { proofs, operations, offers }),
    open,
    history,
    requests: requests.toSorted((a, b) => b.createdAt - a.createdAt),
    offers: offers.toSorted((a, b) => b.createdAt - a.createdAt),
    areWordsKept: wallet?.wordsKeptAt !== undefined,
    lost: undefined,
    problem: undefined,
  };
};

const EMPTY = {
  exists: false,
  lockKey: undefined,
  balance: 0,
  mints: [],
  open: [],
  history: [],
  requests: [],
  offers: [],
  areWordsKept: false,
  lost: undefined,
} as const;

const unreadable = (problem: EcashProblem): EcashStand => ({ ...EMPTY, problem });

type StandDeps = {
  /** the ledger of whoever is logged in */
  readonly ledger: () => Ledger | undefined;
  /** Tells when somebody else is logged in. */
  readonly onAccount: (listener: () => void) => () => void;
  /** Tells when the page goes on after it was stopped: what other tabs said meanwhile may be lost. */
  readonly onAwake: (listener: () => void) => void;
  /** what was here once, by what another place remembers */
  readonly remembered: () => EcashStand['lost'];
  /** is given each stand that was read, and the one before it of the same ledger */
  readonly seen: (stand: EcashStand, before: EcashStand | undefined) => void;
};

/** The ledger as views see it. `look`: looks at it again. */
type Stand = Changing<EcashStand | undefined> & { look(): void };

/** The ledger as views see it: read again after each change, and when somebody else is logged in. */
export const createStand = ({ ledger, onAccount, onAwake, remembered, seen }: StandDeps): Stand => {
  const listeners = createListeners();
  let stand: EcashStand | undefined;
  let [of, stop]: [Ledger | undefined, () => void] = [undefined, () => {}];
  const change = (next: EcashStand | undefined) => {
    stand = next;
    listeners.tell();
  };
  const look = oneAtATime(async () => {
    const from = of;
    if (!from) return;
    const found = await readStand(from, stand).catch((error: unknown) => unreadable(ecashProblemOf(error)));
    const next = found.exists || found.problem ? found : { ...found, lost: remembered() };
    // of somebody else it is read by itself
    if (from !== of) return;
    if (!next.problem) seen(next, stand);
    change(next);
  });
  const attach = () => {
    const next = ledger();
    if (next === of) return;
    stop();
    of = next;
    stop = of?.watch(look, { stores: LEDGER_STORES }) ?? (() => {});
    change(undefined);
    look();
  };
  onAccount(attach);
  onAwake(() => of?.lookAgain('here'));
  attach();
  return {
    get: () => stand,
    subscribe: listeners.subscribe,
    look,
  };
};
