import {
  CONTENT_MAX_CHARACTERS,
  CONTENT_MAX_MEDIA,
  CONTENT_MAX_REFERENCES,
  EMOJIS_MAX,
  LINK_LABEL_CHARACTERS,
} from '#domain/protocol/protocol-limits.ts';
import { calmText, cutText } from '#domain/text/calm-text.ts';
import { isHex64, tagsNamed, type EventRef, type NostrEvent, type ProfileRef } from '#domain/protocol/event.ts';
import { decodeIdentifier } from '#domain/protocol/identifiers.ts';
import { describedMedia, mediaOf, trimUrl, LITERAL_PATTERN, type Media } from './media.ts';
import { quoteRefs } from '#domain/thread/thread.ts';
import { WORD_LETTERS } from '#domain/text/word-letters.ts';
import { linkLabel, loadableUrl, safeWebUrl } from '#domain/text/web-url.ts';
import { CONTENT_MAX_QUOTES } from './note-limits.ts';

/** A piece of running text. */
export type Segment =
  /** plain words; line ends are '\n' in it (render with `white-space: pre-wrap`) */
  | { readonly type: 'text'; readonly text: string }
  /** `url` is http or https; `label` is what to show */
  | { readonly type: 'link'; readonly url: string; readonly label: string }
  /** `hashtag` is lower-cased without '#', `label` as written with it */
  | { readonly type: 'hashtag'; readonly hashtag: string; readonly label: string }
  | ({ readonly type: 'mention' } & ProfileRef)
  /** a note beyond the quotes a card shows: a link to it */
  | ({ readonly type: 'note' } & EventRef)
  /** the code of what no screen shows (NIP-19); `id` of an event */
  | { readonly type: 'address'; readonly address: string; readonly id?: string }
  /** NIP-30 */
  | { readonly type: 'emoji'; readonly shortcode: string; readonly url: string };

/** A note from top to bottom. */
export type Block =
  | { readonly type: 'text'; readonly segments: readonly Segment[] }
  | { readonly type: 'images'; readonly images: readonly Media[] }
  | { readonly type: 'video'; readonly video: Media }
  | ({ readonly type: 'quote' } & EventRef)
  /** ecash, as it is written: whoever reads it can take it; or a request to be paid with some (NUT-18, NUT-26), or an invoice */
  | { readonly type: 'token'; readonly text: string };

type Written = Pick<NostrEvent, 'content' | 'tags'>;

/** Ecash as it is written, but for the signs that may fill up its end. */
export const TOKEN_PATTERN = 'cashu[A-Z][\\w+/-]{20,}';

const BECH32 = '[02-9ac-hj-np-z]';
const IDENTIFIER = `(?:(?:npub|note)1${BECH32}{58}|(?:nprofile|nevent|naddr)1${BECH32}{20,1500})`;

/** Each alternative is found or refused in one pass from where it starts, so that the whole is linear. */
const TOKENS = new RegExp(
  [
    `(?<literal>${LITERAL_PATTERN})`,
    `(?:[Nn]ostr:@?|(?<![${WORD_LETTERS}/=.-])@?)(?<identifier>${IDENTIFIER})`,
    `(?<![\\w/=.-])(?<token>(?:lightning:)?(?:lnbc|LNBC)[\\da-zA-Z]{150,}|(?:(?:web\\+)?cashu:(?://)?)?(?:(?:${TOKEN_PATTERN}|creqA[\\w+/-]{20,})={0,2}|(?:creqb|CREQB)1[\\da-zA-Z]{20,}))`,
    '#\\[(?<index>\\d{1,4})\\]',
    // nor behind another: the second '#' may close it
    `(?=#)(?<![${WORD_LETTERS}&/#]|#[\\p{L}\\p{M}\\p{N}\\p{Join_C}_]{1,100})(?<hashtag>#(?:[\\p{L}\\p{M}\\p{N}_]|\\p{Join_C}(?![${WORD_LETTERS}])(?=\\p{L})){1,100})`,
    ':(?<shortcode>[A-Za-z0-9_-]{1,64}):',
  ].join('|'),
  'gu',
);

/** What one token turned into; undefined: it is plain text after all. `length`: how much of the text it takes. */
type Token = { readonly piece: Segment | Block; readonly length: number };

type Context = {
  readonly event: Written;
  readonly described: ReadonlyMap<string, Media>;
  readonly emojis: ReadonlyMap<string, string>;
};

type Draft = {
  readonly blocks: Block[];
  segments: Segment[];
  text: string;
  readonly quoted: Set<string>;
  media: number;
};

const emojisOf = (event: Written): ReadonlyMap<string, string> =>
  new Map(
    tagsNamed(event, 'emoji')
      .slice(0, EMOJIS_MAX)
      .map(([, shortcode = '', url = '']) => [shortcode, loadableUrl(url)] as const)
      .filter(([shortcode, url]) => /^[A-Za-z0-9_-]{1,64}$/.test(shortcode) && url !== ''),
  );

const urlToken = (raw: string, { described }: Context): Token | undefined => {
  const written = trimUrl(raw);
  const url = safeWebUrl(written);
  if (url === '') return undefined;
  const media = mediaOf(url, described);
  if (media === undefined) return { piece: { type: 'link', url, label: linkLabel(url) }, length: written.length };
  const piece: Block = media.type === 'image' ? { type: 'images', images: [media] } : { type: 'video', video: media };
  return { piece, length: written.length };
};

const identifierPiece = (code: string): Segment | Block | undefined => {
  const decoded = decodeIdentifier(code);
  switch (decoded?.type) {
    case 'profile':
      return { ...decoded, type: 'mention' };
    case 'note':
      return { ...decoded, type: 'quote' };
    case 'address':
      return decoded;
    default:
      return undefined;
  }
};

/** '#[2]' cites the tag at that index (NIP-08, still met in old notes). */
const citedPiece = (index: number, { tags }: Written): Segment | Block | undefined => {
  const [name, value] = tags[index] ?? [];
  if (!isHex64(value)) return undefined;
  if (name === 'p') return { type: 'mention', pubkey: value, relays: [] };
  return name === 'e' ? { type: 'quote', id: value, relays: [] } : undefined;
};

const hashtagPiece = (label: string): Segment | undefined =>
  /\p{L}/u.test(label) ? { type: 'hashtag', hashtag: label.slice(1).toLowerCase(), label } : undefined;

const emojiPiece = (shortcode: string, { emojis }: Context): Segment | undefined => {
  const url = emojis.get(shortcode);
  return url === undefined ? undefined : { type: 'emoji', shortcode, url };
};

const readToken = (match: RegExpExecArray, context: Context): Token | undefined => {
  const { literal, identifier, token, index, hashtag, shortcode } = match.groups ?? {};
  if (literal !== undefined) return urlToken(literal, context);
  const piece =
    (identifier !== undefined && identifierPiece(identifier)) ||
    (token !== undefined && { type: 'token' as const, text: token }) ||
    (index !== undefined && citedPiece(Number(index), context.event)) ||
    (hashtag !== undefined && hashtagPiece(hashtag)) ||
    (shortcode !== undefined && emojiPiece(shortcode, context)) ||
    undefined;
  return piece && { piece, length: match[0].length };
};

const isBlock = (piece: Segment | Block): piece is Block =>
  piece.type === 'images' ||
  piece.type === 'video' ||
  piece.type === 'quote' ||
  piece.type === 'token' ||
  'segments' in piece;

const endText = (draft: Draft): void => {
  if (draft.text !== '') draft.segments.push({ type: 'text', text: draft.text });
  draft.text = '';
};

const trimmed = (segments: readonly Segment[]): Segment[] =>
  segments
    .map((segment, at) => {
      if (segment.type !== 'text') return segment;
      const text = at === 0 ? segment.text.trimStart() : segment.text;
      return { ...segment, text: at === segments.length - 1 ? text.trimEnd() : text };
    })
    .filter((segment) => segment.type !== 'text' || segment.text !== '');

const endParagraph = (draft: Draft): void => {
  endText(draft);
  const segments = trimmed(draft.segments);
  if (segments.length > 0) draft.blocks.push({ type: 'text', segments });
  draft.segments = [];
};

/** Pictures with nothing but white space between them are one grid. */
const addBlock = (draft: Draft, block: Block): void => {
  endParagraph(draft);
  const last = draft.blocks.at(-1);
  if (block.type !== 'images' || last?.type !== 'images') draft.blocks.push(block);
  else draft.blocks[draft.blocks.length - 1] = { type: 'images', images: [...last.images, ...block.images] };
};

/** What a card shows too many of becomes a link, or a few letters of it; so does what stands there twice. */
const limited = (draft: Draft, piece: Segment | Block): Segment | Block => {
  if (piece.type === 'quote' || piece.type === 'token') {
    const name = piece.type === 'quote' ? piece.id : piece.text;
    if (draft.quoted.has(name) || draft.quoted.size >= CONTENT_MAX_QUOTES)
      return piece.type === 'quote'
        ? { ...piece, type: 'note' }
        : { type: 'text', text: cutText(name, LINK_LABEL_CHARACTERS) };
    draft.quoted.add(name);
  }
  const media = piece.type === 'images' ? piece.images[0] : piece.type === 'video' ? piece.video : undefined;
  if (media === undefined) return piece;
  draft.media += 1;
  return draft.media <= CONTENT_MAX_MEDIA ? piece : { type: 'link', url: media.url, label: linkLabel(media.url) };
};

const add = (draft: Draft, wanted: Segment | Block): void => {
  const piece = limited(draft, wanted);
  if (isBlock(piece)) return addBlock(draft, piece);
  endText(draft);
  draft.segments.push(piece);
};

const readText = (content: string, context: Context, draft: Draft): void => {
  const tokens = new RegExp(TOKENS);
  let at = 0;
  for (let found = 0; found < CONTENT_MAX_REFERENCES; found += 1) {
    const match = tokens.exec(content);
    if (match === null) break;
    draft.text += content.slice(at, match.index);
    const token = readToken(match, context);
    if (token === undefined) draft.text += match[0];
    else add(draft, token.piece);
    at = match.index + (token?.length ?? match[0].length);
  }
  draft.text += content.slice(at);
  endParagraph(draft);
};

/** Media that only imeta names and notes that only a q tag quotes stand at the end. */
const addUnwritten = (event: Written, context: Context, draft: Draft): void => {
  const shown = new Set(
    draft.blocks.flatMap((block) =>
      block.type === 'images' ? block.images.map(({ url }) => url) : block.type === 'video' ? [block.video.url] : [],
    ),
  );
  const named = new Set(
    draft.blocks.flatMap((block) =>
      block.type === 'text' ? block.segments.map((segment) => 'id' in segment && segment.id) : [],
    ),
  );
  for (const media of context.described.values()) {
    if (shown.has(media.url) || draft.media >= CONTENT_MAX_MEDIA) continue;
    add(draft, media.type === 'image' ? { type: 'images', images: [media] } : { type: 'video', video: media });
  }
  for (const quote of quoteRefs(event)) {
    if (!draft.quoted.has(quote.id) && !named.has(quote.id) && draft.quoted.size < CONTENT_MAX_QUOTES)
      add(draft, { ...quote, type: 'quote' });
  }
};

/**
 * What to show for the content of a note, in order (NIP-10, 18, 21, 27, 30, 92). Works in time linear in the length, on
 * at most CONTENT_MAX_CHARACTERS and CONTENT_MAX_REFERENCES; the rest stays plain text. Never throws.
 */
export const parseContent = (event: Written): readonly Block[] => {
  const draft: Draft = { blocks: [], segments: [], text: '', quoted: new Set(), media: 0 };
  const context: Context = { event, described: describedMedia(event), emojis: emojisOf(event) };
  readText(calmText(cutText(event.content, CONTENT_MAX_CHARACTERS)), context, draft);
  addUnwritten(event, context, draft);
  return draft.blocks;
};
