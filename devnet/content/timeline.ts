import { decorate, noteDraft, replyTags } from './compose.ts';
import { EMOJI_REPLIES, OWN_LANGUAGE, REPLIES_IN } from './languages.ts';
import { mine, minedBits } from './mining.ts';
import type { Posted, World } from './world.ts';

const DAY = 86_400;
/** notes that are still talked about */
const RECENT = 70;
const DEEPEST = 8;

/** What somebody answers, in English or in their own language. */
function replyText(world: World, language: keyof typeof REPLIES_IN | undefined): string {
  const { chance, writer } = world;
  if (language && chance.happens(OWN_LANGUAGE)) return chance.pick(REPLIES_IN[language]);
  return chance.happens(0.05) ? chance.pick(EMOJI_REPLIES) : writer.reply();
}

/** A reply of somebody other than the parent's author at `at`, seconds. */
export function writeReply(world: World, parent: Posted, at: number): Posted {
  let author = world.someone();
  while (author === parent.author) author = world.chance.pick(world.members);
  const text = {
    content: replyText(world, author.language),
    tags: replyTags(world, parent, world.chance.happens(0.85)),
  };
  const event = world.post(author, noteDraft(text, at));
  return { event, author, topic: parent.topic, depth: parent.depth + 1, root: parent.root ?? parent, parent };
}

/** A note that starts a conversation; some are mined. */
export function writeRoot(world: World, recent: readonly Posted[], at: number): Posted {
  const { chance, writer } = world;
  const author = world.someone();
  const topic = chance.pick(author.topics);
  const draft = noteDraft(decorate(world, writer.note(topic), topic, recent), at);
  const bits = minedBits(chance);
  const event = world.post(author, bits ? mine({ draft, pubkey: author.pubkey, bits }) : draft);
  return { event, author, topic, depth: 0 };
}

function pickParent(world: World, recent: readonly Posted[]): Posted | undefined {
  const open = recent.filter((posted) => posted.depth < DEEPEST);
  const talk = open.filter((posted) => posted.depth > 0);
  const roots = open.filter((posted) => posted.depth === 0).slice(-25);
  const pool = talk.length > 3 && world.chance.happens(0.6) ? talk.slice(-12) : roots;
  return pool.length > 0 ? world.chance.pick(pool) : undefined;
}

/**
 * The notes of 31 days from `start`, seconds, in order of time: at least `count` of them lie in the first 30. A bit less
 * than half are replies.
 */
export function writeTimeline(world: World, start: number, count: number): Posted[] {
  const { chance } = world;
  const step = (30 * DAY) / count;
  const posted: Posted[] = [];
  const total = Math.ceil((31 * DAY) / step);
  for (let index = 0; index < total; index += 1) {
    const at = Math.floor(start + (index + chance.unit() * 0.98) * step);
    const recent = posted.slice(-RECENT);
    const parent = chance.happens(0.44) ? pickParent(world, recent) : undefined;
    posted.push(parent ? writeReply(world, parent, at) : writeRoot(world, recent, at));
  }
  return posted;
}
