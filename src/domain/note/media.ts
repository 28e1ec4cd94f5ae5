import {
  BLURHASH_MAX_CHARACTERS,
  CONTENT_MAX_CHARACTERS,
  CONTENT_MAX_MEDIA,
  CONTENT_MAX_REFERENCES,
} from '#domain/protocol/protocol-limits.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import { tagsNamed, type NostrEvent } from '#domain/protocol/event.ts';
import { mayLoad } from '#domain/relays/public-host.ts';
import { loadableUrl, safeWebUrl } from '#domain/text/web-url.ts';
import { ALT_MAX_CHARACTERS } from './note-limits.ts';

/** A picture or video of a note with what its imeta tag says (NIP-92). Unknown texts are ''. */
export type Media = {
  readonly type: 'image' | 'video';
  readonly url: string;
  readonly alt: string;
  readonly mime: string;
  readonly blurhash: string;
  /** px */
  readonly width?: number;
  readonly height?: number;
};

/** of a picture that stands alone: width to height */
const NARROWEST = 3 / 4;
const WIDEST = 3;

/** The shape of a lone picture: its own within reason, so that nothing moves when it arrives. */
export const lonePictureRatio = ({ width, height }: Media): number | undefined =>
  width === undefined || height === undefined ? undefined : Math.min(WIDEST, Math.max(NARROWEST, width / height));

/** Where a web URL may stand in a text. It ends at white space, quotes, CJK punctuation and invisible characters. */
const URL_PATTERN = String.raw`[Hh][Tt]{2}[Pp][Ss]?:\/\/[^\s<>"\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3000-\u303f\uff00-\uffef]+`;

const CODE_PATTERN = '```[\\s\\S]*?```|`[^`\\n]+`';

/** What a text says letter by letter: code and web addresses. An address inside code is found as a part of the code, which is no URL. */
export const LITERAL_PATTERN = `${CODE_PATTERN}|${URL_PATTERN}`;

const IMAGE = /\.(?:avif|bmp|gif|jfif|jpe?g|png|svg|webp)$/i;
const VIDEO = /\.(?:m4v|mov|mp4|ogv|webm)$/i;
const CLOSERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

const count = (text: string, character: string): number => text.split(character).length - 1;

/** The URL without what belongs to the sentence around it: end punctuation, a closing bracket that it did not open. */
export const trimUrl = (raw: string): string => {
  const surplus: Record<string, number> = {};
  for (const [closer, opener] of Object.entries(CLOSERS)) surplus[closer] = count(raw, closer) - count(raw, opener);
  let end = raw.length;
  for (; end > 0; end -= 1) {
    const last = raw[end - 1] ?? '';
    const open = surplus[last];
    if (open !== undefined && open > 0) surplus[last] = open - 1;
    else if (!/(?![#%&/@])[\p{Po}\p{Pf}\p{Pi}`_~|]/u.test(last)) break;
  }
  return raw.slice(0, end);
};

const sizeOf = (dim: string | undefined): Pick<Media, 'width' | 'height'> => {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(dim ?? '') ?? [];
  return Number(width) > 0 && Number(height) > 0 ? { width: Number(width), height: Number(height) } : {};
};

const typeOf = (url: string, mime: string): Media['type'] | undefined => {
  if (mime.startsWith('image/')) return 'image';
  if (mime.startsWith('video/')) return 'video';
  const path = URL.parse(url)?.pathname ?? '';
  return IMAGE.test(path) ? 'image' : VIDEO.test(path) ? 'video' : undefined;
};

const fields = (tag: readonly string[]): Map<string, string> => {
  const read = new Map<string, string>();
  for (const entry of tag.slice(1, 30)) {
    const space = entry.indexOf(' ');
    if (space > 0 && !read.has(entry.slice(0, space))) read.set(entry.slice(0, space), entry.slice(space + 1));
  }
  return read;
};

/** What kind of media a URL is, by its file extension or what imeta said; undefined for other links. `url` is safe. */
export const mediaOf = (url: string, described: ReadonlyMap<string, Media>): Media | undefined => {
  const known = described.get(url);
  if (known !== undefined) return known;
  const type = typeOf(url, '');
  return type && mayLoad(url) ? { type, url, alt: '', mime: '', blurhash: '' } : undefined;
};

/** The media that the imeta tags of an event describe, by URL (NIP-92). */
export const describedMedia = (event: Pick<NostrEvent, 'tags'>): ReadonlyMap<string, Media> => {
  const described = new Map<string, Media>();
  for (const tag of tagsNamed(event, 'imeta').slice(0, CONTENT_MAX_MEDIA)) {
    const read = fields(tag);
    const url = loadableUrl(read.get('url') ?? '');
    const mime = (read.get('m') ?? '').toLowerCase();
    const type = typeOf(url, mime);
    if (url === '' || type === undefined) continue;
    const alt = calmLine(read.get('alt') ?? '', ALT_MAX_CHARACTERS);
    const blurhash = (read.get('blurhash') ?? '').slice(0, BLURHASH_MAX_CHARACTERS);
    described.set(url, { type, url, alt, mime, blurhash, ...sizeOf(read.get('dim')) });
  }
  return described;
};

/** Pictures and videos of an event, in order: those its text links to, then those only imeta names (NOTE-01). */
export const mediaIn = (event: Pick<NostrEvent, 'content' | 'tags'>): readonly Media[] => {
  const described = describedMedia(event);
  const found = new Map<string, Media>();
  let links = 0;
  for (const [raw] of event.content.slice(0, CONTENT_MAX_CHARACTERS).matchAll(new RegExp(LITERAL_PATTERN, 'g'))) {
    links += 1;
    if (links > CONTENT_MAX_REFERENCES) break;
    const url = safeWebUrl(trimUrl(raw));
    const media = url === '' ? undefined : mediaOf(url, described);
    if (media !== undefined) found.set(url, media);
  }
  for (const [url, media] of described) if (!found.has(url)) found.set(url, media);
  return [...found.values()].slice(0, CONTENT_MAX_MEDIA);
};
