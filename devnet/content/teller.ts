import type { NostrEvent } from '#domain/protocol/event.ts';
import { PICTURES, type Picture } from '#devnet/media/pictures.ts';
import { noteDraft, replyTags, type Text, withPictures } from './compose.ts';
import { type Attention, writeAttention } from './engagement.ts';
import { mine } from './mining.ts';
import type { Posted, World } from './world.ts';

const MINUTE = 60;

/** Writes single notes by hand and keeps all that was written. */
export type Teller = {
  readonly world: World;
  readonly events: NostrEvent[];
  /** seconds since the epoch, so many minutes before now */
  ago(minutes: number): number;
  keep(event: NostrEvent): NostrEvent;
  /** a note with as many reactions as asked for, where there are enough people; `bits` of proof of work */
  say(handle: string, minutesAgo: number, text: Text, attention?: Partial<Attention>, bits?: number): Posted;
  answer(parent: Posted, handle: string, minutesAgo: number, content: string, marked?: boolean): Posted;
  /** a text with pictures by the names of their files */
  pictured(content: string, ...names: string[]): Text;
};

export const plain = (content: string): Text => ({ content, tags: [] });

const picturesNamed = (names: readonly string[]): Picture[] =>
  names.flatMap((name) => PICTURES.filter((picture) => picture.file.startsWith(`${name}.`)));

/** `now` is in seconds. */
export function createTeller(world: World, now: number): Teller {
  const events: NostrEvent[] = [];
  const ago = (minutes: number): number => now - minutes * MINUTE;
  const keep = (event: NostrEvent): NostrEvent => {
    events.push(event);
    return event;
  };
  const say: Teller['say'] = (handle, minutesAgo, text, attention = {}, bits = 0) => {
    const author = world.member(handle);
    const draft = noteDraft(text, ago(minutesAgo));
    const event = keep(world.post(author, bits > 0 ? mine({ draft, pubkey: author.pubkey, bits }) : draft));
    const posted: Posted = { event, author, topic: 'birds', depth: 0 };
    const wanted = { likes: 0, reposts: 0, zaps: 0, ...attention };
    events.push(...writeAttention(world, posted, wanted, ago(1)));
    return posted;
  };
  const answer: Teller['answer'] = (parent, handle, minutesAgo, content, marked = true) => {
    const posted = say(handle, minutesAgo, { content, tags: replyTags(world, parent, marked) }, { likes: 2 });
    return { ...posted, depth: parent.depth + 1, root: parent.root ?? parent, parent };
  };
  const pictured: Teller['pictured'] = (content, ...names) => withPictures(world, plain(content), picturesNamed(names));
  return { world, events, ago, keep, say, answer, pictured };
}
