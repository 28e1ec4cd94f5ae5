import { fromPromise } from 'xstate';
import { Failure, problemOf, type Problem } from '#domain/problem.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { SecretInside } from '#domain/session/leaked-secret.ts';
import { signChecked } from '#domain/protocol/sign.ts';
import type { EventTemplate, Signer } from '#domain/protocol/signer.ts';
import { PublishFailure } from '#domain/publish/publish-failure.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import {
  isEverywhere,
  journalAfterFailure,
  journalAfterRestore,
  journalAfterSend,
  journalBeforeSend,
  journalEdits,
  type Sending,
} from '#domain/replaceable/journal.ts';
import { Refusal, restoredVersion, Unread } from '#domain/replaceable/versions.ts';
import type { PublishReport } from '#machines/replaceable/replaceable.ts';
import type { Order, Read, Replaceable } from './kernel.ts';

const signerOf = <Edit>({ deps, policy }: Replaceable<Edit>, pubkey: string): Signer => {
  const current = deps.signer();
  if (current?.pubkey !== pubkey) throw new Refusal(policy.problems.locked);
  return current;
};

const requireReady = <Edit>({ deps }: Replaceable<Edit>) => {
  if (deps.directory().getSnapshot().status !== 'active') throw new Refusal({ code: 'not-ready' });
};

const restoredOf = async <Edit>(own: Replaceable<Edit>, { pubkey, version }: Order<Edit>, read: Read<Edit>) => {
  if (version === undefined) return undefined;
  const chosen = (await own.deps.versions.of(own.kind, pubkey)).find(({ id }) => id === version);
  if (!chosen) throw new Refusal(own.policy.problems.notKept);
  return restoredVersion(chosen, read.newest, own.now());
};

/** The next version, made of the newest one; refuses what was not, or only half, read. It is to be sent in the same turn. */
export const nextVersion = async <Edit>(
  own: Replaceable<Edit>,
  order: Order<Edit>,
  signal?: AbortSignal,
): Promise<{ readonly read: Read<Edit>; readonly template: EventTemplate | undefined }> => {
  const { policy } = own;
  policy.begin?.();
  const read = await own.read(order.pubkey, signal);
  policy.check(read, order.pubkey);
  if (read.newest) own.adopt(read.newest);
  if (read.newest) await own.keep(order.pubkey, [read.newest]);
  return { read, template: await policy.next(order, read, await restoredOf(own, order, read)) };
};

const isAccepted = ({ outcome }: PublishOutcome) => outcome === 'accepted';

const deliver = async <Edit>(
  { deps, policy }: Replaceable<Edit>,
  event: NostrEvent,
  relays: readonly string[],
  signal: AbortSignal,
): Promise<readonly PublishOutcome[]> => {
  const { requests, registry } = deps;
  try {
    const outcomes = await requests.publish(event, relays, { signal });
    registry.add(event);
    for (const { relay } of outcomes.filter(isAccepted)) registry.sawOn(event.id, relay);
    policy.answered?.(event.pubkey, outcomes);
    return outcomes;
  } catch (error) {
    if (error instanceof PublishFailure) policy.answered?.(event.pubkey, error.outcomes);
    throw error;
  }
};

/** Sends, and writes into the journal what became of its edits. */
const send = async <Edit>(
  own: Replaceable<Edit>,
  event: NostrEvent,
  read: Read<Edit>,
  relays: readonly string[],
  signal: AbortSignal,
) => {
  const { pubkey, id, created_at: at } = event;
  const { journal: journaled } = own.policy;
  const edits = journalEdits(read.journal);
  if (journaled?.marked !== 'before sending') {
    const outcomes = await deliver(own, event, relays, signal);
    const accepted = outcomes.filter(isAccepted).map(({ relay }) => relay);
    const keepers = journaled?.keepers({ ...read, newest: event }) ?? [];
    const everywhere = isEverywhere(keepers, (relay) => accepted.includes(relay));
    own.change(pubkey, (known, rules) => journalAfterSend(rules, known, edits, { everywhere, now: own.now() }));
    return outcomes;
  }
  const before = own.journalOf(pubkey);
  const sending: Sending = { id, at, baseId: read.newest?.id ?? '', baseAt: read.newest?.created_at ?? 0 };
  own.change(pubkey, (known, rules) => journalBeforeSend(rules, known, edits, sending));
  try {
    return await deliver(own, event, relays, signal);
  } catch (error) {
    // given up in the middle: a relay may have it
    if (!signal.aborted) own.change(pubkey, (known) => journalAfterFailure(known, sending, before));
    throw error;
  }
};

/** As `nextVersion`; undefined where relays do not tell the newest one, and what is known here says all of the order. */
const nextOrSaid = async <Edit>(own: Replaceable<Edit>, order: Order<Edit>, signal: AbortSignal) => {
  try {
    return await nextVersion(own, order, signal);
  } catch (error) {
    if (signal.aborted || !(await own.policy.isSaid?.(order))) throw error;
    return undefined;
  }
};

const publish = async <Edit>(
  own: Replaceable<Edit>,
  order: Order<Edit>,
  signal: AbortSignal,
): Promise<PublishReport> => {
  const { policy, deps } = own;
  const signer = signerOf(own, order.pubkey);
  requireReady(own);
  const next = await nextOrSaid(own, order, signal);
  const again = policy.resends ? next?.read.newest : undefined;
  const said = next?.template ?? again;
  if (!next || !said) {
    policy.done(order, undefined);
    return { accepted: 0, asked: 0 };
  }
  const { read } = next;
  const relays = policy.targets(said, read);
  const { isSound } = deps;
  const { changed } = policy.problems;
  const event = again && said === again ? again : await signChecked(signer, said, { changed, isSound });
  signal.throwIfAborted();
  requireReady(own);
  const outcomes = await send(own, event, read, relays, signal);
  if (order.version !== undefined)
    own.change(order.pubkey, (known, rules) => journalAfterRestore(rules, known, order.edits));
  if (!signal.aborted) policy.done(order, event);
  own.adopt(event);
  await own.keep(order.pubkey, policy.merges ? [...read.found, event] : [event]);
  return { accepted: outcomes.filter(isAccepted).length, asked: outcomes.length };
};

const NEVER = new AbortController().signal;

/** Does the work while no other tab of the browser writes the same. */
export const inTurn = <Edit, Result>(
  { deps, kind }: Replaceable<Edit>,
  pubkey: string,
  work: () => Promise<Result>,
  signal: AbortSignal = NEVER,
): Promise<Result> => deps.alone(`list ${kind} ${pubkey}`, work, signal);

/** Publishes the newest version with what the user changed, by one tab of the browser at a time. */
export const publishOrder = <Edit>(own: Replaceable<Edit>, order: Order<Edit>, signal: AbortSignal = NEVER) =>
  inTurn(own, order.pubkey, () => publish(own, order, signal), signal);

/** Whether sockets that are closed can have been the reason; who was asked to sign refuses for another one. */
const isOfNetwork = (error: unknown): boolean =>
  error instanceof PublishFailure ||
  error instanceof Unread ||
  ['pool-destroyed', 'not-ready'].includes(problemOf(error).code);

/** Whether a failure comes of the end of the page, or of what is about to be one: some browsers close its sockets first. */
const watchLeft = <Edit>({ deps }: Replaceable<Edit>, page: EventTarget | undefined, signal: AbortSignal) => {
  let isLeft = false;
  // only now: a page that always listens is not kept by some browsers when it is left
  page?.addEventListener('beforeunload', () => (isLeft = true), { signal });
  // a link to another app fires `beforeunload`, too, and the page goes on
  return (error: unknown) => deps.directory().getSnapshot().status === 'done' || (isLeft && isOfNetwork(error));
};

type Telling<Edit> = {
  /** what the user is told of a failure; left out: what it says itself */
  readonly failure?: (order: Order<Edit>, error: unknown) => Problem;
  /** fires `beforeunload` */
  readonly page?: EventTarget | undefined;
};

/** The same as a slot. Rejects with what the user is told, and with 'pool-destroyed' where it only ended with the page. */
export const definePublish = <Edit>(own: Replaceable<Edit>, { failure, page }: Telling<Edit> = {}) =>
  fromPromise<PublishReport, Order<Edit>>(async ({ input: order, signal }) => {
    const over = new AbortController();
    const isByLeaving = watchLeft(own, page, over.signal);
    try {
      return await publishOrder(own, order, signal);
    } catch (error) {
      if (isByLeaving(error)) throw new Failure({ code: 'pool-destroyed' }, { cause: error });
      if (!failure || error instanceof SecretInside) throw error;
      throw new Failure(failure(order, error), { cause: error });
    } finally {
      over.abort();
    }
  });
