import {
  ABOUT_MAX_CHARACTERS,
  EMOJIS_MAX,
  LUD06_MAX_CHARACTERS,
  METADATA_FIELD_MAX_CHARACTERS,
  NAME_MAX_CHARACTERS,
} from '#domain/protocol/protocol-limits.ts';
import { calmLine, calmText, cutText } from '#domain/text/calm-text.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { loadableUrl, safeWebUrl } from '#domain/text/web-url.ts';

/** Profile metadata of a kind 0 event; missing fields are empty strings (NIP-01). */
export type Metadata = {
  readonly name: string;
  /** falls back to the field `displayName` */
  readonly display_name: string;
  readonly picture: string;
  readonly about: string;
  /** 'name@domain', a domain, or empty */
  readonly nip05: string;
  /** `picture`, `banner` and `website` are http or https URLs or empty; the first two lead to no near network */
  readonly website: string;
  readonly banner: string;
  readonly lud16: string;
  readonly lud06: string;
  /** the tags of the custom emoji that stand in `about` (NIP-30); left out where there are none */
  readonly emojis?: NostrEvent['tags'];
  /** seconds: created_at of the event */
  readonly createdAt: number;
};

/** With a name or without: nothing else, such as another person's key, may stand where addresses stand. */
const NIP05_FORM = /^(?:[\w.-]+@[\w.:-]+|[\w-]+(?:\.[\w-]+)+)$/;

/** A website as people write it too: without its scheme. */
const BARE_WEBSITE = /^\s*(?=[\p{L}\p{N}.-]+\.\p{L}{2,}(?:[/:?#\s]|$))/u;

/** The address of a website as people write it; '' when it is none. */
export const websiteOf = (text: string): string => safeWebUrl(text.replace(BARE_WEBSITE, 'https://'));

const jsonObject = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && !Array.isArray(parsed) ? (parsed as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
};

/** Metadata of a kind 0 event; null when its content is not a JSON object (PROF-02 to PROF-05). Never throws. */
export const parseMetadata = (
  event: Pick<NostrEvent, 'content' | 'created_at'> & { readonly tags?: NostrEvent['tags'] },
): Metadata | null => {
  const fields = jsonObject(event.content);
  if (fields === null) return null;
  const read = (key: string): string => {
    const value = fields[key];
    return typeof value === 'string' ? value : '';
  };
  const line = (key: string, max = METADATA_FIELD_MAX_CHARACTERS): string => calmLine(read(key), max);
  const nip05 = line('nip05');
  const about = calmText(cutText(read('about'), ABOUT_MAX_CHARACTERS)).trim();
  const emojis = (event.tags ?? [])
    .filter(([name, shortcode]) => name === 'emoji' && about.includes(`:${shortcode}:`))
    .slice(0, EMOJIS_MAX)
    .map((tag) => tag.slice(0, 3));
  return {
    name: line('name', NAME_MAX_CHARACTERS),
    display_name: line('display_name', NAME_MAX_CHARACTERS) || line('displayName', NAME_MAX_CHARACTERS),
    picture: loadableUrl(read('picture')),
    about,
    nip05: NIP05_FORM.test(nip05) ? nip05 : '',
    website: websiteOf(read('website')),
    banner: loadableUrl(read('banner')),
    lud16: line('lud16'),
    lud06: line('lud06', LUD06_MAX_CHARACTERS),
    ...(emojis.length > 0 && { emojis }),
    createdAt: event.created_at,
  };
};
