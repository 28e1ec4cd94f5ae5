import type { NostrEvent } from '#domain/protocol/event.ts';
import { noteDraft, withFilm, withHashtags, withMention, withQuote, withWarning } from './compose.ts';
import { writeRepost, writeZap } from './engagement.ts';
import { createTeller, plain, type Teller } from './teller.ts';
import type { Member, Posted, World } from './world.ts';

/** Named examples that tests and pictures of the product rely on, on all readwrite relays. */
export type Guide = {
  /** full profile with picture, banner, NIP-05, Lightning address, lists */
  readonly person: Member;
  /** a root and a conversation of six levels below it, in order */
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
  /** a kind 6 event with the note inside, and that note */
  readonly repost: NostrEvent;
  readonly reposted: NostrEvent;
  /** a kind 6 event without content, of the note `hashtags` */
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
  /** how the wallet of the sample network is paired, and how to zap with it */
  readonly howToZap: NostrEvent;
  /** the note of which the quickest relay has a forged copy with the same id */
  readonly shadowed?: NostrEvent;
};

const MINED_BITS = 14;

const CONVERSATION: readonly [handle: string, minutesAgo: number, content: string][] = [
  ['lena', 90, 'Plastered the door? With what?'],
  ['otto', 86, 'Mud, mostly. Some of it is mine, from the flower bed.'],
  ['jonas', 80, 'They do that against starlings. Smaller hole, quieter neighbours.'],
  ['tomasz', 71, 'I object on behalf of the starlings.'],
  ['jonas', 66, 'Noted. They still do not get in.'],
  ['otto', 55, 'Picture tomorrow, if she allows it.'],
];

function tellThread(teller: Teller) {
  const root = teller.say(
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
  for (const [handle, minutes, content] of CONVERSATION)
    replies.push(teller.answer(replies.at(-1) ?? root, handle, minutes, content));
  const positional = teller.answer(
    root,
    'gwen',
    84,
    'Ours took over the letter box. The post now comes through the window.',
    false,
  );
  teller.answer(root, 'salma', 76, 'صباح الخير من السوق! طائر بنّاء ماهر 🐦');
  teller.answer(positional, 'yuki', 60, 'かわいい!巣の入り口を自分で作るんですね。');
  return {
    thread: { root: root.event, replies: replies.map((posted) => posted.event) },
    positionalReply: positional.event,
  };
}

function tellPictures({ say, pictured, world }: Teller) {
  const forest = pictured('Fog lifted at 6:40. Worth the early train.', 'forest');
  const market = pictured('Market morning, then the long way home.', 'nuts', 'street', 'lake', 'mast');
  const windows = pictured('Left window, right window.', 'dusk-firs', 'blue-morning');
  const glazes = pictured(
    'Three glazes, one oven. The middle one cracked.',
    'pink-moon',
    'copper-valley',
    'green-gold',
  );
  const mornings = ['meadow-hills', 'white-sun', 'spring-ridge', 'violet-night', 'red-slope', 'half-sun'];
  const mould = pictured('Close-up of a slime mould eating an oat flake. Beautiful, but not at breakfast.', 'trunk');
  const flock = withFilm(world, plain('They cross every evening at the same minute. Sound off, window open.'));
  return {
    onePicture: say('yuki', 22, forest, { likes: 60, reposts: 9, zaps: 11 }, 12).event,
    fourPictures: say('salma', 41, market, { likes: 58, reposts: 8, zaps: 9 }).event,
    twoPictures: say('callum', 170, windows, { likes: 21, zaps: 1 }).event,
    threePictures: say('hana', 210, glazes, { likes: 17 }).event,
    sixPictures: say('jonas', 240, pictured('All six mornings of the count.', ...mornings), { likes: 26 }).event,
    film: say('moon', 150, flock, { likes: 33, reposts: 5, zaps: 2 }).event,
    warning: say('shroom', 135, withWarning(mould, 'Slime, close up'), { likes: 12 }).event,
  };
}

function tellRelays({ say, answer, world }: Teller) {
  const weeks = plain(
    'Three weeks on five relays and nothing is missing. The trick was one good indexer, and letting the slow ones go.',
  );
  const indexer = say('ines', 4, withHashtags(weeks, ['nostr']), { likes: 38, reposts: 4, zaps: 6 }, MINED_BITS);
  answer(indexer, 'marlow', 3, 'Which indexer? Mine answers in 900 ms on a good day.');
  const moved = plain(
    'Moved house, lost my home server for two days. Nobody noticed: four other relays had everything.',
  );
  const quoted = say('priya', 180, moved, { likes: 44, reposts: 12, zaps: 4 }).event;
  const survive = withQuote(world, plain('This. A timeline should survive any one server.'), quoted);
  const phone = withHashtags(plain('Mined this note on a phone. 31 seconds, one warm hand.'), ['pow', 'Bitcoin']);
  const antenna = withMention(plain('New antenna is up. Thanks for holding the ladder,'), world.member('otto'));
  return {
    quoted,
    quote: say('bo', 62, survive, { likes: 47, reposts: 11, zaps: 3 }).event,
    mined: say('kofi', 120, phone, { likes: 64, reposts: 9, zaps: 8 }, MINED_BITS).event,
    minedBits: MINED_BITS,
    mention: say('teodor', 110, antenna, { likes: 9 }).event,
  };
}

function tellLanguages({ say }: Teller) {
  const arabic =
    'في الصباح الباكر يمشي كاسر الجوز على الجذع رأساً على عقب، ولا يخاف السقوط. ربما علينا أن نتعلم منه شيئاً 🌿';
  const hebrew = 'אות שנכתבת מימין לשמאל לא ממהרת לשום מקום. relay אחד מספיק כדי לשמור עליה.';
  const chinese = '今天把解析器重写了一遍,少了三百行。然后去包饺子 🥟';
  return {
    rightToLeft: say('salma', 100, plain(arabic), { likes: 19, reposts: 2 }).event,
    hebrew: say('dov', 160, plain(hebrew), { likes: 8 }).event,
    chinese: say('liwei', 190, plain(chinese), { likes: 14 }).event,
  };
}

function tellNews({ say }: Teller) {
  const vote = plain('Council vote last night: the library stays open ten more years. Small news, good news.');
  return { hashtags: say('amara', 140, withHashtags(vote, ['News', 'local']), { likes: 29, reposts: 7 }).event };
}

function tellZaps({ say, keep, ago, world }: Teller) {
  const rye = plain('Rye, two days cold, one hour hot. I will take your questions after the first slice.');
  const zapped = say('lena', 260, rye, { likes: 31 }).event;
  const sums = [21, 2_100, 500, 21_000];
  for (const [index, sats] of sums.entries())
    keep(writeZap(world, zapped, world.members[index] as Member, sats, ago(250 - index)));
  return { zapped, zappedSats: sums.reduce((sum, sats) => sum + sats, 0) };
}

const HOW_TO_ZAP =
  'How to zap here: the terminal in which you started the sample network shows the code of a wallet with play money. Log in, open Settings, Lightning Wallet, Connect wallet, and paste it. Then tap the bolt under this note. Hold the bolt, and 21 sats go without asking.';

/** Tells how to pair the wallet of the sample network and to zap. */
const tellHowToZap = ({ keep, ago, world }: Teller) =>
  keep(world.post(world.member('priya'), noteDraft(plain(HOW_TO_ZAP), ago(215))));

/** Writes the examples between a few minutes and some hours before `now`, seconds; returns them and all their events. */
export function writeGuide(world: World, now: number): { guide: Guide; events: NostrEvent[] } {
  const teller = createTeller(world, now);
  const { keep, ago, events } = teller;
  const pictures = tellPictures(teller);
  const news = tellNews(teller);
  const reposter = world.member('teodor');
  const guide: Guide = {
    person: world.member('ines'),
    ...tellThread(teller),
    ...pictures,
    ...tellRelays(teller),
    ...tellLanguages(teller),
    ...news,
    ...tellZaps(teller),
    howToZap: tellHowToZap(teller),
    reposted: pictures.onePicture,
    repost: keep(writeRepost(world, pictures.onePicture, reposter, ago(20), true)),
    emptyRepost: keep(writeRepost(world, news.hashtags, world.member('marisol'), ago(130), false)),
  };
  return { guide, events };
}
