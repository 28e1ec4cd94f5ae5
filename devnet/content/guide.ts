import type { NostrEvent } from '#domain/event.ts';
import { PICTURES, type Picture } from '#devnet/media/pictures.ts';
import {
  noteDraft,
  replyTags,
  type Text,
  withFilm,
  withHashtags,
  withMention,
  withPictures,
  withQuote,
  withWarning,
} from './compose.ts';
import { type Attention, writeAttention, writeReaction, writeRepost, writeZap } from './engagement.ts';
import { mine } from './mining.ts';
import type { Member, Posted, World } from './world.ts';

/** Named examples that tests and pictures of the product rely on, on all readwrite relays. */
export type Guide = {
  /** full profile with picture, banner, NIP-05, Lightning address, lists */
  readonly person: Member;
  /** a root with a conversation of six levels below it, in order */
  readonly thread: { readonly root: NostrEvent; readonly replies: readonly NostrEvent[] };
  /** a reply with e tags without markers */
  readonly positionalReply: NostrEvent;
  readonly onePicture: NostrEvent;
  readonly twoPictures: NostrEvent;
  readonly threePictures: NostrEvent;
  readonly fourPictures: NostrEvent;
  readonly sixPictures: NostrEvent;
  readonly film: NostrEvent;
  readonly warning: NostrEvent;
  readonly quoted: NostrEvent;
  readonly quote: NostrEvent;
  readonly repost: NostrEvent;
  readonly reposted: NostrEvent;
  readonly emptyRepost: NostrEvent;
  readonly mined: NostrEvent;
  readonly minedBits: number;
  readonly mention: NostrEvent;
  readonly hashtags: NostrEvent;
  readonly rightToLeft: NostrEvent;
  readonly hebrew: NostrEvent;
  readonly chinese: NostrEvent;
  /** a note and the sum of its genuine zaps */
  readonly zapped: NostrEvent;
  readonly zappedSats: number;
  /** the note of which the quickest relay has a forged copy with the same id */
  readonly shadowed?: NostrEvent;
};

const MINED_BITS = 14;
const MINUTE = 60;

const art = (...names: string[]): Picture[] =>
  names.flatMap((name) => PICTURES.filter((picture) => picture.file.startsWith(`${name}.`)));

/** Writes the examples between a few minutes and some hours before `now`, seconds; returns them and all their events. */
export function writeGuide(world: World, now: number): { guide: Guide; events: NostrEvent[] } {
  const events: NostrEvent[] = [];
  const keep = <T extends NostrEvent>(event: T): T => {
    events.push(event);
    return event;
  };
  const say = (
    handle: string,
    minutes: number,
    text: Text | string,
    attention: Partial<Attention> = {},
    bits = 0,
  ): Posted => {
    const author = world.member(handle);
    const draft = noteDraft(typeof text === 'string' ? { content: text, tags: [] } : text, now - minutes * MINUTE);
    const event = keep(world.post(author, bits ? mine({ draft, pubkey: author.pubkey, bits }) : draft));
    const posted: Posted = { event, author, topic: 'birds', depth: 0 };
    events.push(...writeAttention(world, posted, { likes: 0, reposts: 0, zaps: 0, ...attention }, now - MINUTE));
    return posted;
  };
  const answer = (
    parent: Posted,
    handle: string,
    minutes: number,
    content: string,
    marked = true,
    likes = 2,
  ): Posted => {
    const posted = say(handle, minutes, { content, tags: replyTags(world, parent, marked) }, { likes });
    return { ...posted, depth: parent.depth + 1, root: parent.root ?? parent, parent };
  };
  const pictured = (content: string, ...names: string[]): Text =>
    withPictures(world, { content, tags: [] }, art(...names));
  const plain = (content: string): Text => ({ content, tags: [] });

  const indexer = say(
    'ines',
    4,
    withHashtags(
      plain(
        'Three weeks on five relays and nothing is missing. The trick was one good indexer, and letting the slow ones go.',
      ),
      ['nostr'],
    ),
    { likes: 38, reposts: 4, zaps: 6 },
    MINED_BITS,
  );
  answer(indexer, 'marlow', 3, 'Which indexer? Mine answers in 900 ms on a good day.');
  const forest = say(
    'yuki',
    22,
    pictured('Fog lifted at 6:40. Worth the early train.', 'forest'),
    { likes: 60, reposts: 9, zaps: 11 },
    12,
  );
  const repost = keep(writeRepost(world, forest.event, world.member('teodor'), now - 20 * MINUTE, true));
  const market = say(
    'salma',
    41,
    pictured('Market morning, then the long way home.', 'nuts', 'street', 'lake', 'mast'),
    { likes: 58, reposts: 8, zaps: 9 },
  );
  const house = say(
    'priya',
    180,
    'Moved house, lost my home server for two days. Nobody noticed: four other relays had everything.',
    { likes: 44, reposts: 12, zaps: 4 },
  );
  const quote = say('bo', 62, withQuote(world, plain('This. A timeline should survive any one server.'), house.event), {
    likes: 47,
    reposts: 11,
    zaps: 3,
  });
  const phone = say(
    'kofi',
    120,
    withHashtags(plain('Mined this note on a phone. 31 seconds, one warm hand.'), ['pow', 'Bitcoin']),
    { likes: 64, reposts: 9, zaps: 8 },
    MINED_BITS,
  );
  const birdbox = say(
    'otto',
    95,
    withHashtags(
      plain(
        'The nuthatch moved into the box by the shed. She plastered the door with mud until it fitted her exactly. I have doors to learn from her.',
      ),
      ['birds'],
    ),
    { likes: 52, reposts: 6, zaps: 5 },
  );
  const replies: Posted[] = [];
  const talk: [string, number, string][] = [
    ['lena', 90, 'Plastered the door? With what?'],
    ['otto', 86, 'Mud, mostly. Some of it is mine, from the flower bed.'],
    ['jonas', 80, 'They do that against starlings. Smaller hole, quieter neighbours.'],
    ['tomasz', 71, 'I object on behalf of the starlings.'],
    ['jonas', 66, 'Noted. They still do not get in.'],
    ['otto', 55, 'Picture tomorrow, if she allows it.'],
  ];
  for (const [handle, minutes, content] of talk)
    replies.push(answer(replies.at(-1) ?? birdbox, handle, minutes, content));
  const positional = answer(
    birdbox,
    'gwen',
    84,
    'Ours took over the letter box. The post now comes through the window.',
    false,
  );
  answer(birdbox, 'salma', 76, 'صباح الخير من السوق! طائر بنّاء ماهر 🐦');
  answer(positional, 'yuki', 60, 'かわいい!巣の入り口を自分で作るんですね。');
  const film = say(
    'moon',
    150,
    withFilm(world, plain('They cross every evening at the same minute. Sound off, window open.')),
    { likes: 33, reposts: 5, zaps: 2 },
  );
  const warning = say(
    'shroom',
    135,
    withWarning(
      pictured('Close-up of a slime mould eating an oat flake. Beautiful, but not at breakfast.', 'trunk'),
      'Slime, close up',
    ),
    { likes: 12 },
  );
  const two = say('callum', 170, pictured('Left window, right window.', 'dusk-firs', 'blue-morning'), {
    likes: 21,
    zaps: 1,
  });
  const three = say(
    'hana',
    210,
    pictured('Three glazes, one oven. The middle one cracked.', 'pink-moon', 'copper-valley', 'green-gold'),
    { likes: 17 },
  );
  const six = say(
    'jonas',
    240,
    pictured(
      'All six mornings of the count.',
      'meadow-hills',
      'white-sun',
      'spring-ridge',
      'violet-night',
      'red-slope',
      'half-sun',
    ),
    { likes: 26, reposts: 2 },
  );
  const mention = say(
    'teodor',
    110,
    withMention(plain('New antenna is up. Thanks for holding the ladder,'), world.member('otto')),
    { likes: 9 },
  );
  const arabic = say(
    'salma',
    100,
    'في الصباح الباكر يمشي كاسر الجوز على الجذع رأساً على عقب، ولا يخاف السقوط. ربما علينا أن نتعلم منه شيئاً 🌿',
    { likes: 19, reposts: 2 },
  );
  const hebrew = say('dov', 160, 'אות שנכתבת מימין לשמאל לא ממהרת לשום מקום. relay אחד מספיק כדי לשמור עליה.', {
    likes: 8,
  });
  const chinese = say('liwei', 190, '今天把解析器重写了一遍,少了三百行。然后去包饺子 🥟', { likes: 14 });
  const hashtags = say(
    'amara',
    140,
    withHashtags(plain('Council vote last night: the library stays open ten more years. Small news, good news.'), [
      'News',
      'local',
    ]),
    { likes: 29, reposts: 7, zaps: 2 },
  );
  const emptyRepost = keep(writeRepost(world, hashtags.event, world.member('marisol'), now - 130 * MINUTE, false));
  const zapped = say(
    'lena',
    260,
    'Rye, two days cold, one hour hot. I will take your questions after the first slice.',
    { likes: 31 },
  );
  const sums = [21, 2_100, 500, 21_000];
  sums.forEach((sats, index) =>
    keep(writeZap(world, zapped.event, world.members[index] as Member, sats, now - (250 - index) * MINUTE)),
  );
  keep(writeReaction(world, zapped.event, world.member('bo'), now - 200 * MINUTE));

  const guide: Guide = {
    person: world.member('ines'),
    thread: { root: birdbox.event, replies: replies.map((posted) => posted.event) },
    positionalReply: positional.event,
    onePicture: forest.event,
    twoPictures: two.event,
    threePictures: three.event,
    fourPictures: market.event,
    sixPictures: six.event,
    film: film.event,
    warning: warning.event,
    quoted: house.event,
    quote: quote.event,
    repost,
    reposted: forest.event,
    emptyRepost,
    mined: phone.event,
    minedBits: MINED_BITS,
    mention: mention.event,
    hashtags: hashtags.event,
    rightToLeft: arabic.event,
    hebrew: hebrew.event,
    chinese: chinese.event,
    zapped: zapped.event,
    zappedSats: sums.reduce((sum, sats) => sum + sats, 0),
  };
  return { guide, events };
}
