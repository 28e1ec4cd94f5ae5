import type { NostrEvent } from '#domain/protocol/event.ts';
import { composeProfile } from '#domain/publish/compose.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { publishTargets } from '#domain/publish/publish.ts';
import type { Post } from '#ports/publishing.ts';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import type { OwnProfile } from '#ports/writing.ts';
import { checkRead, Refusal, restoredVersion, type FoundVersions } from '#domain/replaceable/versions.ts';
import { fetchVersions, type Places, type ReadDeps } from '#actors/replaceable/read.ts';
import { CONTACTS_LIMIT } from '#domain/profile/profile-limits.ts';
import type { KeptVersions } from '#store/replaceable/versions.ts';

export type OwnProfileDeps = ReadDeps & {
  readonly versions: KeptVersions;
  /** the relays in use */
  readonly entries: () => readonly RelayEntry[];
  /** the key was made in this tab: nobody can have written a profile with it elsewhere */
  readonly isNewKey: (pubkey: string) => boolean;
  /** ms since the epoch */
  readonly now: () => number;
};

const NO_RELAYS = 'No relays configured';
const WORDS = {
  nobodyAnswered:
    'Not changed: none of the relays you write to answered, and a newer version of your profile could be lost.',
  mayExist: 'Not changed: no profile of yours was found, but not enough of your relays answered, so you may have one.',
  share: 1 / 2,
};
const PLACES: Places = {
  kind: KIND.metadata,
  besides: ['read', 'profile'],
  counts: 'relays and kept',
  limit: CONTACTS_LIMIT,
};
const NO_VERSION = 'Not changed: that version is no longer kept here.';

/** See `OwnProfile`. A profile has the protection of a list of people (docs/adr/0020-nobody-is-lost-from-a-list.md). */
export const createOwnProfile = ({ entries, isNewKey, now, ...deps }: OwnProfileDeps): OwnProfile => {
  const { versions } = deps;
  const keep = async (found: readonly NostrEvent[]) => {
    for (const version of found) await versions.keep(version);
  };
  const read = async (pubkey: string, signal?: AbortSignal): Promise<FoundVersions> => {
    const seen = await fetchVersions(deps, PLACES, pubkey, signal);
    signal?.throwIfAborted();
    if (seen.newest || !isNewKey(pubkey)) checkRead(seen, WORDS);
    await keep(seen.newest ? [...seen.found, seen.newest] : seen.found);
    return seen;
  };
  const requireTargets = () => {
    const targets = publishTargets(entries(), KIND.metadata);
    if (targets.length === 0) throw new Refusal(NO_RELAYS);
    return targets;
  };
  const post = ({ told }: FoundVersions, template: Post['template']): Post => {
    const targets = requireTargets();
    // who did not answer may have a newer profile, which must not be overwritten
    const relays = targets.filter((relay) => told.has(relay));
    if (relays.length === 0) throw new Refusal(WORDS.nobodyAnswered);
    return { what: 'profile', template, relays };
  };
  const seconds = () => Math.floor(now() / 1000);
  return {
    newest: async (pubkey, signal) => (await read(pubkey, signal)).newest,
    versions: (pubkey) => versions.of(KIND.metadata, pubkey),
    async change(pubkey, changes) {
      requireTargets();
      const seen = await read(pubkey);
      return post(seen, composeProfile(seen.newest, changes, { now: seconds() }));
    },
    async restore(pubkey, id) {
      requireTargets();
      const seen = await read(pubkey);
      const chosen = (await versions.of(KIND.metadata, pubkey)).find((version) => version.id === id);
      if (!chosen) throw new Refusal(NO_VERSION);
      return post(seen, restoredVersion(chosen, seen.newest, seconds()));
    },
    signed: (event) => versions.keep(event),
  };
};
