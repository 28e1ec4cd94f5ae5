import { fromCallback, type ActorRefFrom, type AnyEventObject } from 'xstate';
import { problemOf } from '#domain/problem.ts';
import { compose, obstacleOf, type Subject } from '#domain/publish/composing.ts';
import { isEmptyDraft, VISITOR } from '#domain/publish/draft.ts';
import { noteTargets } from '#domain/publish/publish-targets.ts';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import { withShared } from '#domain/shell/shared-text.ts';
import type { RunningAreas } from '#machines/areas.ts';
import type {
  ComposerPlace,
  DraftFact,
  FollowJobInput,
  GateFact,
  JobFact,
  MakeFact,
  MakeInput,
  SharedFact,
} from '#machines/publish/composer.machine.ts';
import type { publishMachine } from '#machines/publish/publish.machine.ts';
import type { Post } from '#ports/publishing.ts';
import type { Composing, ProfileWish, Writing } from '#ports/writing.ts';
import { followChild } from '#actors/shell/follow-child.ts';
import type { AccountStore } from '#store/session/account.ts';
import { createDraftsInHand, type DraftsInHand } from '#store/publish/drafts.ts';

type Deps = Pick<RunningAreas, 'find' | 'follow'> & {
  readonly writing: Pick<
    Writing,
    'drafts' | 'shared' | 'profile' | 'stamp' | 'target' | 'post' | 'jobOf' | 'onReturned'
  >;
  readonly account: Pick<AccountStore, 'get' | 'subscribe'>;
};

/** What an open composer is about. */
type About = { readonly subject: Subject; readonly sizes: Map<string, string>; readonly wish?: ProfileWish };

type Held = { readonly drafts: DraftsInHand; readonly about: Map<string, About> };

type JobRef = ActorRefFrom<typeof publishMachine>;
type JobSnapshot = ReturnType<JobRef['getSnapshot']>;

const ownerOf = ({ account }: Deps): string => account.get().pubkey ?? VISITOR;

/** The job that the draft of a composer became, here or in another tab. */
const jobIn = ({ writing }: Deps, { drafts }: Held, composer: string): string | undefined => {
  const home = drafts.home(composer);
  return home && writing.jobOf(home);
};

/** Tells how the draft stands, and of a post that was made of it and is not safe yet. */
const defineFollowDraft = (deps: Deps, held: Held) =>
  fromCallback<AnyEventObject, ComposerPlace>(({ input: { composer }, sendBack }) => {
    const { writing, account, follow } = deps;
    const { drafts, about } = held;
    let entries: readonly RelayEntry[] = [];
    const targets = () => noteTargets(undefined, entries);
    const tell = (type: 'draft.is' | 'draft.edited') => {
      const draft = drafts.get(composer);
      const what = about.get(composer)?.subject.what ?? 'note';
      const obstacle = drafts.isGone(composer) ? 'gone elsewhere' : obstacleOf(what, draft, entries);
      sendBack({ type, isBegun: !isEmptyDraft(draft), obstacle } satisfies DraftFact);
    };
    const findJob = () => {
      const jobId = jobIn(deps, held, composer);
      if (jobId !== undefined) sendBack({ type: 'draft.posted', jobId } satisfies DraftFact);
    };
    const leaveDirectory = follow('relay-directory', ({ context }) => {
      const before = targets().join(' ');
      entries = context.entries;
      if (targets().join(' ') !== before) tell('draft.is');
    });
    const leaveAccount = account.subscribe(() => sendBack({ type: 'account.changed' } satisfies DraftFact));
    const leaveReturned = writing.onReturned(() => drafts.lookAgain(composer));
    const leaveDrafts = drafts.subscribe((id, isEdit) => id === composer && tell(isEdit ? 'draft.edited' : 'draft.is'));
    // what an earlier visit left is known once the journal was read, and another tab may begin a post at any time
    const leaveDesk = follow('publish-desk', findJob);
    tell('draft.is');
    return () => {
      for (const leave of [leaveDirectory, leaveAccount, leaveReturned, leaveDrafts, leaveDesk]) leave();
    };
  });

/** Tells what other apps shared, until it is taken. */
const defineFollowShared = ({ writing: { shared } }: Deps) =>
  fromCallback(({ sendBack }) => {
    const tell = (fact: SharedFact) => sendBack(fact);
    const look = () => {
      const now = shared.get();
      if (now === undefined) tell({ type: 'shared.gone' });
      else tell('secret' in now ? { type: 'shared.secret', secret: now.secret } : { type: 'shared.text' });
    };
    look();
    return shared.subscribe(look);
  });

/** Tells when the gate waits no more, and nothing was let through meanwhile. */
const defineFollowGate = ({ follow }: Deps) =>
  fromCallback(({ sendBack }) => {
    let wasPending = false;
    return follow('login-gate', (gate) => {
      const isPending = gate.matches('pending');
      if (wasPending && !isPending) sendBack({ type: 'gate.left' } satisfies GateFact);
      wasPending = isPending;
    });
  });

const defineTemplate = ({ writing, account }: Deps, { drafts, about }: Held): Composing['template'] => {
  const { target } = writing;
  return (id) => {
    const { subject, sizes = new Map() } = about.get(id) ?? {};
    if (!subject || subject.what === 'profile') throw new Error('There is no text');
    const author = { self: account.get().pubkey ?? '', stamp: writing.stamp(), sizes, target };
    return compose(subject, drafts.get(id), author);
  };
};

const profilePost = ({ writing, account }: Deps, wish: ProfileWish | undefined): Promise<Post> => {
  const { pubkey = '' } = account.get();
  if (!wish) throw new Error('There is no change');
  const { profile } = writing;
  return 'fields' in wish ? profile.change(pubkey, wish.fields) : profile.restore(pubkey, wish.version);
};

/** Makes the post and begins its job. */
const defineMakePost = (deps: Deps, held: Held) => {
  const template = defineTemplate(deps, held);
  const postOf = (id: string, targetBits: number | undefined): Post | Promise<Post> => {
    const { subject, wish } = held.about.get(id) ?? {};
    if (!subject) throw new Error('There is no text');
    if (subject.what === 'profile') return profilePost(deps, wish);
    // only what was chosen for this post: all else is decided when it is posted
    const { relays } = held.drafts.get(id);
    const entries = deps.find('relay-directory')?.getSnapshot().context.entries ?? [];
    return {
      what: subject.what,
      template: template(id),
      ...(relays && { relays: noteTargets(relays, entries) }),
      ...(targetBits !== undefined && { targetBits }),
    };
  };
  return fromCallback<AnyEventObject, MakeInput>(({ input: { composer, bits }, sendBack }) => {
    let isOver = false;
    const tell = (fact: MakeFact) => !isOver && sendBack(fact);
    const begin = (post: Post) => {
      // a second job of the same draft would be a second event
      const job = () => jobIn(deps, held, composer) ?? deps.writing.post(post, held.drafts.home(composer));
      if (!isOver) tell({ type: 'post.begun', jobId: job() });
    };
    const fail = (error: unknown) => tell({ type: 'post.failed', problem: problemOf(error, { code: 'post-failed' }) });
    try {
      const post = postOf(composer, bits);
      if (post instanceof Promise) void post.then(begin).catch(fail);
      else begin(post);
    } catch (error) {
      fail(error);
    }
    return () => (isOver = true);
  });
};

const SAFE = ['sending', 'queued', 'sent', 'sent in part'] as const;

/** How a job stands for the one who wrote the post; undefined where nothing is to be told. */
const stageOf = (snapshot: JobSnapshot): JobFact | undefined => {
  if (snapshot.hasTag('mining')) return { type: 'job.mines' };
  if (snapshot.hasTag('elsewhere')) return { type: 'job.elsewhere' };
  if (snapshot.hasTag('signing') || snapshot.matches('keeping')) return { type: 'job.signs' };
  if (snapshot.hasTag('failed') && !snapshot.context.signed)
    return { type: 'job.failed', problem: snapshot.context.problem ?? { code: 'post-failed' } };
  return snapshot.hasTag('failed') || SAFE.some((tag) => snapshot.hasTag(tag)) ? { type: 'job.safe' } : undefined;
};

/** Tells how a job goes on. */
const defineFollowJob = ({ follow }: Deps) =>
  fromCallback<AnyEventObject, FollowJobInput>(({ input: { jobId }, sendBack }) => {
    const tell = (fact: JobFact) => sendBack(fact);
    return followChild<JobRef>(
      (look) => follow('publish-desk', ({ children }) => look(children[jobId])),
      (job) => {
        if (!job) return tell({ type: 'job.gone' });
        const snapshot = job.getSnapshot();
        const fact = stageOf(snapshot);
        // somebody who signs may be there already
        if (snapshot.hasTag('unsigned'))
          queueMicrotask(() => job.getSnapshot().hasTag('unsigned') && tell({ type: 'job.unsigned' }));
        if (fact) tell(fact);
      },
    );
  });

/** The slots of the composers, and what lies beside them. */
export const createComposing = (deps: Deps) => {
  const { writing, find } = deps;
  const held: Held = { drafts: createDraftsInHand(writing.drafts), about: new Map() };
  const { drafts, about } = held;
  const composing: Composing = {
    begin(id, subject, place) {
      about.set(id, { subject, sizes: new Map() });
      drafts.open(id, ownerOf(deps), place);
    },
    end(id) {
      about.delete(id);
      drafts.close(id);
    },
    draft: drafts.get,
    edit: drafts.change,
    wish(id, wish) {
      const known = about.get(id);
      if (known) about.set(id, { ...known, wish });
    },
    measured(id, url, width, height) {
      if (width > 0 && height > 0) about.get(id)?.sizes.set(url, `${width}x${height}`);
    },
    template: defineTemplate(deps, held),
    subscribe: drafts.subscribe,
  };
  return {
    composing,
    actors: {
      'follow draft': defineFollowDraft(deps, held),
      'follow shared': defineFollowShared(deps),
      'follow gate': defineFollowGate(deps),
      'make post': defineMakePost(deps, held),
      'follow job': defineFollowJob(deps),
    },
    actions: {
      'take up draft': (_: unknown, { composer }: ComposerPlace) => drafts.giveTo(composer, ownerOf(deps)),
      'hand over draft': (_: unknown, { composer }: ComposerPlace) => drafts.handOver(composer, ownerOf(deps)),
      'cancel job': (_: unknown, { jobId }: FollowJobInput) =>
        find('publish-desk')?.getSnapshot().children[jobId]?.send({ type: 'publish.cancel' }),
      'take shared': (_: unknown, { composer }: ComposerPlace) => {
        const now = writing.shared.get();
        writing.shared.take();
        if (now && 'text' in now) drafts.change(composer, { text: withShared(drafts.get(composer).text, now.text) });
      },
      'drop shared': () => writing.shared.take(),
    },
  };
};
