import { npubEncode, nprofileEncode } from 'nostr-tools/nip19';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { PEOPLE, type Person, type Topic } from './people.ts';
import { createWriter, type Writer } from './writer.ts';
import { type Chance, chanceFrom } from './random.ts';
import { createSigner, type Draft, type Key, type Signer } from './signer.ts';

/** A person with a key. */
export type Member = Person & Key & { readonly npub: string; readonly nprofile: string };

/** A note of the sample network and its place in a conversation; `depth` is 0 for a root. */
export type Posted = {
  readonly event: NostrEvent;
  readonly author: Member;
  readonly topic: Topic;
  readonly depth: number;
  readonly root?: Posted;
  readonly parent?: Posted;
};

/** What decides the content: the same values give the same events to the byte. */
export type WorldOptions = {
  readonly seed: string;
  readonly people: number;
  /** where pictures and documents are served, without a slash at the end */
  readonly mediaUrl: string;
  /** the relays in the order of RELAY_PLANS */
  readonly relayUrls: readonly string[];
};

/** All that the parts of the content share. */
export type World = WorldOptions & {
  readonly members: readonly Member[];
  readonly chance: Chance;
  readonly writer: Writer;
  readonly signer: Signer;
  readonly post: (author: Key, draft: Draft) => NostrEvent;
  readonly member: (handle: string) => Member;
  /** a member, the first ones more often */
  readonly someone: () => Member;
  /** one of the relays that people write to, for hints */
  readonly hint: () => string;
};

/** The people every network has, since the named examples are theirs. */
const PEOPLE_MIN = 34;

/** Makes the people and the tools to write with; `part` keeps the parts of the content from disturbing each other. */
export function createWorld(options: WorldOptions, part: string): World {
  const signer = createSigner(options.seed);
  const chance = chanceFrom(`${options.seed} ${part}`);
  const relays = options.relayUrls.slice(0, 3);
  const members = PEOPLE.slice(0, Math.max(PEOPLE_MIN, options.people)).map((person): Member => {
    const key = signer.keyOf(person.handle);
    const nprofile = nprofileEncode({ pubkey: key.pubkey, relays: relays.slice(0, 2) });
    return { ...person, ...key, npub: npubEncode(key.pubkey), nprofile };
  });
  const byHandle = new Map(members.map((member) => [member.handle, member]));
  const member = (handle: string): Member => {
    const found = byHandle.get(handle);
    if (!found) throw new Error(`nobody is called ${handle}`);
    return found;
  };
  return {
    ...options,
    members,
    chance,
    signer,
    writer: createWriter(chance),
    post: (author, draft) => signer.sign(draft, author),
    member,
    someone: () => members[Math.floor(members.length * chance.unit() ** 1.6)] ?? member('ines'),
    hint: () => chance.pick(relays),
  };
}
