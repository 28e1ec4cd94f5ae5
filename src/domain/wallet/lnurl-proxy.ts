import { mayLoad } from '#domain/relays/public-host.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import { isSafeScheme } from '#domain/text/domain-name.ts';
import { PROXY_MAX_CHARACTERS } from './wallet-limits.ts';

/** A proxy for providers of Lightning addresses that pages may not read (LNURL-08, LNURL-11). */
export type ProxyChoice = {
  /** what stands before the address that is asked for */
  readonly url: string;
  /** whether it may see signed zap requests and comments, too, not only whom one pays and how much */
  readonly zaps: boolean;
};

/** The address of a proxy as the user typed it; undefined for what can be none. */
export const readProxyUrl = (typed: string): string | undefined => {
  const text = typed.trim();
  const url = text.length <= PROXY_MAX_CHARACTERS && leakedSecret(text) === undefined ? URL.parse(text) : null;
  const isFit = url !== null && url.username === '' && url.password === '' && isSafeScheme(url) && mayLoad(url.href);
  return isFit ? url.href : undefined;
};

/** A choice out of the storage. */
export const readProxyChoice = (value: unknown): ProxyChoice | undefined => {
  const { url, zaps } = Object(value) as Readonly<Record<string, unknown>>;
  const read = typeof url === 'string' ? readProxyUrl(url) : undefined;
  return read === undefined ? undefined : { url: read, zaps: zaps === true };
};

/** What stands before an address that is asked for, when the proxy may see this question. */
export const throughProxy = (choice: ProxyChoice | undefined, told: boolean): string | undefined =>
  choice && (choice.zaps || !told) ? choice.url : undefined;
