import { isLoopback, isPublicHost } from '#domain/relays/public-host.ts';
import { MINT_URL_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';

/**
 * The address of a mint as it is named everywhere: no slash at the end, host in lower case, nothing behind the path. Throws
 * 'mint-url' for what is no address, or is one of this device or the network around it, and 'mint-insecure' for what is not
 * https. Over the sample network mints on this machine are asked by http, too (as its relays by ws).
 */
export const mintUrl = (text: string, loopback: boolean): string => {
  const url = text.length <= MINT_URL_MAX_CHARACTERS ? URL.parse(text.trim()) : null;
  if (!url || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new EcashError({ code: 'mint-url' });
  const isHere = loopback && isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !(isHere && url.protocol === 'http:'))
    throw new EcashError({ code: url.protocol === 'http:' ? 'mint-insecure' : 'mint-url' });
  if (!isHere && !isPublicHost(url.hostname)) throw new EcashError({ code: 'mint-url' });
  return url.origin + url.pathname.replace(/\/+$/, '');
};

/** What an address is called where there is no better name for it. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url;
