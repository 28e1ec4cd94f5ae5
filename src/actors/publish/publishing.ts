import { getPow } from 'nostr-tools/nip13';
import { fromCallback, fromPromise, type ActorRefFrom, type AnyEventObject } from 'xstate';
import { Failure, problemOf, type Problem } from '#domain/problem.ts';
import { bareEvent, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { noSigner } from '#domain/session/account.ts';
import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import type { UnminedEvent } from '#domain/pow/pow-job.ts';
import { isMined } from '#domain/pow/pow-policy.ts';
import { PublishFailure } from '#domain/publish/publish-failure.ts';
import { whyNoRelay, publishTargets, targetsLeft } from '#domain/publish/publish-targets.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import type { PublishJob, Publishing } from '#ports/publishing.ts';
import { signChecked } from '#domain/protocol/sign.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { Wire } from '#actors/wire/wire.ts';
import type { publishDeskMachine } from '#machines/publish/publish-desk.machine.ts';
import type {
  JobInput,
  NetworkFact,
  publishMachine,
  SendFact,
  SendInput,
  WatchInput,
} from '#machines/publish/publish.machine.ts';
import type { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import { createJournal, inputOf, type Board, type PostJournal, type JournalDeps } from './journal.ts';

export type PublishingDeps = Omit<JournalDeps, 'isRunning'> & {
  readonly desk: () => ActorRefFrom<typeof publishDeskMachine> | undefined;
  readonly directory: () => Pick<ActorRefFrom<typeof relayDirectoryMachine>, 'getSnapshot'>;
  readonly requests: Pick<RelayRequests, 'publish'>;
  readonly wire: Pick<Wire, 'observe'>;
  /** the bits that the policy asks for now */
  readonly policyBits: () => number;
  /** a relay has it */
  readonly onTaken: (event: NostrEvent) => void;
  /** fires `online` and `offline` */
  readonly window: EventTarget & { readonly navigator: { readonly onLine: boolean } };
  /** ms since the epoch */
  readonly now: () => number;
};

const CHANGED: Problem = { code: 'profile-changed' };

/** The bits that an event says it was mined for; 0 when it was not. */
const committedBits = ({ tags }: Pick<NostrEvent, 'tags'>): number =>
  Number(tags.findLast(([name]) => name === 'nonce')?.[2] ?? 0);

/** Signs for who wrote it. */
const signed = async (draft: UnminedEvent, { signer, account }: PublishingDeps): Promise<NostrEvent> => {
  const current = signer();
  if (current?.pubkey !== draft.pubkey) throw noSigner(account.get());
  // what the signer puts into a profile would stand there from then on
  const event = await signChecked(current, draft, draft.kind === KIND.metadata ? { changed: CHANGED } : {});
  if (getPow(event.id) < committedBits(event)) throw new Failure({ code: 'work-lost' });
  return event;
};

const defineSigning = (deps: PublishingDeps, board: Board) =>
  fromPromise<void, JobInput>(async ({ input: { jobId }, signal }) => {
    const job = board.get(jobId);
    if (!job) throw new Error('There is no such post');
    const event = await signed(deps.mining.get(jobId) ?? { ...job.template, pubkey: job.pubkey }, deps);
    // it was cancelled while the signer was asked
    signal.throwIfAborted();
    board.set(jobId, { ...job, event });
  });

const answersOf = (error: unknown, relays: readonly string[]): readonly PublishOutcome[] => {
  if (error instanceof PublishFailure) return error.outcomes;
  const problem = problemOf(error, { code: 'post-failed' });
  // the page is going: what is under way goes on with the next one
  const outcome = problem.code === 'pool-destroyed' ? 'offline' : 'rejected';
  const reason = { code: problem.code === 'pool-destroyed' ? problem.code : 'delivery-failed' } as const;
  return relays.map((relay) => ({ relay, outcome, reason }));
};

/** Of the relays of a job, those that its author lets be written to by now; the set of somebody else says nothing of that. */
const relaysLeft = ({ directory, account }: PublishingDeps, job: PublishJob, relays: readonly string[]) =>
  account.get().pubkey === job.pubkey
    ? targetsLeft(relays, directory().getSnapshot().context.entries, job.template.kind)
    : relays;

const defineSend = (deps: PublishingDeps, board: Board) =>
  fromCallback<AnyEventObject, SendInput>(({ input, sendBack }) => {
    const { requests, onTaken, onSafe } = deps;
    const job = board.get(input.jobId);
    const event = job?.event;
    if (!event) throw new Error('There is no such post');
    const relays = relaysLeft(deps, job, input.relays);
    const ending = new AbortController();
    const tell = (fact: SendFact) => {
      if (!ending.signal.aborted) sendBack(fact);
    };
    const answered = new Set<string>();
    const answer = (outcome: PublishOutcome) => {
      if (answered.has(outcome.relay)) return;
      answered.add(outcome.relay);
      if (outcome.outcome === 'accepted') {
        onTaken(event);
        // where nothing could be kept on this device, a relay that has it is as good
        onSafe(job);
      }
      tell({ type: 'relay.answered', ...outcome });
    };
    tell({ type: 'send.begun', relays });
    if (relays.length === 0) return tell({ type: 'send.over' });
    void requests
      .publish(event, relays, { onAnswer: answer, signal: ending.signal })
      .catch((error: unknown) => answersOf(error, relays))
      .then((outcomes) => {
        for (const outcome of outcomes) answer(outcome);
        tell({ type: 'send.over' });
      });
    return () => ending.abort();
  });

/** Tells when the device is on no network, when it is online again, or when a relay is; of the relays that are named, also that one is by now. */
const defineWatchNetwork = ({ wire, window, directory }: PublishingDeps) =>
  fromCallback<AnyEventObject, WatchInput>(({ input: { relays }, sendBack }) => {
    const tell = (type: NetworkFact['type']) => () => sendBack({ type } satisfies NetworkFact);
    const [back, gone] = [tell('network.back'), tell('network.gone')];
    window.addEventListener('online', back);
    window.addEventListener('offline', gone);
    const leave = wire.observe((fact) => {
      if (fact.type === 'opened' && (relays?.includes(fact.relay) ?? true)) back();
    });
    if (!window.navigator.onLine) gone();
    else if (relays?.some((relay) => directory().getSnapshot().context.connections[relay] === 'connected')) back();
    return () => {
      window.removeEventListener('online', back);
      window.removeEventListener('offline', gone);
      leave();
    };
  });

type JobRef = ActorRefFrom<typeof publishMachine>;

/** What became of a job, as its statechart tells. */
const outcomeOf = (ref: JobRef | undefined, event: () => NostrEvent | undefined): Promise<NostrEvent> =>
  new Promise((resolve, reject) => {
    if (!ref) throw new Error('There is no such post');
    const look = (snapshot: ReturnType<JobRef['getSnapshot']>) => {
      const found = event();
      if ((snapshot.hasTag('sent') || snapshot.hasTag('sent in part')) && found) resolve(found);
      else if (snapshot.hasTag('failed')) reject(new Failure(snapshot.context.problem ?? { code: 'post-failed' }));
    };
    look(ref.getSnapshot());
    ref.subscribe({ next: look, complete: () => reject(new Failure({ code: 'post-cancelled' })) });
  });

/** The one way to begin a job. */
const publishingBy = (deps: PublishingDeps, board: Board, journal: Pick<PostJournal, 'jobOf'>): Publishing => {
  const { desk, directory, signer, account, mining, policyBits, now } = deps;
  const relaysFor = (kind: number) => publishTargets(directory().getSnapshot().context.entries, kind);
  const begin = (job: Omit<PublishJob, 'id' | 'addedAt'>): string => {
    const running = desk();
    if (!running || directory().getSnapshot().status !== 'active') throw new Failure({ code: 'not-ready' });
    if (job.relays.length === 0) throw new Failure(whyNoRelay(directory().getSnapshot().context.entries));
    const begun: PublishJob = { ...job, id: crypto.randomUUID(), addedAt: now() };
    board.set(begun.id, begun);
    mining.set(begun.id, { ...job.template, pubkey: job.pubkey });
    running.send({ type: 'desk.post', ...inputOf(begun, { isLeft: false }) });
    return begun.id;
  };
  return {
    post(post) {
      if (!desk()) throw new Failure({ code: 'not-ready' });
      const current = signer();
      if (!current) throw noSigner(account.get());
      refuseSecrets(post);
      const relays = post.relays ?? relaysFor(post.template.kind);
      const targetBits = post.targetBits ?? (isMined(post.what) ? policyBits() : 0);
      return begin({ ...post, pubkey: current.pubkey, relays, targetBits });
    },
    resend(event) {
      const { pubkey, kind, created_at, tags, content } = event;
      const template = { kind, created_at, tags, content };
      return begin({
        what: 'note',
        template,
        pubkey,
        relays: relaysFor(kind),
        event: bareEvent(event),
        resent: true,
      });
    },
    job: (id) => board.get(id),
    jobOf: journal.jobOf,
    outcome: (id) => outcomeOf(desk()?.getSnapshot().children[id], () => board.get(id)?.event),
  };
};

/** The slots of the desk and its jobs, and the one way to begin a job. */
export const createPublishing = (deps: PublishingDeps) => {
  const board: Board = new Map();
  const isRunning = (id: string) =>
    deps.desk()?.getSnapshot().children[id]?.getSnapshot().matches('discarding') === false;
  const journal = createJournal({ ...deps, isRunning }, board);
  return {
    publishing: publishingBy(deps, board, journal),
    actors: {
      ...journal.actors,
      sign: defineSigning(deps, board),
      send: defineSend(deps, board),
      'watch network': defineWatchNetwork(deps),
    },
    followJournal: journal.follow,
  };
};
