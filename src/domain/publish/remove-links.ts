import { LITERAL_PATTERN, trimUrl } from '#domain/note/media.ts';
import { safeWebUrl } from '#domain/text/web-url.ts';

/** The text without its links to this address, however they are written there. */
export const withoutLinks = (text: string, url: string): string =>
  text
    .replace(new RegExp(LITERAL_PATTERN, 'g'), (raw) => {
      const written = trimUrl(raw);
      return safeWebUrl(written) === url ? raw.slice(written.length) : raw;
    })
    .replace(/[ \t]+$/gm, '')
    .trimEnd();
