import { lockPubkey } from '#domain/ecash/proofs/pubkey.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { fullId } from '#domain/ecash/mints/keyset.ts';
import * as changes from '#domain/ecash/ledger/ledger-change.ts';
import { isOvertaken } from '#domain/ecash/ledger-problem.ts';
import { composeNutzap } from '#domain/ecash/nutzaps/nutzap.ts';
import { isOut, type Delivery, type Operation } from '#domain/ecash/ledger/operation.ts';
import { DEFAULT_UNIT, readBareToken } from '#domain/ecash/tokens/read-token.ts';
import { denominationsOf, splitToSend } from '#domain/ecash/proofs/split.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { signChecked } from '#domain/protocol/sign.ts';
import type { Signer } from '#domain/protocol/signer.ts';
import { toSeconds } from '#domain/units.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';
import type { Ledger } from '#store/ledger/ledger.ts';
import { askInvoice, beginSend, draftLocked, partsWithFee } from './begin.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { newDeposit } from '#actors/ecash/new-operation.ts';
import { freshKeyset } from '#actors/ecash/outputs.ts';

/** What is given to one person, and how they take it. */
export type NutzapGift = {
  readonly recipient: string;
  /** the key they named */
  readonly pubkey: string;
  /** normalised */
  readonly mint: string;
  readonly amount: number;
  readonly delivery: Omit<Delivery, 'event' | 'deliveredAt'>;
};

/** The operations that fulfil a wish; those that did not happen, and will not, do not count. */
const fulfilling = (all: readonly Operation[], wish: string): Operation | undefined =>
  all.find(({ delivery, phase, unwanted }) => delivery?.wish === wish && phase !== 'fenced' && !unwanted);

/** Writes down that the invoice for a wish is paid by nobody any more; gives its operation, if it is still waited for. */
export const giveUpInvoice = async ({ ledger, now }: Pick<EcashDeps, 'ledger' | 'now'>, wish: string) => {
  for (;;) {
    const record = fulfilling(await ledger.operations(), wish);
    if (record?.kind !== 'deposit') return undefined;
    try {
      await ledger.change(changes.giveUp(record, now()));
      return record.id;
    } catch (error) {
      if (!isOvertaken(error)) throw error;
    }
  }
};

/**
 * Writes down that a token, locked to somebody, leaves as a nutzap; gives the operation. The same wish is written down once,
 * however often it is asked for. Rejects with 'funds-send' when there is not enough.
 */
export const beginNutzap = async (deps: EcashDeps, gift: NutzapGift): Promise<string> => {
  const { pubkey, mint, amount, delivery } = gift;
  const known = fulfilling(await deps.ledger.operations('all'), delivery.wish);
  if (known) return known.id;
  return await beginSend(deps, { mint, unit: DEFAULT_UNIT, amount, lock: lockTo(pubkey), ...named(gift) });
};

/** Whatever sign their key begins with, what is locked is locked to this one (NIP-61). */
const lockTo = (pubkey: string) => ({ pubkey: `02${lockPubkey(pubkey).slice(2)}` });

const named = ({ recipient, delivery }: Pick<NutzapGift, 'recipient' | 'delivery'>) => ({
  person: recipient,
  delivery,
  ...(delivery.comment !== '' && { memo: delivery.comment }),
});

const fail = (code: 'ecash-no-quote' | 'nutzap-no-word' | 'nutzap-not-taken' | 'nutzap-no-common-mint'): never => {
  throw new EcashError({ code });
};

/** What is to be minted, so that this much can be given of it. Rejects with 'mint-too-much' when one event could not bring it. */
export const priceOfNutzap = async (deps: EcashDeps, mint: string, amount: number): Promise<number> => {
  const keyset = freshKeyset(deps, await deps.mintFacts(mint), DEFAULT_UNIT);
  splitToSend(amount, denominationsOf(keyset.keys), true);
  return partsWithFee(amount, keyset).reduce((sum, part) => sum + part, 0);
};

/**
 * Writes down an invoice of the mint, whose ecash is given on as soon as it is paid; gives the operation. The same wish is written
 * down once. Rejects with 'ecash-no-quote' when the mint gives none (NWC-26), with
 * 'mint-too-much' when one event could not bring it.
 */
export const beginNutzapByInvoice = async (deps: EcashDeps, gift: Omit<NutzapGift, 'pubkey'>): Promise<string> => {
  const { mint, amount, delivery } = gift;
  const known = fulfilling(await deps.ledger.operations('all'), delivery.wish);
  if (known) return known.id;
  const wish = { mint, unit: DEFAULT_UNIT, amount: await priceOfNutzap(deps, mint, amount) };
  const told = await askInvoice(deps, wish).catch(() => fail('ecash-no-quote'));
  const record = { ...newDeposit(deps, mint, told), gives: amount, ...named(gift) };
  await deps.ledger.change(changes.journal(record));
  return record.id;
};

/**
 * The token that is given of a deposit that came, for the key that its recipient names now: another one would not open it. Rejects
 * when they take none of this mint any more, or nobody says how.
 */
export const draftGift = async (deps: EcashDeps, record: Operation): Promise<Operation> => {
  const { mint, unit, gives = 0, person = '', delivery, memo } = record;
  const { takes = () => fail('nutzap-no-word') } = deps;
  const info = (await takes(person).catch(() => fail('nutzap-no-word'))) ?? fail('nutzap-not-taken');
  const { listed } = info.mints.find(({ url }) => url === mint) ?? fail('nutzap-no-common-mint');
  const token = await draftLocked(deps, {
    mint,
    unit,
    amount: gives,
    lock: lockTo(info.pubkey),
    person,
    ...(delivery && { delivery: { ...delivery, mint: listed } }),
    ...(memo !== undefined && { memo }),
  });
  return { ...token, byItself: true };
};

type DeliveryDeps = {
  readonly ledger: Ledger;
  readonly core: Pick<EcashCore, 'writeToken'>;
  /** Who signs; rejects while nobody can. */
  readonly signer: (delivery: Delivery) => Signer;
  readonly client: () => string | undefined;
  /** Settles once a relay took it; rejects when none did. */
  readonly publish: (event: NostrEvent, relays: readonly string[]) => Promise<void>;
  readonly now: () => number;
};

type Given = Operation & { readonly delivery: Delivery };

const isGiven = (record: Operation | undefined): record is Given => record?.delivery !== undefined;

/** Whether it is made, and no relay said yet that it took what gives it. */
export const isUndelivered = (record: Operation): record is Given =>
  isOut(record) && isGiven(record) && record.delivery.deliveredAt === undefined;

const signedOf = async (deps: DeliveryDeps, record: Given): Promise<NostrEvent> => {
  const { ledger, core, signer, client, now } = deps;
  const rows = (await ledger.proofsOf(record.id)).filter(({ state }) => state === 'out');
  const ids = [...new Set(rows.map(({ keyset }) => keyset))];
  const bare = readBareToken(await core.writeToken({ proofs: rows })).proofs;
  const proofs = bare.map((proof) => ({ ...proof, id: fullId(proof.id, ids) }));
  // nobody who counts it, and no recipient, takes what is not proven
  if (proofs.length === 0 || proofs.some(({ dleq }) => !dleq)) throw new EcashError({ code: 'token-dleq' });
  const { mint, note, comment, anonymous } = record.delivery;
  const draft = { recipient: record.person ?? '', mint, proofs, note, comment, anonymous };
  const template = composeNutzap(draft, { now: toSeconds(now()), client: client() });
  return await signChecked(signer(record.delivery), template, { changed: { code: 'zap-unsigned' } });
};

/** Writes down what became of a delivery; when something else was quicker, what stands there is looked at again. */
const note = async (
  { ledger, now }: DeliveryDeps,
  id: string,
  next: Pick<Delivery, 'event' | 'deliveredAt'>,
): Promise<Given | undefined> => {
  for (;;) {
    const record = await ledger.operation(id);
    if (!isGiven(record) || (next.event && record.delivery.event)) return isGiven(record) ? record : undefined;
    try {
      await ledger.change(changes.delivering(record, now(), next));
    } catch (error) {
      if (!isOvertaken(error)) throw error;
    }
  }
};

/**
 * Signs what gives a locked token, once, keeps that, and brings it to where its recipient looks. Rejects when nobody can sign, or
 * no relay takes it: it is to be tried again; the token stays written down.
 */
export const deliverNutzap = async (deps: DeliveryDeps, id: string): Promise<void> => {
  const record = await deps.ledger.operation(id);
  if (!record || !isUndelivered(record)) return;
  const kept = record.delivery.event ? record : await note(deps, id, { event: await signedOf(deps, record) });
  const event = kept?.delivery.event;
  if (!event) return;
  await deps.publish(event, record.delivery.relays);
  await noteDelivered(deps, id);
};

const noteDelivered = async ({ ledger, now }: DeliveryDeps, id: string): Promise<void> => {
  for (;;) {
    const record = await ledger.operation(id);
    if (!isGiven(record) || record.delivery.deliveredAt !== undefined) return;
    try {
      return await ledger.change(changes.delivering(record, now(), { deliveredAt: now() }));
    } catch (error) {
      if (!isOvertaken(error)) throw error;
    }
  }
};
