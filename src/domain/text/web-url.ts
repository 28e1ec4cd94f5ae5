import { LINK_LABEL_CHARACTERS, URL_MAX_CHARACTERS } from '#domain/protocol/protocol-limits.ts';
import { calmText, cutText } from './calm-text.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import { mayLoad } from '#domain/relays/public-host.ts';

/** The URL when it is an absolute http or https URL of sensible length without credentials or a secret key in it; else ''. */
export const safeWebUrl = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed.length > URL_MAX_CHARACTERS || !/^https?:\/\//i.test(trimmed)) return '';
  const url = URL.parse(trimmed);
  // the browser would ask for it, as for a picture that is being typed
  if (leakedSecret(url?.href ?? '') !== undefined) return '';
  return url === null || url.username !== '' || url.password !== '' || url.hostname === '' ? '' : url.href;
};

/** The same for what is loaded without asking, as pictures are: '' also for what is not of the public network. */
export const loadableUrl = (text: string): string => {
  const url = safeWebUrl(text);
  return mayLoad(url) ? url : '';
};

const decoded = (path: string): string => {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};

/** What a link shows: host first (an IDN host in ASCII, so that it cannot pose as another), then the path, shortened. */
export const linkLabel = (href: string): string => {
  const url = URL.parse(href);
  if (url === null) return cutText(href, LINK_LABEL_CHARACTERS);
  const host = url.host.replace(/^www\./, '');
  // The end of a host says who owns it, so a long one loses its start.
  if (host.length > LINK_LABEL_CHARACTERS) return `…${host.slice(-LINK_LABEL_CHARACTERS)}`;
  const path = `${url.pathname}${url.search}${url.hash}`.replace(/\/$/, '');
  return cutText(host + calmText(decoded(path)).replace(/\s+/g, ' '), LINK_LABEL_CHARACTERS);
};
