import { fromCallback, fromPromise } from 'xstate';
import { afterTrouble, atOnce, dueAt, isDue } from '#domain/ecash/requests/parcel-tries.ts';
import type { Parcel } from '#domain/ecash/ledger/parcel.ts';
import { ecashProblemOf, failedWith } from '#domain/ecash/ecash-problem.ts';
import * as changes from '#domain/ecash/ledger/ledger-change.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { Failure } from '#domain/problem.ts';
import { untilSo } from '#actors/shell/until-so.ts';
import { overAgain } from '#actors/ecash/free-proofs.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import type { Alone } from '#actors/shell/alone.ts';
import type { Ledger } from '#store/ledger/ledger.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';
import type { RunningAreas } from '#machines/areas.ts';
import type { ParcelFact } from '#machines/ecash/parcels.machine.ts';
import type { Messenger } from '#actors/messages/messenger.ts';

export type ParcelsDeps = Pick<RunningAreas, 'follow'> & {
  readonly purseOf: (pubkey: string) => Pick<Purse, 'ledger' | 'core' | 'isOpen'>;
  readonly messenger: Messenger;
  /** Posts a payment to an address; rejects with an EcashError. */
  readonly post: (url: string, payload: string) => Promise<void>;
  /** one tab brings a token */
  readonly alone: Alone;
  /** ms since the epoch */
  readonly now: () => number;
};

type Named = { readonly pubkey: string; readonly operation: string };
type Place = Pick<ParcelsDeps, 'post' | 'now'> & {
  /** hex, of whom the token is */
  readonly pubkey: string;
  readonly ledger: Ledger;
  readonly core: Pick<EcashCore, 'writeToken' | 'writePayload'>;
  readonly messenger: Pick<Messenger, 'relaysFor' | 'wrap' | 'post'>;
};

/** Writes down how far it was brought, whatever else was written meanwhile. */
const note = (
  { ledger, now }: Pick<Place, 'ledger' | 'now'>,
  id: string,
  change: (known: Parcel) => Parcel | undefined,
): Promise<void> =>
  overAgain(async () => {
    const record = await ledger.operation(id);
    const next = record?.parcel && change(record.parcel);
    if (record && next) await ledger.change(changes.carried(record, now(), next));
  });

/** What is brought: the payment of a request, else the token as text. */
const contentOf = async ({ ledger, core }: Place, { id, memo, parcel }: Operation): Promise<string> => {
  const proofs = (await ledger.proofsOf(id)).filter(({ state }) => state === 'out');
  const order = { proofs, ...(memo !== undefined && { memo }) };
  const request = parcel?.request;
  if (!request) return await core.writeToken(order);
  return await core.writePayload({ ...order, ...(request.id !== undefined && { id: request.id }) });
};

const bring = async (place: Place, record: Operation, { way, wrap }: Parcel): Promise<void> => {
  if (way.type === 'post') return await place.post(way.url, await contentOf(place, record));
  const { messenger, pubkey: from } = place;
  const relays = await messenger.relaysFor(way.pubkey, way.relays);
  const sealed = wrap ?? (await messenger.wrap({ from, to: way.pubkey, content: await contentOf(place, record) }));
  // the one that leaves is on the disk: whenever it is tried again, it is the same
  if (!wrap) await note(place, record.id, (known) => ({ ...known, wrap: sealed }));
  await messenger.post(sealed, relays);
};

const isKeyLocked = (error: unknown): boolean =>
  error instanceof Failure && ['signer-required', 'no-signing-method'].includes(error.problem.code);

/** What went wrong, in a code that can be written down. */
const troubleOf = (error: unknown) =>
  error instanceof Failure ? ({ code: 'message-refused' } as const) : ecashProblemOf(error);

/**
 * Brings a token to whom it is for; what became of it stands with its operation. 'locked': nothing was tried, for the wallet is not open
 * yet, or its worker died.
 */
export const bringParcel = async (place: Place, id: string): Promise<'locked' | undefined> => {
  const record = await place.ledger.operation(id);
  if (!record?.parcel || !isDue(record, place.now())) return;
  try {
    await bring(place, record, record.parcel);
    await note(place, id, ({ trouble: _, tries: __, nextAt: ___, ...known }) => ({ ...known, state: 'done' }));
  } catch (error) {
    // it is brought once the key is unlocked
    if (isKeyLocked(error)) return;
    if (failedWith(error, 'ecash-locked', 'ecash-worker')) return 'locked';
    const trouble = troubleOf(error);
    await note(place, id, (known) => (known.state === 'due' ? afterTrouble(known, trouble, place.now()) : undefined));
  }
};

/** Brings it once more, as it was, without waiting. */
export const deliverAgain = (place: Pick<Place, 'ledger' | 'now'>, id: string): Promise<void> =>
  note(place, id, atOnce);

/** The slots of the chart that brings tokens to whom they are for. */
export const createParcelSlots = (deps: ParcelsDeps) => ({
  'watch parcels': fromCallback<ParcelFact, { pubkey: string }>(({ input: { pubkey }, sendBack }) => {
    const { ledger } = deps.purseOf(pubkey);
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const all = await ledger.seen.operations().catch(() => []);
      if (isOver) return;
      const now = deps.now();
      const due = all.filter((record) => isDue(record, now)).map(({ id }) => id);
      const later = all.flatMap((record) => (isDue(record, now) ? [] : (dueAt(record) ?? [])));
      clearTimeout(timer);
      if (later.length > 0) timer = setTimeout(() => void look(), Math.min(...later) - now);
      if (due.length > 0) sendBack({ type: 'parcels.due', operations: due } satisfies ParcelFact);
    };
    const stop = ledger.watch(() => void look(), { stores: ['operations'] });
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }),
  'bring parcel': fromPromise<void, Named>(async ({ input: { pubkey, operation }, signal }) => {
    const { ledger, core, isOpen } = deps.purseOf(pubkey);
    const bringIt = () => bringParcel({ ...deps, pubkey, ledger, core }, operation);
    // another tab may bring it meanwhile
    while ((await deps.alone(`parcel ${operation}`, bringIt, signal)) === 'locked')
      await untilSo(isOpen, (look) => deps.follow('ecash', look), signal);
  }),
});
