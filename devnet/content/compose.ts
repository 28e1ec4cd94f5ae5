import { neventEncode } from 'nostr-tools/nip19';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { FILM, PICTURES, type Picture } from '#devnet/media/pictures.ts';
import type { Topic } from './people.ts';
import type { Draft } from './signer.ts';
import type { Member, Posted, World } from './world.ts';

/** A text and its tags; `with…` functions add to it. */
export type Text = { readonly content: string; readonly tags: readonly string[][] };

const HASHTAGS: Record<Topic, readonly string[]> = {
  birds: ['birds', 'birding', 'nuthatch'],
  relays: ['Nostr', 'relays'],
  garden: ['garden', 'growyourown'],
  code: ['Nostr', 'programming'],
  bitcoin: ['Bitcoin', 'lightning'],
  food: ['foodstr', 'kitchen'],
  travel: ['travel', 'slowtravel'],
  music: ['music', 'tunestr'],
  books: ['bookstr', 'reading'],
  news: ['News', 'local'],
  photo: ['photography', 'photostr'],
  home: ['diy', 'repair'],
};

/** words before a mention */
const LEADS = ['Thanks to', 'With', 'This one is for', 'cc', 'Idea by', 'Say hello to'];

const imageType = (file: string): string => (file.endsWith('.webp') ? 'image/webp' : 'image/jpeg');

export const withHashtags = (text: Text, names: readonly string[]): Text => ({
  content: `${text.content} ${names.map((name) => `#${name}`).join(' ')}`,
  tags: [...text.tags, ...names.map((name) => ['t', name.toLowerCase()])],
});

/** Adds pictures as links with an imeta tag each (NIP-92). */
export const withPictures = (world: World, text: Text, pictures: readonly Picture[], described = true): Text => {
  const url = (picture: Picture): string => `${world.mediaUrl}/art/${picture.file}`;
  const imeta = pictures.map((picture) => [
    'imeta',
    `url ${url(picture)}`,
    `m ${imageType(picture.file)}`,
    `dim ${picture.dim}`,
    `alt ${picture.alt}`,
  ]);
  return {
    content: `${text.content}\n${pictures.map(url).join('\n')}`.trim(),
    tags: described ? [...text.tags, ...imeta] : text.tags,
  };
};

export const withFilm = (world: World, text: Text): Text => {
  const url = `${world.mediaUrl}/art/${FILM.file}`;
  const imeta = ['imeta', `url ${url}`, `m ${FILM.type}`, `dim ${FILM.dim}`, `alt ${FILM.alt}`];
  return { content: `${text.content}\n${url}`, tags: [...text.tags, imeta] };
};

export const withMention = (text: Text, person: Member, short = false): Text => ({
  content: `${text.content} nostr:${short ? person.npub : person.nprofile}`,
  tags: [...text.tags, ['p', person.pubkey]],
});

/** Quotes a note by a link in the text and a q tag (NIP-18). */
export const withQuote = (world: World, text: Text, quoted: NostrEvent): Text => {
  const hint = world.hint();
  const nevent = neventEncode({ id: quoted.id, relays: [hint], author: quoted.pubkey, kind: 1 });
  const tags = [
    ['q', quoted.id, hint, quoted.pubkey],
    ['p', quoted.pubkey],
  ];
  return { content: `${text.content}\n\nnostr:${nevent}`, tags: [...text.tags, ...tags] };
};

export const withWarning = (text: Text, reason: string): Text => ({
  content: text.content,
  tags: [...text.tags, ['content-warning', reason]],
});

/** The e and p tags of a reply, marked or in the older positional form (NIP-10). */
export function replyTags(world: World, parent: Posted, marked: boolean): string[][] {
  const root = parent.root ?? parent;
  const people = new Set([parent.event.pubkey, root.event.pubkey]);
  const p = [...people].map((pubkey) => ['p', pubkey]);
  const ids = root === parent ? [root] : [root, parent];
  const hint = world.hint();
  const marker = (posted: Posted): string => (posted === root ? 'root' : 'reply');
  const e = ids.map((posted) =>
    marked ? ['e', posted.event.id, hint, marker(posted), posted.event.pubkey] : ['e', posted.event.id],
  );
  return [...e, ...p];
}

/** Decorates a fresh note now and then: pictures, film, hashtags, mentions, quotes, links, warnings. */
export function decorate(world: World, plain: string, topic: Topic, recent: readonly Posted[]): Text {
  const { chance } = world;
  const text: Text = { content: plain, tags: [] };
  const draw = chance.unit();
  if (draw < 0.14) {
    const count = draw < 0.08 ? 1 : draw < 0.11 ? 2 : draw < 0.125 ? 3 : 4 + chance.below(3);
    return withPictures(world, text, chance.sample(PICTURES, count), chance.happens(0.9));
  }
  if (draw < 0.147) return withFilm(world, text);
  if (draw < 0.16) return withWarning(text, chance.pick(['Spoilers', 'Spiders', 'Blood, a small cut', 'Loud colours']));
  const earlier = recent.length > 0 ? chance.pick(recent) : undefined;
  if (draw < 0.21 && earlier) return withQuote(world, text, earlier.event);
  if (draw < 0.29)
    return withMention({ ...text, content: `${plain} ${chance.pick(LEADS)}` }, world.someone(), chance.happens(0.5));
  if (draw < 0.32) return { ...text, content: `${plain}\n\n${world.mediaUrl}/~${world.someone().handle}/${topic}` };
  return chance.happens(0.45) ? withHashtags(text, chance.sample(HASHTAGS[topic], 1 + chance.below(2))) : text;
}

export const noteDraft = (text: Text, at: number): Draft => ({
  kind: 1,
  at,
  content: text.content,
  tags: text.tags.map((tag) => [...tag]),
});
