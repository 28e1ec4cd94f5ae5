import { WALLET_UNREAD_AGAIN_MS } from '#domain/ecash/ecash-limits.ts';
import { EcashError, failedWith } from '#domain/ecash/ecash-problem.ts';
import { buildDeletion } from '#domain/ecash/events/deletion.ts';
import { buildHistory } from '#domain/ecash/events/history-event.ts';
import { buildQuote, withTerms } from '#domain/ecash/events/quote-event.ts';
import { openMints, unreplaced } from '#domain/ecash/events/wallet-event.ts';
import { published, type LedgerChange } from '#domain/ecash/ledger/ledger-change.ts';
import type { Operation, OperationKind } from '#domain/ecash/ledger/operation.ts';
import type { Making } from '#domain/ecash/ledger/outbox.ts';
import type { OutboxKey, OutboxRow } from '#domain/ecash/ledger/outbox-row.ts';
import { isOwnMint } from '#domain/ecash/ledger/wallet-record.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { signChecked } from '#domain/protocol/sign.ts';
import type { CurrentSigner, EventTemplate, Signer } from '#domain/protocol/signer.ts';
import { toSeconds } from '#domain/units.ts';
import type { Ledger } from '#store/ledger/ledger.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';
import { ysOf } from '#actors/ecash/free-proofs.ts';
import type { DecryptedBefore } from '#actors/ecash/decrypted-before.ts';

export type MakingDeps = {
  /** hex */
  readonly pubkey: string;
  readonly ledger: Ledger;
  readonly core: Pick<
    EcashCore,
    'writeTokenEvents' | 'writeQuoteTerms' | 'writeWalletEvent' | 'readWalletEvent' | 'writeBackup'
  >;
  readonly before: DecryptedBefore;
  readonly signer: CurrentSigner;
  /** checks what the signer gave back; left out: as everywhere */
  readonly isSound?: (event: NostrEvent) => boolean;
  /** The newest wallet event that relays of the account have. Rejects when none of them answers. */
  readonly newestWallet: () => Promise<NostrEvent | undefined>;
  /** The old wallet events of the account, as far as relays have them. */
  readonly oldWallets: () => Promise<readonly NostrEvent[]>;
  /** The mints that relays name for the words. Rejects when none of them answers. */
  readonly namedMints: () => Promise<readonly string[]>;
  /** what happened before is not told; ms since the epoch */
  readonly since?: () => number;
  /** ms since the epoch */
  readonly now: () => number;
};

/** What a person calls a payment; all else only makes ecash fresh. */
const DIRECTION: { readonly [Kind in OperationKind]?: 'in' | 'out' } = {
  deposit: 'in',
  receive: 'in',
  reclaim: 'in',
  restore: 'in',
  send: 'out',
  melt: 'out',
};

const unsigned = (): never => {
  throw new EcashError({ code: 'event-unsigned' });
};

const signerOf = ({ signer, pubkey }: MakingDeps): Signer => {
  const current = signer();
  return current?.pubkey === pubkey ? current : unsigned();
};

const seal = async (deps: MakingDeps, plain: string): Promise<string> => {
  const { nip44, pubkey } = signerOf(deps);
  return nip44 ? await nip44.encrypt(pubkey, plain).catch(unsigned) : unsigned();
};

const open = async (deps: MakingDeps, { id, content }: NostrEvent): Promise<string> => {
  const { nip44, pubkey } = signerOf(deps);
  const known = await deps.before.plain(id);
  if (known !== undefined) return known;
  return nip44 ? await nip44.decrypt(pubkey, content).catch(unsigned) : unsigned();
};

type Unsigned = Pick<EventTemplate, 'kind' | 'content'> & Partial<Pick<EventTemplate, 'tags' | 'created_at'>>;

const sign = async (deps: MakingDeps, event: Unsigned): Promise<NostrEvent> => {
  const template = { created_at: toSeconds(deps.now()), tags: [], ...event };
  // what stands in it otherwise than the ledger means it is worse than nothing
  return await signChecked(signerOf(deps), template, {
    changed: { code: 'signature-wrong' },
    isSound: deps.isSound,
  }).catch(unsigned);
};

const keyOf = ({ operation, kind }: OutboxKey): OutboxKey => ({ operation, kind });

const eventsOf = async (ledger: Ledger, ys: readonly string[] = []): Promise<readonly string[]> => [
  ...new Set((await ledger.known(ys)).flatMap(({ tokenEvent }) => tokenEvent ?? [])),
];

const makeToken = async (
  deps: MakingDeps,
  { mint, unit, proofs, replaces }: Extract<Making, { make: 'token' }>,
): Promise<LedgerChange> => {
  const { ledger, core, now } = deps;
  const foreign = replaces.filter((row) => row.foreign);
  const former = await Promise.all(foreign.map(({ event }) => open(deps, event!)));
  const named = foreign.flatMap(({ ys = [] }) => ys);
  const mine = new Set(proofs.map(({ y }) => y));
  // what the ledger knows otherwise is spent, was given away, or stands in another event
  const known = (await ledger.known(named)).map(({ y }) => y).filter((y) => !mine.has(y));
  const gone = [...known, ...foreign.flatMap(({ spent = [] }) => spent)];
  const elsewhere = await eventsOf(
    ledger,
    replaces.flatMap(({ ys = [] }) => ys).filter((y) => !mine.has(y)),
  );
  const del = replaces.map(({ operation }) => operation);
  const parts = await core.writeTokenEvents({ mint, unit, proofs, del, former, gone });
  const rows: OutboxRow[] = [];
  for (const { content, ys } of parts) {
    const event = await sign(deps, { kind: KIND.cashuToken, content: await seal(deps, content) });
    const isForeign = foreign.length > 0;
    // it is read again like one of theirs
    if (isForeign) await deps.before.keep(event.id, content);
    const row: OutboxRow = { operation: event.id, kind: 'token', at: now(), event, relays: {}, mint, unit, ys };
    // what was kept of theirs is not in the ledger: it is carried on the next time, too
    rows.push(isForeign ? { ...row, foreign: true } : row);
  }
  const before = new Map(proofs.map(({ y, tokenEvent }) => [y, tokenEvent]));
  const by = [...rows.map(({ operation }) => operation), ...elsewhere.filter((id) => !del.includes(id))];
  return {
    outbox: [
      ...rows.map((row) => ({ do: 'put', row }) as const),
      ...replaces.map((row) => ({ do: 'replace', key: keyOf(row), by }) as const),
    ],
    told: rows.flatMap(({ operation, ys = [] }) => ys.map((y) => ({ y, from: before.get(y), to: operation }))),
  };
};

const makeDeletion = async (
  deps: MakingDeps,
  { rows }: Extract<Making, { make: 'deletion' }>,
): Promise<LedgerChange> => {
  const gone = rows.flatMap(({ event }) => event ?? []);
  const event = await sign(deps, buildDeletion(gone));
  const row: OutboxRow = { operation: event.id, kind: 'deletion', at: deps.now(), event, relays: {} };
  return { outbox: [{ do: 'put', row }, ...rows.map((each) => ({ do: 'drop', key: keyOf(each) }) as const)] };
};

/** What another device removed or added meanwhile stays so: only what changed here changes there. */
const joinMints = (
  mine: readonly string[],
  before: readonly string[],
  theirs: readonly string[],
): readonly string[] => {
  const removed = new Set(before.filter((url) => !mine.includes(url)));
  return [...new Set([...mine, ...theirs.filter((url) => !removed.has(url))])];
};

/** What could not be opened or read, and when: whoever signs is not asked for it again and again. */
const unread = new WeakMap<DecryptedBefore, { readonly id: string; readonly at: number }>();

/** Reads the newest wallet event. Rejects with 'copies-unread' when it cannot be opened or makes no sense: nothing may be written over it. */
const readWallet = async (deps: MakingDeps, newest: NostrEvent) => {
  const { core, before, now } = deps;
  const { id } = newest;
  const failed = unread.get(before);
  if (failed?.id !== id || now() - failed.at >= WALLET_UNREAD_AGAIN_MS)
    try {
      const plain = await open(deps, newest);
      return { plain, mints: (await core.readWalletEvent(plain)).mints };
    } catch (error) {
      if (!failedWith(error, 'event-unsigned', 'event-unreadable')) throw error;
      // where nobody signs any more nothing is known of it
      signerOf(deps);
      unread.set(before, { id, at: now() });
    }
  throw new EcashError({ code: 'copies-unread' });
};

/** What the worker and the signer wrote of a wallet stays known. */
const makeWallet = async (deps: MakingDeps, former: OutboxRow | undefined): Promise<LedgerChange> => {
  const { ledger, core, now, before } = deps;
  const [newest, old, wallet, rows] = await Promise.all([
    deps.newestWallet(),
    deps.oldWallets(),
    ledger.wallet.get(),
    ledger.mints.all(),
  ]);
  const mine = rows.filter(isOwnMint).map(({ url }) => url);
  const known = newest && (await readWallet(deps, newest));
  // what cannot be read of an old one stays where it is
  const closed = old.filter(({ content }) => content !== '');
  const opened = await Promise.all(closed.map((event) => open(deps, event).catch(() => [])));
  const more = unreplaced(old, newest).flatMap(openMints);
  const mints = joinMints(mine, former?.says?.mints ?? [], [...(known?.mints ?? []), ...more]);
  const content = await core.writeWalletEvent({
    mints,
    ...(known && { former: known.plain }),
    ...(old.length > 0 && { old: opened.flat() }),
  });
  const event = await sign(deps, {
    kind: KIND.cashuWallet,
    content: await seal(deps, content),
    created_at: Math.max(toSeconds(now()), (newest?.created_at ?? 0) + 1),
  });
  await before.keep(event.id, content);
  const says = { mints: mine, pubkey: wallet?.pubkey ?? '' };
  const row: OutboxRow = { operation: 'wallet', kind: 'wallet', at: now(), event, relays: {}, says };
  return { outbox: [{ do: 'put', row, ...(former?.event && { over: former.event.id }) }] };
};

/** The backup event is the wallet event once more: encrypted once. */
const makeBackup = async (
  deps: MakingDeps,
  { former, of }: Extract<Making, { make: 'backup' }>,
): Promise<LedgerChange> => {
  const { content, created_at } = of.event!;
  const event = await sign(deps, { kind: KIND.cashuBackup, content, created_at });
  const row: OutboxRow = { ...of, kind: 'backup', at: deps.now(), event, relays: {} };
  return { outbox: [{ do: 'put', row, ...(former?.event && { over: former.event.id }) }] };
};

/** The list of mints is signed by a key of the words, which the worker has. What else relays name for them stays named. */
const makeMints = async (deps: MakingDeps, former: OutboxRow | undefined): Promise<LedgerChange> => {
  const { ledger, core, now, namedMints } = deps;
  const [named, wallet, rows] = await Promise.all([namedMints(), ledger.wallet.get(), ledger.mints.all()]);
  const mine = rows.map(({ url }) => url);
  const mints = joinMints(mine, former?.says?.mints ?? [], named);
  const at = Math.max(toSeconds(now()), (former?.event?.created_at ?? 0) + 1);
  const event = await core.writeBackup({ mints, at });
  const says = { mints: mine, pubkey: wallet?.pubkey ?? '' };
  const row: OutboxRow = { operation: 'wallet', kind: 'mints', at: now(), event, relays: {}, says };
  return { outbox: [{ do: 'put', row, ...(former?.event && { over: former.event.id }) }] };
};

const makeQuote = async (deps: MakingDeps, row: OutboxRow): Promise<LedgerChange> => {
  const { ledger, now } = deps;
  const record = await ledger.operation(row.operation);
  if (!record?.quote) return { outbox: [{ do: 'drop', key: keyOf(row) }] };
  const { quote, mint, amount, unit } = record;
  const made = buildQuote({ quote: quote.id, mint }, toSeconds(now()));
  const { id, lockKey } = quote;
  const plain = await deps.core.writeQuoteTerms({ quote: id, amount, unit, ...(lockKey && { lockKey }) });
  const [content, terms] = [await seal(deps, made.content), await seal(deps, plain)];
  const event = await sign(deps, { kind: made.kind, content, tags: withTerms(made.tags, terms) });
  return { outbox: [{ do: 'sign', key: keyOf(row), event }] };
};

/** Nothing is left to be told of it: where it was of an operation, that is published. */
const end = async ({ ledger, now }: MakingDeps, row: OutboxRow): Promise<LedgerChange> => {
  const record = row.kind === 'history' ? await ledger.operation(row.operation) : undefined;
  return { ...(record && published(record, now())), outbox: [{ do: 'drop', key: keyOf(row) }] };
};

/**
 * What is in a token that went out: another device that has it, as it was or by the same words, counts it no more. No words lead
 * to what is locked.
 */
const givenBy = async (ledger: Ledger, { id, kind, inputs, outputs, lock }: Operation): Promise<readonly string[]> => {
  if (kind !== 'send' || lock) return [];
  if (outputs.length === 0) return inputs;
  return ysOf(await ledger.proofsOf(id)).filter((y) => !inputs.includes(y));
};

const historyContent = async ({ ledger }: MakingDeps, record: Operation, direction: 'in' | 'out', row: OutboxRow) => {
  const { amount, unit, fee, mint, memo, redeems = [] } = record;
  const [created, destroyed] = await Promise.all([eventsOf(ledger, row.made), eventsOf(ledger, row.used)]);
  // one that is replaced by now may never have come to a relay
  const standing = new Set((await ledger.outbox.all()).map(({ operation }) => operation));
  return buildHistory({
    direction,
    amount,
    unit,
    fee,
    mint,
    ...(memo !== undefined && { description: memo }),
    created: created.filter((id) => standing.has(id) && !destroyed.includes(id)),
    destroyed,
    reserved: [],
    redeemed: redeems,
    given: await givenBy(ledger, record),
    rest: [['kind', record.kind]],
  });
};

const makeHistory = async (deps: MakingDeps, row: OutboxRow): Promise<LedgerChange> => {
  if (row.at < (deps.since?.() ?? 0)) return { outbox: [{ do: 'drop', key: keyOf(row) }] };
  const record = await deps.ledger.operation(row.operation);
  const direction = record && DIRECTION[record.kind];
  const hasMoved = (row.made ?? []).length + (row.used ?? []).length > 0 || record?.kind === 'restore';
  if (!record || !direction || !hasMoved) return await end(deps, row);
  const { kind, content, tags } = await historyContent(deps, record, direction, row);
  const event = await sign(deps, { kind, content: await seal(deps, content), tags });
  return {
    outbox: [{ do: 'sign', key: keyOf(row), event }],
    noted: [{ operation: row.operation, event: event.id }],
  };
};

/** The change of the ledger that a making comes to, with the events signed. Rejects with 'event-unsigned' where the signer does not. */
export const makeEvents = async (deps: MakingDeps, making: Making): Promise<LedgerChange> => {
  switch (making.make) {
    case 'token':
      return makeToken(deps, making);
    case 'deletion':
      return makeDeletion(deps, making);
    case 'wallet':
      return makeWallet(deps, making.former);
    case 'backup':
      return makeBackup(deps, making);
    case 'mints':
      return makeMints(deps, making.former);
    case 'quote':
      return makeQuote(deps, making.row);
    case 'history':
      return makeHistory(deps, making.row);
    case 'end':
      return end(deps, making.row);
  }
};
