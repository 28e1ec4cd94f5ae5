import type { NostrEvent } from '#domain/protocol/event.ts';
import { writeReaction, writeRepost, writeZap } from './content/engagement.ts';
import { writeReply, writeRoot } from './content/timeline.ts';
import { createWorld, type Posted, type World, type WorldOptions } from './content/world.ts';
import type { Relay } from './relays/relay.ts';

/** ms between two new events of `npm start` */
export const TRICKLE_MS = 4_000;

/** how many new notes are remembered to be answered */
const REMEMBERED = 30;

type Next = { event: NostrEvent; posted?: Posted };

const asNext = (posted: Posted): Next => ({ event: posted.event, posted });

function next(world: World, recent: readonly Posted[], at: number): Next {
  const { chance } = world;
  const draw = recent.length > 0 ? chance.unit() : 0;
  if (draw < 0.55) return asNext(writeRoot(world, recent, at));
  const target = chance.pick(recent);
  if (draw < 0.75) return asNext(writeReply(world, target, at));
  const author = chance.pick(world.members.filter((member) => member !== target.author));
  if (draw < 0.92) return { event: writeReaction(world, target.event, author, at) };
  if (draw < 0.96) return { event: writeRepost(world, target.event, author, at, chance.happens(0.5)) };
  return { event: writeZap(world, target.event, author, chance.pick([21, 210, 1_000]), at) };
}

/**
 * Lets the people write on: something new about every `everyMs`, published as clients do. Now and then a careless relay
 * sends a forgery. Answers with a function that ends it.
 */
export function startTrickle(options: WorldOptions, relays: readonly Relay[], everyMs: number): () => void {
  const world = createWorld(options, `trickle ${Date.now()}`);
  const recent: Posted[] = [];
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const publish = async (): Promise<void> => {
    const { event, posted } = next(world, recent, Math.floor(Date.now() / 1_000));
    if (posted) recent.push(posted);
    if (recent.length > REMEMBERED) recent.shift();
    if (world.chance.happens(0.05)) await relays[2]?.broadcast({ ...event, content: `Forged: ${event.content}` });
    const readers = world.chance.sample(relays.slice(0, 3), 2 + world.chance.below(2));
    await Promise.all([...readers, ...relays.slice(3, 4)].map((relay) => relay.publish(event)));
  };
  const plan = (): void => {
    if (ended) return;
    timer = setTimeout(() => void publish().then(plan, plan), everyMs * (0.5 + world.chance.unit()));
  };
  plan();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
