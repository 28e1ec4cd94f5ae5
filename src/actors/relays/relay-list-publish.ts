import { fromPromise } from 'xstate';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { NOT_READY, PublishFailure, publishTargets, type PublishOutcome } from '#domain/publish/publish.ts';
import { relayListResultKey, type RelayResult } from '#domain/cache/query-keys.ts';
import { draftRelayList, restoredRelayList, writeRelaysOf } from '#domain/relays/relay-list-edit.ts';
import { journalAfterPublish, journalEdits } from '#domain/relays/relay-list-journal.ts';
import { withClientTag, type EventTemplate, type Signer } from '#domain/protocol/signer.ts';
import type { PublishInput, PublishReport } from '#machines/relays/relay-list.machine.ts';
import { listWork } from '#actors/shell/alone.ts';
import type { RelayListDeps, RelayListDesk } from './relay-list.ts';

const NO_WRITERS = 'No relays configured for publishing';
const NOBODY_ANSWERED =
  'Not published: none of the relays you write to answered, and a newer version of your list could be lost.';
const NOT_SEARCHED = 'Not published: no list of yours was found, but no indexer answered, so you may have one.';
const NO_SIGNER = 'Not published: your key is locked.';
const NO_VERSION = 'Not published: that version is no longer kept here.';

const isAccepted = ({ outcome }: PublishOutcome) => outcome === 'accepted';

const resultsOf = (outcomes: readonly PublishOutcome[]): readonly RelayResult[] =>
  outcomes.map((outcome) => ({ relay: outcome.relay, accepted: isAccepted(outcome), reason: outcome.reason }));

const requireSigner = ({ signer }: RelayListDeps, pubkey: string): Signer => {
  const current = signer();
  if (current?.pubkey !== pubkey) throw new Error(NO_SIGNER);
  return current;
};

type Found = Awaited<ReturnType<RelayListDesk['fetch']>>;

/** What is to be signed; undefined when the newest list says it already. */
const draft = async (deps: RelayListDeps, desk: RelayListDesk, { pubkey, version }: PublishInput, found: Found) => {
  const now = Math.floor(deps.now() / 1000);
  if (version !== undefined) {
    const kept = await deps.versions.of(KIND.relayList, pubkey);
    const chosen = kept.find(({ id }) => id === version);
    if (!chosen) throw new Error(NO_VERSION);
    return restoredRelayList(chosen, found.newest, now);
  }
  const result = draftRelayList({ newest: found.newest, edits: journalEdits(found.journal), ...desk.set(), now });
  if (result.outcome === 'no write relays') throw new Error(NO_WRITERS);
  return result.outcome === 'changed' ? withClientTag(result.template, deps.client()) : undefined;
};

/** Signs what is to be said anew; else the newest list is sent again, to relays that lack it. */
const sign = async (signer: Signer, template: EventTemplate | undefined, newest: NostrEvent | undefined) => {
  const event = template ? await signer.signEvent(template) : newest;
  if (!event || writeRelaysOf(event).length === 0) throw new Error(NO_WRITERS);
  return event;
};

const send = async (deps: RelayListDeps, event: NostrEvent, relays: readonly string[], signal: AbortSignal) => {
  const show = (outcomes: readonly PublishOutcome[]) =>
    deps.queryClient.setQueryData(relayListResultKey(event.pubkey), resultsOf(outcomes));
  try {
    const outcomes = await deps.requests.publish(event, relays, { signal });
    show(outcomes);
    return outcomes;
  } catch (error) {
    if (error instanceof PublishFailure) show(error.outcomes);
    throw error;
  }
};

const publish = async (
  deps: RelayListDeps,
  desk: RelayListDesk,
  input: PublishInput,
  signal: AbortSignal,
): Promise<PublishReport> => {
  const { pubkey } = input;
  const { store, registry } = deps;
  const signer = requireSigner(deps, pubkey);
  if (deps.directory().getSnapshot().status !== 'active') throw new Error(NOT_READY);
  const found = await desk.fetch(pubkey, signal);
  if (found.writers.length === 0) throw new Error(NO_WRITERS);
  if (!found.writerAnswered) throw new Error(NOBODY_ANSWERED);
  if (!found.newest && !found.indexerAnswered) throw new Error(NOT_SEARCHED);
  if (found.newest) await desk.keep(found.newest);
  const event = await sign(signer, await draft(deps, desk, input, found), found.newest);
  signal.throwIfAborted();
  // those that the list leaves keep no older version of it
  const writers = [...writeRelaysOf(event), ...writeRelaysOf(found.newest)];
  const targets = [...new Set([...writers, ...publishTargets(desk.set().entries, KIND.relayList)])];
  const outcomes = await send(deps, event, targets, signal);
  const accepted = outcomes.filter(isAccepted);
  const everywhere = writeRelaysOf(event).every((url) => accepted.some(({ relay }) => relay === url));
  const edits = journalEdits(found.journal);
  const journal = journalAfterPublish(store.journal(pubkey), edits, { everywhere, now: deps.now() });
  // an older version takes back what was changed after it
  store.setJournal(pubkey, input.version === undefined ? journal : {});
  registry.add(event);
  await desk.keep(event);
  signal.throwIfAborted();
  desk.apply(event);
  return { accepted: accepted.length, asked: outcomes.length };
};

/**
 * The slot `publish list`: the newest list of the relays with what the user changed, signed and sent to write relays and
 * indexers (RLIST-04, RLIST-05), by one tab at a time. Rejects with the line for the user.
 */
export const definePublishList = (deps: RelayListDeps, desk: RelayListDesk) =>
  fromPromise<PublishReport, PublishInput>(({ input, signal }) =>
    deps.alone(listWork(KIND.relayList, input.pubkey), () => publish(deps, desk, input, signal), signal),
  );
