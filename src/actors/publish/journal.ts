import { fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import type { DraftPlace } from '#domain/publish/draft.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { isSoundEvent } from '#domain/protocol/sign.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import type { PostedDraft, PublishJob } from '#ports/publishing.ts';
import type { MiningEvents } from '#actors/pow/mine.ts';
import type { Alone } from '#actors/shell/alone.ts';
import { logFailure } from '#actors/shell/log.ts';
import type { JournalFact } from '#machines/publish/publish-desk.machine.ts';
import type {
  ClaimFact,
  ClaimInput,
  JobInput,
  PublishJobInput,
  SignerFact,
  StopInput,
} from '#machines/publish/publish.machine.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import type { PublishJobs } from '#store/publish/publish-jobs.ts';

export type JournalDeps = {
  readonly jobs: PublishJobs;
  /** of all tabs one works on a job */
  readonly alone: Alone;
  readonly registry: Pick<EventRegistry, 'add'>;
  readonly signer: CurrentSigner;
  /** tells when `signer` may give another one */
  readonly account: Pick<AccountStore, 'get' | 'subscribe'>;
  /** the events under work, shared with the miner */
  readonly mining: MiningEvents;
  /** the draft of this place is still the one that was posted */
  readonly isWritten: (draft: PostedDraft) => boolean;
  /** the statechart of the job is there, and does not stop it */
  readonly isRunning: (jobId: string) => boolean;
  /** an event was signed and goes out now, no relay has it yet */
  readonly onSigned: (event: NostrEvent) => void;
  /** a signed event is in the journal or on a relay */
  readonly onSafe: (job: PublishJob) => void;
  /** its author stopped it, and no relay took it */
  readonly onStopped: (job: PublishJob) => void;
};

/** The jobs this tab knows, by id. */
export type Board = Map<string, PublishJob>;

/** What the statechart of a job begins with. */
export const inputOf = (
  { id, pubkey, relays, targetBits = 0, event }: PublishJob,
  begun: Pick<PublishJobInput, 'isLeft'>,
): PublishJobInput => ({ jobId: id, pubkey, targetBits, signed: event !== undefined, relays, ...begun });

type Kept = { readonly board: Board; /** jobs whose signed event is in the journal */ readonly safe: Set<string> };

const write = async ({ jobs }: JournalDeps, job: PublishJob) => {
  try {
    await jobs.keep(job);
  } catch (error) {
    // what stands there without the signature would be mined and signed once more
    if (job.event) await jobs.forget(job.id).catch(() => {});
    throw error;
  }
};

/** It is seen here before any relay has it. */
const show = ({ registry, onSigned }: JournalDeps, { event, resent }: PublishJob) => {
  if (!event || resent) return;
  registry.add(event);
  onSigned(event);
};

/** Writes the job into the journal as it stands. A signed one is shown from then on, whether or not it could be kept. */
const defineKeep = (deps: JournalDeps, { board, safe }: Kept) =>
  fromPromise<void, JobInput>(async ({ input: { jobId }, signal }) => {
    const job = board.get(jobId);
    if (!job) return;
    try {
      await write(deps, job);
    } finally {
      if (!signal.aborted) show(deps, job);
    }
    if (!job.event || signal.aborted) return;
    safe.add(jobId);
    deps.onSafe(job);
  });

const jobOfDraft = ({ isRunning }: JournalDeps, { board, safe }: Kept, { owner, place }: DraftPlace, but?: string) =>
  [...board.values()].findLast(
    ({ id, draft }) => id !== but && draft?.owner === owner && draft.place === place && !safe.has(id) && isRunning(id),
  )?.id;

/** Whether an unsigned job of an earlier visit is still wanted: its text was not taken back, and no other job has it. */
const isWanted = (deps: JournalDeps, kept: Kept, { id, what, draft }: PublishJob): boolean => {
  // without a signature it was never shown as done
  if (what === 'reaction') return false;
  // by now another version may be the newest: it is made of that one when it is saved again
  if (what === 'profile') return false;
  return !draft || (deps.isWritten(draft) && jobOfDraft(deps, kept, draft, id) === undefined);
};

/** Takes a job up that another tab or an earlier visit left, as it stands in the journal by now. */
const takeUp = async (deps: JournalDeps, kept: Kept, jobId: string): Promise<ClaimFact> => {
  const { jobs, mining } = deps;
  const job = await jobs.get(jobId).catch(() => kept.board.get(jobId));
  if (!job) return { type: 'job.gone' };
  if (!job.event && !isWanted(deps, kept, job)) {
    await jobs.forget(jobId);
    return { type: 'job.gone' };
  }
  kept.board.set(jobId, job);
  mining.set(jobId, { ...job.template, pubkey: job.pubkey });
  if (!job.event) return { type: 'job.ours', signed: false };
  kept.safe.add(jobId);
  // it is shown as before the page was loaded anew, though no relay has it
  if (isSoundEvent(job.event)) show(deps, job);
  return { type: 'job.ours', signed: true };
};

/** Waits until no other tab works on the job, and keeps it from the others as long as this one does. */
const defineClaim = (deps: JournalDeps, kept: Kept) =>
  fromCallback<AnyEventObject, ClaimInput>(({ input: { jobId, isLeft }, sendBack }) => {
    const ending = new AbortController();
    const { signal } = ending;
    const over = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    const hold = async () => {
      const fact = isLeft ? await takeUp(deps, kept, jobId) : ({ type: 'job.ours', signed: false } as const);
      if (signal.aborted) return;
      sendBack(fact satisfies ClaimFact);
      await over;
    };
    const failed = (error: unknown) => {
      if (signal.aborted) return;
      logFailure('Not claimed: post', error);
      // one that was left stays in the journal for the next start
      sendBack((isLeft ? { type: 'job.gone' } : { type: 'job.ours', signed: false }) satisfies ClaimFact);
    };
    void deps.alone(`post ${jobId}`, hold, signal).catch(failed);
    return () => ending.abort();
  });

/** Tells once the author of the job can sign. */
const defineAwaitSigner = ({ signer, account }: JournalDeps, { board }: Kept) =>
  fromCallback<AnyEventObject, JobInput>(({ input: { jobId }, sendBack }) => {
    const look = () => {
      if (signer()?.pubkey === board.get(jobId)?.pubkey) sendBack({ type: 'signer.back' } satisfies SignerFact);
    };
    look();
    return account.subscribe(look);
  });

/** Tells what is in the journal at the start, and when another tab changed it. */
const defineFollow = ({ jobs, onSafe }: JournalDeps, { board, safe }: Kept) =>
  fromCallback(({ sendBack }) => {
    const tell = (fact: JournalFact) => sendBack(fact);
    const look = async () => {
      const left = await jobs.list();
      for (const job of left) {
        if (!board.has(job.id)) board.set(job.id, job);
        if (!job.event) continue;
        safe.add(job.id);
        // the page may have been gone before its draft was
        onSafe(job);
      }
      tell({ type: 'journal.has', jobs: left.map((job) => inputOf(job, { isLeft: true })) });
    };
    // who does not see what is in it may post it once more
    const lookTwice = () =>
      void look()
        .catch(look)
        .catch(() => tell({ type: 'journal.unreadable' }));
    lookTwice();
    return jobs.watch(lookTwice);
  });

/** The journal of posts as the statecharts see it: which job is whose, and what is written down of it. */
export const createJournal = (deps: JournalDeps, board: Board) => {
  const kept: Kept = { board, safe: new Set() };
  const forget = async (jobId: string) => {
    deps.mining.delete(jobId);
    await deps.jobs.forget(jobId);
  };
  return {
    jobOf: (draft: DraftPlace) => jobOfDraft(deps, kept, draft),
    follow: defineFollow(deps, kept),
    actors: {
      'claim job': defineClaim(deps, kept),
      'await signer': defineAwaitSigner(deps, kept),
      'keep job': defineKeep(deps, kept),
      'forget job': fromPromise<void, JobInput>(({ input: { jobId } }) => forget(jobId)),
      'stop job': fromPromise<void, StopInput>(({ input: { jobId, isTaken } }) => {
        const job = board.get(jobId);
        // before it is forgotten: a page that is closed in between loses no text
        if (job && !isTaken) deps.onStopped(job);
        // what stayed in the journal would go out at the next start
        return forget(jobId).catch(() => forget(jobId));
      }),
    },
  };
};

export type PostJournal = ReturnType<typeof createJournal>;
