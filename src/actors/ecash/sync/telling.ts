import { OVERTAKEN_MOST, TOLD_AT_ONCE } from '#domain/ecash/ecash-limits.ts';
import { ecashProblemOf } from '#domain/ecash/ecash-problem.ts';
import { isOvertaken } from '#domain/ecash/ledger-problem.ts';
import { isStanding, lacking, nextMaking, toTell, type Tellable } from '#domain/ecash/ledger/outbox.ts';
import type { OutboxRow } from '#domain/ecash/ledger/outbox-row.ts';
import { problemOf } from '#domain/problem.ts';
import { PublishFailure } from '#domain/publish/publish-failure.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import { isOwnMint, type MintRow } from '#domain/ecash/ledger/wallet-record.ts';
import type { Told } from '#machines/ecash/ecash-sync.machine.ts';
import type { LedgerStore } from '#store/ledger/ledger-database.ts';
import type { Ledger } from '#store/ledger/ledger.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { makeEvents, type MakingDeps } from './make-events.ts';

export type TellingDeps = MakingDeps & {
  readonly publish: RelayRequests['publish'];
  /** the write relays of the account, as they are now */
  readonly relays: () => readonly string[];
  /** those that whoever has but the words asks: the first ones of a fresh browser */
  readonly firstRelays: () => readonly string[];
};

/** One that another device left is not told of as used; the words still lead to it, for something is there. */
const namedMints = (rows: readonly MintRow[]): Pick<NonNullable<Tellable['wallet']>, 'mints' | 'left'> => ({
  mints: rows.filter(isOwnMint).map(({ url }) => url),
  left: rows.filter((row) => !isOwnMint(row)).map(({ url }) => url),
});

/** Where something stands that relays are to know. */
export const TELLABLE_STORES: readonly LedgerStore[] = ['outbox', 'proofs', 'operations', 'wallet', 'mints'];

/** What the ledger holds that relays are to know. */
export const readTellable = async ({ seen }: Pick<Ledger, 'seen'>): Promise<Tellable> => {
  const [rows, proofs, operations, wallet, mints] = await Promise.all([
    seen.outbox(),
    seen.proofs(),
    seen.operations(),
    seen.wallet(),
    seen.mints(),
  ]);
  const isTakingBack = ({ kind }: { readonly kind: string }) => kind === 'reclaim';
  return {
    rows,
    proofs,
    open: new Set(operations.map(({ id }) => id)),
    takingBack: new Set(operations.filter(isTakingBack).map(({ id }) => id)),
    wallet: wallet && mints.length > 0 ? { pubkey: wallet.pubkey, ...namedMints(mints) } : undefined,
  };
};

/** Brings a signed event to the relays that lack it. What each makes of it is in the ledger before it counts. */
const tell = async (deps: TellingDeps, row: OutboxRow, signal: AbortSignal): Promise<void> => {
  const { ledger, publish, relays, firstRelays, now } = deps;
  const notes: Promise<void>[] = [];
  const answered = new Set<string>();
  const note = ({ relay, outcome, reason }: PublishOutcome) => {
    if (answered.has(relay)) return;
    answered.add(relay);
    const stand = outcome === 'accepted' ? { takenAt: now() } : { failedAt: now(), failed: { outcome, reason } };
    notes.push(ledger.outbox.note(row, relay, stand));
  };
  const places = row.kind === 'mints' ? [...new Set([...relays(), ...firstRelays()])] : relays();
  const asked = lacking(row, places);
  try {
    for (const outcome of await publish(row.event!, asked, { onAnswer: note, signal })) note(outcome);
  } catch (error) {
    if (signal.aborted) {
      await Promise.allSettled(notes);
      throw error;
    }
    const reason = problemOf(error, { code: 'post-failed' });
    const outcomes = error instanceof PublishFailure ? error.outcomes : [];
    for (const outcome of outcomes) note(outcome);
    if (outcomes.length === 0)
      for (const relay of asked)
        note({ relay, outcome: reason.code === 'pool-destroyed' ? 'offline' : 'rejected', reason: undefined });
  }
  await Promise.all(notes);
};

type Pass = { readonly tried: Set<string>; isWalletUnknown: boolean };

/** Side by side, so that a relay which does not answer is waited for once. */
const tellAll = async (deps: TellingDeps, rows: readonly OutboxRow[], pass: Pass, signal: AbortSignal) => {
  for (const { event } of rows) pass.tried.add(event!.id);
  const ends = await Promise.allSettled(rows.map((row) => tell(deps, row, signal)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
};

/** Makes the next event, or tells those that are there. False when nothing is left to do in this pass. */
const step = async (deps: TellingDeps, everywhere: boolean, pass: Pass, signal: AbortSignal): Promise<boolean> => {
  const { ledger, relays, now } = deps;
  const read = await readTellable(ledger);
  const state = pass.isWalletUnknown ? { ...read, wallet: undefined } : read;
  const making = nextMaking(state, relays(), now());
  if (making) {
    try {
      const change = await makeEvents(deps, making);
      signal.throwIfAborted();
      await ledger.change(change);
    } catch (error) {
      // no relay says what its newest wallet event is, or it cannot be read: nothing is written over it
      const isWallet = making.make === 'wallet' || making.make === 'backup' || making.make === 'mints';
      if (!isWallet || signal.aborted || ecashProblemOf(error).code !== 'copies-unread') throw error;
      pass.isWalletUnknown = true;
    }
    return true;
  }
  const rows = toTell(state.rows, relays(), everywhere).filter(({ event }) => !pass.tried.has(event!.id));
  await tellAll(deps, rows.slice(0, TOLD_AT_ONCE), pass, signal);
  return rows.length > 0;
};

/**
 * Tells relays what they have to be told, as far as they take it now. `everywhere`: also relays that lack what is safe already.
 * Rejects with 'event-unsigned', or a LedgerError; all that was done by then is in the ledger.
 */
export const tellRelays = async (deps: TellingDeps, everywhere: boolean, signal: AbortSignal): Promise<Told> => {
  const pass: Pass = { tried: new Set(), isWalletUnknown: false };
  let overtaken = 0;
  for (let isMore = true; isMore;) {
    try {
      signal.throwIfAborted();
      isMore = await step(deps, everywhere, pass, signal);
    } catch (error) {
      overtaken += 1;
      if (!isOvertaken(error) || overtaken > OVERTAKEN_MOST) throw error;
      // what another tab did may not have been told yet
      deps.ledger.lookAgain('here');
    }
  }
  const { rows } = await readTellable(deps.ledger);
  const write = deps.relays();
  const isShort = rows.some((row) => row.event && !row.replaced && !isStanding(row, write));
  return isShort || pass.isWalletUnknown ? 'short' : 'told';
};
