import { getPow } from 'nostr-tools/nip13';
import { fromCallback, fromPromise, type ActorRefFrom, type AnyEventObject } from 'xstate';
import { bareEvent, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { noSigner } from '#domain/session/account.ts';
import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import type { UnminedEvent } from '#domain/pow/pow-job.ts';
import { DESTROYED, NOT_READY, PublishFailure, publishTargets, type PublishOutcome } from '#domain/publish/publish.ts';
import type { Post, PublishJob, Publishing } from '#ports/publishing.ts';
import { isSoundEvent, signChecked } from '#domain/protocol/sign.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import type { MiningEvents } from '#actors/pow/mine.ts';
import { logFailure } from '#actors/shell/log.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { Wire } from '#actors/wire/wire.ts';
import type { publishDeskMachine } from '#machines/publish/publish-desk.machine.ts';
import type {
  JobInput,
  NetworkFact,
  publishMachine,
  PublishInput,
  SendFact,
  SendInput,
} from '#machines/publish/publish.machine.ts';
import type { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import type { PublishJobs } from '#store/publish/publish-jobs.ts';

export type PublishingDeps = {
  readonly desk: () => ActorRefFrom<typeof publishDeskMachine> | undefined;
  readonly directory: () => Pick<ActorRefFrom<typeof relayDirectoryMachine>, 'getSnapshot'>;
  readonly requests: Pick<RelayRequests, 'publish'>;
  readonly wire: Pick<Wire, 'observe'>;
  readonly registry: Pick<EventRegistry, 'add'>;
  readonly signer: CurrentSigner;
  readonly account: Pick<AccountStore, 'get'>;
  readonly jobs: PublishJobs;
  /** the events under work, shared with the miner */
  readonly mining: MiningEvents;
  /** the bits that the policy asks for now */
  readonly policyBits: () => number;
  /** an event was signed, no relay has it yet */
  readonly onSigned: (event: NostrEvent) => void;
  /** a relay has it */
  readonly onTaken: (event: NostrEvent) => void;
  /** a signed event is safe on this device */
  readonly onKept: (jobId: string) => void;
  /** fires `online` */
  readonly window: EventTarget;
  /** ms since the epoch */
  readonly now: () => number;
};

const NO_RELAYS = 'No relays configured';
const CHANGED = 'The signer changed the profile';

/** Posts that proof of work is done for by themselves: what many people see. */
const MINED: readonly Post['what'][] = ['note', 'reply', 'quote', 'repost', 'reaction'];

const inputOf = ({ id, pubkey, relays, targetBits = 0, event, addedAt }: PublishJob): PublishInput => ({
  jobId: id,
  pubkey,
  targetBits,
  signed: event !== undefined,
  relays,
  startTime: addedAt,
});

/** The bits that an event says it was mined for; 0 when it was not. */
const committedBits = ({ tags }: Pick<NostrEvent, 'tags'>): number =>
  Number(tags.findLast(([name]) => name === 'nonce')?.[2] ?? 0);

/** Signs for who wrote it. */
const signed = async (draft: UnminedEvent, { signer, account }: PublishingDeps): Promise<NostrEvent> => {
  const current = signer();
  if (current?.pubkey !== draft.pubkey) throw noSigner(account.get());
  // what the signer puts into a profile would stand there from then on
  const event = await signChecked(current, draft, draft.kind === KIND.metadata ? { changed: CHANGED } : {});
  if (getPow(event.id) < committedBits(event)) throw new Error('The work is lost: the event was changed');
  return event;
};

type Board = Map<string, PublishJob>;

const defineSigning = (deps: PublishingDeps, board: Board) =>
  fromPromise<void, JobInput>(async ({ input: { jobId } }) => {
    const { mining, registry, onSigned } = deps;
    const job = board.get(jobId);
    if (!job) throw new Error('There is no such post');
    const event = await signed(mining.get(jobId) ?? { ...job.template, pubkey: job.pubkey }, deps);
    registry.add(event);
    board.set(jobId, { ...job, event });
    onSigned(event);
  });

const answersOf = (error: unknown, relays: readonly string[]): readonly PublishOutcome[] => {
  if (error instanceof PublishFailure) return error.outcomes;
  const reason = error instanceof Error ? error.message : 'Publish failed';
  // the page is going: what is under way goes on with the next one
  const outcome = reason === DESTROYED ? 'offline' : 'rejected';
  return relays.map((relay) => ({ relay, outcome, reason }));
};

const defineSend = ({ requests, onTaken }: PublishingDeps, board: Board) =>
  fromCallback<AnyEventObject, SendInput>(({ input: { jobId, relays }, sendBack }) => {
    const event = board.get(jobId)?.event;
    if (!event) throw new Error('There is no such post');
    const ending = new AbortController();
    const tell = (fact: SendFact) => {
      if (!ending.signal.aborted) sendBack(fact);
    };
    const answered = new Set<string>();
    const answer = (outcome: PublishOutcome) => {
      if (answered.has(outcome.relay)) return;
      answered.add(outcome.relay);
      if (outcome.outcome === 'accepted') onTaken(event);
      tell({ type: 'relay.answered', ...outcome });
    };
    void requests
      .publish(event, relays, { onAnswer: answer, signal: ending.signal })
      .catch((error: unknown) => answersOf(error, relays))
      .then((outcomes) => {
        for (const outcome of outcomes) answer(outcome);
        tell({ type: 'send.over' });
      });
    return () => ending.abort();
  });

/** Tells when the device is online again, or a relay is. */
const defineWatchNetwork = ({ wire, window }: PublishingDeps) =>
  fromCallback(({ sendBack }) => {
    const tell = () => sendBack({ type: 'network.back' } satisfies NetworkFact);
    window.addEventListener('online', tell);
    const leave = wire.observe((fact) => {
      if (fact.type === 'opened') tell();
    });
    return () => {
      window.removeEventListener('online', tell);
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
      else if (snapshot.hasTag('failed')) reject(new Error(snapshot.context.problem));
    };
    look(ref.getSnapshot());
    ref.subscribe({ next: look, complete: () => reject(new Error('Cancelled')) });
  });

/** The one way to begin a job. */
const createDesk = (deps: PublishingDeps, board: Board): Publishing => {
  const { desk, directory, signer, account, jobs, mining, policyBits, now } = deps;
  const relaysFor = (kind: number) => publishTargets(directory().getSnapshot().context.entries, kind);
  const begin = (job: Omit<PublishJob, 'id' | 'addedAt'>): PublishJob => {
    const running = desk();
    if (!running || directory().getSnapshot().status !== 'active') throw new Error(NOT_READY);
    if (job.relays.length === 0) throw new Error(NO_RELAYS);
    const begun: PublishJob = { ...job, id: crypto.randomUUID(), addedAt: now() };
    board.set(begun.id, begun);
    mining.set(begun.id, { ...job.template, pubkey: job.pubkey });
    running.send({ type: 'desk.post', ...inputOf(begun) });
    return begun;
  };
  return {
    post(post) {
      if (!desk()) throw new Error(NOT_READY);
      const current = signer();
      if (!current) throw noSigner(account.get());
      refuseSecrets(post.template);
      const relays = post.relays ?? relaysFor(post.template.kind);
      const targetBits = post.targetBits ?? (MINED.includes(post.what) ? policyBits() : 0);
      return begin({ ...post, pubkey: current.pubkey, relays, targetBits }).id;
    },
    resend(event) {
      const { pubkey, kind, created_at, tags, content } = event;
      const template = { kind, created_at, tags, content };
      const job = begin({
        what: 'note',
        template,
        pubkey,
        relays: relaysFor(kind),
        event: bareEvent(event),
        resent: true,
      });
      // a closed tab does not stop it; where nothing can be kept, it goes out as long as the tab is open
      void jobs.keep(job).catch((error: unknown) => logFailure('Not kept: post', error));
      return job.id;
    },
    job: (id) => board.get(id),
    outcome: (id) => outcomeOf(desk()?.getSnapshot().children[id] as JobRef | undefined, () => board.get(id)?.event),
  };
};

/** The slots of the desk and its jobs, and the one way to begin a job. */
export const createPublishing = (deps: PublishingDeps) => {
  const { jobs, mining } = deps;
  const board: Board = new Map();
  const forget = async (id: string) => {
    mining.delete(id);
    await jobs.forget(id);
  };
  return {
    publishing: createDesk(deps, board),
    actors: {
      sign: defineSigning(deps, board),
      'keep job': fromPromise<void, JobInput>(async ({ input: { jobId } }) => {
        const job = board.get(jobId);
        if (job) await jobs.keep(job);
        deps.onKept(jobId);
      }),
      'forget job': fromPromise<void, JobInput>(({ input: { jobId } }) => forget(jobId)),
      send: defineSend(deps, board),
      'watch network': defineWatchNetwork(deps),
    },
    loadJobs: fromPromise<readonly PublishInput[]>(async () => {
      const left = await jobs.list();
      for (const job of left) {
        board.set(job.id, job);
        mining.set(job.id, { ...job.template, pubkey: job.pubkey });
        // it is shown as before the page was loaded anew, though no relay has it
        if (!job.event || job.resent || !isSoundEvent(job.event)) continue;
        deps.registry.add(job.event);
        deps.onSigned(job.event);
      }
      return left.map(inputOf);
    }),
  };
};
