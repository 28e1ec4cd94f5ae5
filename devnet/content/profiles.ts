import type { NostrEvent } from '#domain/protocol/event.ts';
import { addressesOf } from './people.ts';
import type { Member, World } from './world.ts';

const DAY = 86_400;

/** Events of which only the newest counts; `older` are earlier versions that some relays still have. */
export type Profiles = { newest: NostrEvent[]; older: NostrEvent[] };

const hasNip05 = (member: Member): boolean => !['bo', 'moon'].includes(member.handle);

function metadata(world: World, member: Member): string {
  const address = addressesOf(member, world.mediaUrl);
  return JSON.stringify({
    name: member.handle,
    display_name: member.name,
    about: member.about,
    picture: address.picture,
    banner: address.banner,
    website: address.website,
    lud16: address.lud16,
    ...(hasNip05(member) ? { nip05: address.nip05 } : {}),
  });
}

function contactTags(world: World, member: Member): string[][] {
  const { chance, members } = world;
  const others = members.filter((other) => other !== member);
  const wanted = 6 + chance.heavyTail(8, others.length - 6);
  const followed = new Set([...others.slice(0, 4), ...chance.sample(others, wanted)]);
  return [...followed].map((other) => ['p', other.pubkey, world.hint(), chance.happens(0.1) ? other.handle : '']);
}

function relayListTags(world: World): string[][] {
  const { chance, relayUrls } = world;
  const home = chance.sample(relayUrls.slice(0, 3), 2 + chance.below(2));
  const tags = home.map((url, index) => ['r', url, ...(index > 1 ? ['read'] : [])]);
  const outbox = relayUrls[3];
  return outbox && chance.happens(0.4) ? [...tags, ['r', outbox, 'write']] : tags;
}

function muteTags(world: World, member: Member): string[][] {
  const others = world.members.filter((other) => other !== member).slice(8);
  return [
    ...world.chance.sample(others, 1 + world.chance.below(3)).map((other) => ['p', other.pubkey]),
    ['t', 'giveaway'],
    ['word', 'airdrop'],
  ];
}

/** Metadata, contact, relay and mute lists of everybody (kinds 0, 3, 10002, 10000), written before `start`, seconds. */
export function writeProfiles(world: World, start: number): Profiles {
  const newest: NostrEvent[] = [];
  const older: NostrEvent[] = [];
  for (const [index, member] of world.members.entries()) {
    const at = start - DAY * (1 + world.chance.below(200)) - world.chance.below(DAY);
    newest.push(world.post(member, { kind: 0, at, content: metadata(world, member) }));
    newest.push(world.post(member, { kind: 3, at: at + 600, tags: contactTags(world, member) }));
    newest.push(world.post(member, { kind: 10_002, at: at + 900, tags: relayListTags(world) }));
    if (index % 2 === 0) newest.push(world.post(member, { kind: 10_000, at: at + 999, tags: muteTags(world, member) }));
    if (index % 5 > 1) continue;
    const old = at - 90 * DAY;
    const before = JSON.stringify({ name: member.handle, display_name: member.name, about: 'New here.' });
    older.push(world.post(member, { kind: 0, at: old, content: before }));
    older.push(world.post(member, { kind: 3, at: old, tags: contactTags(world, member).slice(0, 5) }));
  }
  return { newest, older };
}
