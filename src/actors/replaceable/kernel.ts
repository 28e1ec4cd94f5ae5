import type { Problem } from '#domain/problem.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { CurrentSigner, EventTemplate } from '#domain/protocol/signer.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import {
  EMPTY_JOURNAL,
  isEverywhere,
  journalAfterFetch,
  journalWith,
  journalWithout,
  type EditRules,
  type EditJournal,
} from '#domain/replaceable/journal.ts';
import { straysOf, type Strays } from '#domain/replaceable/merge-versions.ts';
import { type FoundVersions } from '#domain/replaceable/versions.ts';
import { toSeconds } from '#domain/units.ts';
import type { Alone } from '#actors/shell/alone.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { AreaRefs } from '#machines/areas.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import type { Journals } from '#store/replaceable/journals.ts';
import type { KeptVersions } from '#store/replaceable/versions.ts';
import { fetchVersions, type Places } from './read.ts';

export type KernelDeps = {
  readonly requests: RelayRequests;
  readonly registry: EventRegistry;
  readonly versions: KeptVersions;
  readonly directory: () => Pick<AreaRefs['relay-directory'], 'getSnapshot'>;
  readonly signer: CurrentSigner;
  readonly alone: Alone;
  /** left out: by id and signature */
  readonly isSound?: (event: NostrEvent) => boolean;
  /** ms since the epoch */
  readonly now: () => number;
};

/** What was read, with what the journal says after it. */
export type Read<Edit> = FoundVersions & { readonly journal: EditJournal<Edit>; readonly strays: Strays };

/** What is to be written. `version`: the id of an older version that is to be the newest one. */
export type Order<Edit> = {
  readonly pubkey: string;
  readonly edits: readonly Edit[];
  readonly version: string | undefined;
};

/** Edits that are kept until they are safe. */
type Journaled<Edit> = {
  readonly journals: Journals<Edit>;
  readonly rules: EditRules<Edit>;
  /** the relays that are to have the newest version, before its edits are safe */
  readonly keepers: (read: FoundVersions) => readonly string[];
  /** 'before': a version that a crash keeps from being looked after may be out */
  readonly marked: 'before sending' | 'after sending';
};

/** What one kind of replaceable event has of its own: what an edit is, how edits merge, when to refuse, what is shown. */
export type Policy<Edit> = {
  readonly places: Places;
  /** left out: nothing is kept of edits before they are published */
  readonly journal?: Journaled<Edit>;
  /** versions that were made beside the newest one are merged into it */
  readonly merges: boolean;
  readonly problems: {
    readonly locked: Problem;
    readonly notKept: Problem;
    /** the signer gave back something else */
    readonly changed: Problem;
  };
  /** Before relays are asked; may refuse. */
  begin?(): void;
  /** Whether what is known here says all of it already, which counts where relays do not tell. Left out: it never does. */
  isSaid?(order: Order<Edit>): Promise<boolean>;
  /** Refuses to build upon what was not, or only half, read. */
  check(read: FoundVersions, pubkey: string): void;
  /** This is the newest version now; it is shown, and kept here. */
  found(version: NostrEvent): void;
  /** The versions kept in this browser, the newest first. */
  showKept?(pubkey: string, kept: readonly NostrEvent[]): void;
  /** The next version: the newest with the edits, or `restored` with them. Undefined when it would say nothing new. */
  next(
    order: Order<Edit>,
    read: Read<Edit>,
    restored: EventTemplate | undefined,
  ): EventTemplate | undefined | Promise<EventTemplate | undefined>;
  /** The relays that get a version. */
  targets(version: EventTemplate, read: FoundVersions): readonly string[];
  /** relays get the newest version again where there is nothing new to say */
  readonly resends: boolean;
  /** What the relays said, also when none took it. */
  answered?(pubkey: string, outcomes: readonly PublishOutcome[]): void;
  /** The order is carried out: this is out; undefined when there was nothing to say. */
  done(order: Order<Edit>, version: NostrEvent | undefined): void;
};

const seconds = ({ now }: KernelDeps) => toSeconds(now());

/** The state of one kind of replaceable event: read, journal and versions. It is written by `publishOrder`. */
export const createReplaceable = <Edit>(deps: KernelDeps, policy: Policy<Edit>) => {
  const { registry, versions } = deps;
  const { places, journal } = policy;
  const journalOf = (pubkey: string): EditJournal<Edit> => journal?.journals.get(pubkey) ?? EMPTY_JOURNAL;
  const change = (pubkey: string, how: (known: EditJournal<Edit>, rules: EditRules<Edit>) => EditJournal<Edit>) => {
    if (!journal) return EMPTY_JOURNAL;
    const changed = how(journal.journals.get(pubkey), journal.rules);
    journal.journals.set(pubkey, changed);
    return changed;
  };
  /** the newest version that was taken in here, by public key */
  const taken = new Map<string, string>();
  return {
    deps,
    policy,
    kind: places.kind,
    now: () => seconds(deps),
    journalOf,
    change,
    /** The user did something: it is remembered until it is published. */
    note: (pubkey: string, edits: readonly Edit[]) =>
      change(pubkey, (known, rules) => journalWith(rules, known, edits)),
    /** It failed, or is to be as if it had not been done: what was sent already stays. */
    drop: (pubkey: string, edits: readonly Edit[]) =>
      change(pubkey, (known, rules) => journalWithout(rules, known, edits)),
    /** Looks for the newest version; what that says of earlier changes goes into the journal. `hasTime` as `fetchVersions`. */
    async read(pubkey: string, signal?: AbortSignal, hasTime = false): Promise<Read<Edit>> {
      const seen = await fetchVersions(deps, places, pubkey, signal, hasTime);
      signal?.throwIfAborted();
      const { newest, holders } = seen;
      const keepers = journal?.keepers(seen) ?? [];
      const everywhere = keepers.length > 0 && isEverywhere(keepers, (relay) => holders.has(relay));
      const after = change(pubkey, (known, rules) =>
        journalAfterFetch(rules, known, { newest, everywhere, now: seconds(deps) }),
      );
      const strays = policy.merges ? straysOf({ ...seen, journal: after }) : { tags: [], content: undefined };
      return { ...seen, journal: after, strays };
    },
    /** This version is the newest one. */
    adopt(version: NostrEvent) {
      registry.add(version);
      taken.set(version.pubkey, version.id);
      policy.found(version);
    },
    /** Remembers versions, so that they can be published again. */
    async keep(pubkey: string, found: readonly NostrEvent[]) {
      for (const version of found) await versions.keep(version);
      policy.showKept?.(pubkey, await versions.of(places.kind, pubkey));
    },
    /** A version that was not taken in here yet, and is the newest that is known. */
    newer(pubkey: string): NostrEvent | undefined {
      const known = registry.replaceable(places.kind, pubkey);
      return known && known.id !== taken.get(pubkey) ? known : undefined;
    },
  };
};

export type Replaceable<Edit> = ReturnType<typeof createReplaceable<Edit>>;
