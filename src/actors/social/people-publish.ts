import { fromPromise } from 'xstate';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { SecretInside } from '#domain/session/leaked-secret.ts';
import { journalAfterFailure, journalBeforeSend, journalEdits, type Sending } from '#domain/social/people-journal.ts';
import {
  editedSecret,
  editedTags,
  failureText,
  kindOfList,
  listTime,
  openEdits,
  restoredPeopleList,
} from '#domain/social/people-list.ts';
import { NOT_READY, publishTargets, type PublishOutcome } from '#domain/publish/publish.ts';
import { saysTheSame, withClientTag, type EventTemplate, type Signer } from '#domain/protocol/signer.ts';
import type { PublishPeopleInput, PublishPeopleReport } from '#machines/social/people-list.ts';
import { listWork } from '#actors/shell/alone.ts';
import { checkRead, Refusal } from './own-versions.ts';
import type { PeopleDeps, PeopleDesk, ReadList } from './people-list.ts';

const NOT_SIGNED_IN = 'Failed to sign in';
const NO_RELAYS = 'No relays configured';
const WORDS = {
  nobodyAnswered:
    'Not changed: none of the relays you write to answered, and a newer version of your list could be lost.',
  mayExist: 'Not changed: no list of yours was found, but not enough of your relays answered, so you may have one.',
};
const UNREADABLE = 'Not changed: the encrypted part of your list could not be read.';
const NO_VERSION = 'Not changed: that version is no longer kept here.';

const signerOf = ({ signer }: PeopleDeps, pubkey: string): Signer => {
  const current = signer();
  if (current?.pubkey !== pubkey) throw new Refusal(NOT_SIGNED_IN);
  return current;
};

const requireReady = ({ directory }: PeopleDeps) => {
  if (directory().getSnapshot().status !== 'active') throw new Refusal(NOT_READY);
};

const isAccepted = ({ outcome }: PublishOutcome) => outcome === 'accepted';

const openTemplate = async (
  deps: PeopleDeps,
  desk: PeopleDesk,
  { pubkey, version, edits }: PublishPeopleInput,
  read: ReadList,
): Promise<EventTemplate | undefined> => {
  if (version === undefined) return desk.draft(read);
  const kept = await deps.versions.of(kindOfList(deps.list), pubkey);
  const chosen = kept.find(({ id }) => id === version);
  if (!chosen) throw new Refusal(NO_VERSION);
  const restored = restoredPeopleList(chosen, read.newest, Math.floor(deps.now() / 1000));
  return { ...restored, tags: editedTags(restored.tags, openEdits(edits)) };
};

/** What becomes of the encrypted part; undefined when the edits are not about it. It is never written unread. */
const editSecret = async (
  { list, secret }: PeopleDeps,
  { pubkey, edits }: PublishPeopleInput,
  content: string,
): Promise<string | undefined> => {
  if (list === 'follows') return undefined;
  const isHiding = edits.some(({ hidden }) => hidden);
  const before = isHiding ? await secret.readAnyway(pubkey, content) : secret.known(content);
  if (!before && isHiding) throw new Refusal(UNREADABLE);
  const after = editedSecret(before ?? [], edits);
  if (!before || after === before || JSON.stringify(after) === JSON.stringify(before)) return undefined;
  return after.length > 0 ? secret.write(pubkey, after) : '';
};

const templateOf = async (
  deps: PeopleDeps,
  desk: PeopleDesk,
  input: PublishPeopleInput,
  read: ReadList,
): Promise<EventTemplate | undefined> => {
  const open = await openTemplate(deps, desk, input, read);
  const { newest } = read;
  const content = await editSecret(deps, input, open?.content ?? newest?.content ?? '');
  if (content === undefined) return open;
  const next = open ?? {
    kind: kindOfList(deps.list),
    tags: newest?.tags ?? [],
    created_at: listTime(newest, Math.floor(deps.now() / 1000)),
  };
  return withClientTag({ ...next, content }, deps.client());
};

/** Signs, and makes sure that nothing got lost on the way through the signer. */
const sign = async (signer: Signer, template: EventTemplate): Promise<NostrEvent> => {
  const event = await signer.signEvent(template);
  if (event.pubkey !== signer.pubkey || !saysTheSame(event, template)) throw new Error('The signer changed the list');
  return event;
};

/** Sends to those that were read: who did not answer may have a newer list, which must not be overwritten. */
const send = async (deps: PeopleDeps, event: NostrEvent, read: ReadList, signal: AbortSignal) => {
  const { list, journals, requests, registry } = deps;
  const { pubkey, id, created_at: at } = event;
  const { newest, told } = read;
  requireReady(deps);
  const targets = publishTargets(deps.directory().getSnapshot().context.entries, event.kind);
  const before = journals.get(list, pubkey);
  const sending: Sending = { id, at, baseId: newest?.id ?? '', baseAt: newest?.created_at ?? 0 };
  journals.set(list, pubkey, journalBeforeSend(before, journalEdits(read.journal), sending));
  const relays = targets.filter((relay) => told.has(relay));
  try {
    const outcomes = await requests.publish(event, relays, { signal });
    registry.add(event);
    const accepted = outcomes.filter(isAccepted);
    for (const { relay } of accepted) registry.sawOn(id, relay);
    return { accepted: accepted.length, asked: outcomes.length };
  } catch (error) {
    // given up in the middle: a relay may have it
    if (!signal.aborted) journals.set(list, pubkey, journalAfterFailure(journals.get(list, pubkey), sending, before));
    throw error;
  }
};

const publish = async (deps: PeopleDeps, desk: PeopleDesk, input: PublishPeopleInput, signal: AbortSignal) => {
  const signer = signerOf(deps, input.pubkey);
  requireReady(deps);
  const targets = publishTargets(deps.directory().getSnapshot().context.entries, kindOfList(deps.list));
  if (targets.length === 0) throw new Refusal(NO_RELAYS);
  const read = await desk.read(input.pubkey, signal);
  checkRead(read, WORDS);
  if (read.newest) desk.adopt(read.newest);
  if (read.newest) await desk.keep(input.pubkey, [read.newest]);
  const template = await templateOf(deps, desk, input, read);
  if (!template) {
    desk.drop(input.pubkey, input.edits);
    return { accepted: 0, asked: 0 };
  }
  const event = await sign(signer, template);
  signal.throwIfAborted();
  const report = await send(deps, event, read, signal);
  if (input.version !== undefined) desk.forgetChanges(input.pubkey, input.edits);
  desk.unpend(input.edits);
  desk.adopt(event);
  await desk.keep(input.pubkey, [...read.found, event]);
  return report;
};

/**
 * The slot `publish list`: the newest list of the relays with what the user changed, signed and sent (FOLLOW-01, FOLLOW-02,
 * PUB-15), by one tab at a time. Rejects with the line for the user.
 */
export const definePublishPeople = (deps: PeopleDeps, desk: PeopleDesk) =>
  fromPromise<PublishPeopleReport, PublishPeopleInput>(async ({ input, signal }) => {
    try {
      const work = listWork(kindOfList(deps.list), input.pubkey);
      return await deps.alone(work, () => publish(deps, desk, input, signal), signal);
    } catch (error) {
      if (error instanceof Refusal || error instanceof SecretInside) throw error;
      throw new Error(failureText(deps.list, input.edits.at(-1)?.wanted ?? true), { cause: error });
    }
  });
