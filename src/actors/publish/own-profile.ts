import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { CONTACTS_LIMIT } from '#domain/profile/profile-limits.ts';
import { composeProfile } from '#domain/publish/compose.ts';
import { whyNoRelay, publishTargets } from '#domain/publish/publish-targets.ts';
import { checkRead, Refusal, Unread, type ReadRules } from '#domain/replaceable/versions.ts';
import { toSeconds } from '#domain/units.ts';
import type { Post } from '#ports/publishing.ts';
import type { OwnProfile } from '#ports/writing.ts';
import { createReplaceable, type KernelDeps, type Order, type Policy } from '#actors/replaceable/kernel.ts';
import { inTurn, nextVersion } from '#actors/replaceable/publish.ts';

/** One field of a profile with another text; '' takes it out. */
type ProfileEdit = { readonly field: string; readonly text: string };

export type OwnProfileDeps = KernelDeps & {
  /** the key was made in this tab: nobody can have written a profile with it elsewhere */
  readonly isNewKey: (pubkey: string) => boolean;
  /** This is the newest profile that is known. */
  readonly show: (version: NostrEvent) => void;
};

const RULES: ReadRules = {
  nobodyAnswered: { code: 'profile-not-read' },
  mayExist: { code: 'profile-may-exist' },
  share: 1 / 2,
};
const PROBLEMS = {
  locked: { code: 'sign-in-failed' },
  notKept: { code: 'version-gone' },
  changed: { code: 'profile-changed' },
} as const;

const policyOf = ({ directory, isNewKey, show, now }: OwnProfileDeps): Policy<ProfileEdit> => {
  const targets = () => publishTargets(directory().getSnapshot().context.entries, KIND.metadata);
  return {
    places: {
      kind: KIND.metadata,
      besides: ['read', 'profile'],
      counts: 'relays and kept',
      limit: CONTACTS_LIMIT,
    },
    merges: false,
    resends: false,
    problems: PROBLEMS,
    begin() {
      if (targets().length === 0) throw new Refusal(whyNoRelay(directory().getSnapshot().context.entries));
    },
    check(read, pubkey) {
      if (read.newest || !isNewKey(pubkey)) checkRead(read, RULES);
    },
    found: show,
    next({ edits }, { newest }, restored) {
      const changes = Object.fromEntries(edits.map(({ field, text }) => [field, text]));
      return restored ?? composeProfile(newest, changes, { now: toSeconds(now()) });
    },
    // who did not answer may have a newer profile, which must not be overwritten
    targets(_, { told }) {
      const relays = targets().filter((relay) => told.has(relay));
      if (relays.length === 0) throw new Unread(RULES.nobodyAnswered);
      return relays;
    },
    done() {},
  };
};

/** A profile on its way from its making to its signature, and the end of its turn. */
const createWays = () => {
  const ways = new Map<Post, { isPosted: boolean; end: () => void }>();
  const end = (post: Post) => {
    ways.get(post)?.end();
    ways.delete(post);
  };
  return {
    /** Settled once the post was signed and that version is kept, or there will be no signature. */
    begin: (post: Post) =>
      new Promise<void>((over) => {
        const way = { isPosted: false, end: over };
        ways.set(post, way);
        // who asked for it posts it at once, or wants it no more
        setTimeout(() => way.isPosted || end(post));
      }),
    posted(post: Post, outcome: Promise<unknown>) {
      const way = ways.get(post);
      if (way) way.isPosted = true;
      outcome
        .catch(() => {})
        .finally(() => end(post))
        .catch(() => {});
    },
    signed({ created_at: at, content }: NostrEvent) {
      for (const post of ways.keys())
        if (post.template.created_at === at && post.template.content === content) end(post);
    },
  };
};

/** The user's own profile, and what else is told of it on its way. */
export type OwnProfileDesk = OwnProfile & {
  /** It was posted; `outcome` settles at the latest when nothing is done for it any more. */
  posted(post: Post, outcome: Promise<unknown>): void;
  /** A version of it was signed. */
  signed(event: NostrEvent): Promise<void>;
};

/**
 * See `OwnProfile`. A profile has the protection of a list (docs/adr/0020-nobody-is-lost-from-a-list.md); it goes the way of a
 * post, and the turn of this tab ends when what it signed is kept here, where other tabs find it.
 */
export const createOwnProfile = (deps: OwnProfileDeps): OwnProfileDesk => {
  const { versions } = deps;
  const own = createReplaceable(deps, policyOf(deps));
  const ways = createWays();
  const make = async (order: Order<ProfileEdit>): Promise<Post> => {
    const { read, template } = await nextVersion(own, order);
    await own.keep(order.pubkey, read.found);
    if (!template) throw new Refusal(PROBLEMS.notKept);
    return { what: 'profile', template, relays: own.policy.targets(template, read) };
  };
  const write = (order: Order<ProfileEdit>) =>
    new Promise<Post>((resolve, reject) => {
      const turn = async () => {
        const post = await make(order);
        const over = ways.begin(post);
        resolve(post);
        await over;
      };
      inTurn(own, order.pubkey, turn).catch(reject);
    });
  return {
    async newest(pubkey, signal) {
      const read = await own.read(pubkey, signal);
      own.policy.check(read, pubkey);
      await own.keep(pubkey, read.newest ? [...read.found, read.newest] : read.found);
      return read.newest;
    },
    versions: (pubkey) => versions.of(KIND.metadata, pubkey),
    change: (pubkey, fields) => {
      const edits = Object.entries(fields).map(([field, text]) => ({ field, text }));
      return write({ pubkey, edits, version: undefined });
    },
    restore: (pubkey, id) => write({ pubkey, edits: [], version: id }),
    posted: ways.posted,
    async signed(event) {
      deps.show(event);
      await versions.keep(event);
      ways.signed(event);
    },
  };
};
