const DOMAIN =
  /^(?:localhost|\[::1\]|[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+)(?::\d{1,5})?$/;
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;

/** Whether what stands behind the '@' of an address is a domain, in lower case, maybe with a port. */
export const isDomain = (text: string): boolean => DOMAIN.test(text);

/** Where a domain is asked; plain http only on this machine. */
export const originOf = (domain: string): string => `${LOOPBACK.test(domain) ? 'http' : 'https'}://${domain}`;

/** Whether a URL is https, or plain http on this machine, which pages over the sample network may ask (`mayLoad`). */
export const isSafeScheme = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.host));
