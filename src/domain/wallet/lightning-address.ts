import { decodeBech32, encodeBech32 } from '#domain/protocol/bech32.ts';
import { URL_MAX_CHARACTERS } from '#domain/protocol/protocol-limits.ts';
import { mayLoad } from '#domain/relays/public-host.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import { isDomain, isSafeScheme, originOf } from '#domain/text/domain-name.ts';
import { inBitcoinUri } from './bitcoin-uri.ts';
import { LNURL_MAX_CHARACTERS, LIGHTNING_ADDRESS_MAX_CHARACTERS } from './wallet-limits.ts';
import { isLnurlProblem, type LnurlProblem } from './zap-problem.ts';

/** Where a person can be paid: the URL to ask, and what of it a person is shown. */
export type PayEndpoint = {
  readonly url: string;
  /** 'ines@example.com', or the host of an LNURL */
  readonly shown: string;
};

type Found = PayEndpoint | LnurlProblem;

const DOMAIN_LETTERS = /^[\p{L}\p{M}\p{N}.:[\]-]+$/u;

/** A domain as it is asked: that of another script in ASCII, and without a final dot; '' for none. */
const hostOf = (domain: string): string => {
  const host = DOMAIN_LETTERS.test(domain) ? URL.parse(`https://${domain}`)?.host : undefined;
  return (host ?? '').replace(/\.(?=:\d+$|$)/, '');
};

/** Reads a Lightning address, 'name@domain' (LUD-16, LNURL-05, LNURL-06). */
export const readLightningAddress = (text: string): Found => {
  const trimmed = text.trim().toLowerCase();
  if (trimmed.length > LIGHTNING_ADDRESS_MAX_CHARACTERS || leakedSecret(trimmed) !== undefined)
    return { code: 'lud16-format' };
  const [name = '', written = '', ...more] = trimmed.split('@');
  const domain = hostOf(written);
  if (more.length > 0 || !/^[a-z0-9._+-]+$/.test(name) || !isDomain(domain)) return { code: 'lud16-format' };
  const url = `${originOf(domain)}/.well-known/lnurlp/${encodeURIComponent(name)}`;
  return mayLoad(url) ? { url, shown: `${name}@${domain}` } : { code: 'address-unresolved' };
};

const decode = (text: string): string | undefined => {
  const bare = text.trim().replace(/^lightning:(?:\/\/)?/i, '');
  const { prefix, bytes } = (bare.length <= LNURL_MAX_CHARACTERS && decodeBech32(bare)) || {};
  return prefix === 'lnurl' ? new TextDecoder().decode(bytes) : undefined;
};

/** Reads an LNURL (LUD-01, LNURL-02 to LNURL-04). */
export const readLnurl = (text: string): Found => {
  const url = URL.parse(decode(text) ?? '');
  const isLong = (url?.href.length ?? 0) > URL_MAX_CHARACTERS;
  if (url !== null && !isSafeScheme(url)) return { code: 'lnurl-not-https' };
  if (url === null || isLong || url.username !== '' || url.password !== '') return { code: 'lud06-format' };
  return mayLoad(url.href) ? { url: url.href, shown: url.host } : { code: 'address-unresolved' };
};

/** How somebody can be paid, as a profile has it: a Lightning address and an LNURL, '' for none. */
export type PayAddresses = { readonly lud16: string; readonly lud06: string };

/** The Lightning address or LNURL that somebody pasted, also out of a link; undefined for what looks like neither. */
export const readPayAddresses = (text: string): PayAddresses | undefined => {
  const bare = inBitcoinUri(text, 'lightning')
    .trim()
    .replace(/^lightning:(?:\/\/)?/i, '');
  if (/^lnurl1/i.test(bare)) return { lud16: '', lud06: bare };
  return /^[^\s@]*@[^\s@]*$/.test(bare) ? { lud16: bare, lud06: '' } : undefined;
};

/** A URL as LNURL, as the tag of a zap request wants it (NIP-57). */
export const asLnurl = (url: string): string => encodeBech32('lnurl', new TextEncoder().encode(url));

/** Where the person of a profile can be paid: by their Lightning address, else by their LNURL (ZAP-05). */
export const payEndpointOf = ({ lud16, lud06 }: PayAddresses): Found => {
  if (lud16 === '' && lud06 === '') return { code: 'no-lightning-address' };
  const found = lud16 === '' ? undefined : readLightningAddress(lud16);
  if (found !== undefined && (!isLnurlProblem(found) || lud06 === '')) return found;
  const second = readLnurl(lud06);
  // people write the one into the field of the other; an LNURL that is one, but not https, is told as such (LNURL-03)
  return found !== undefined && isLnurlProblem(second) && second.code !== 'lnurl-not-https' ? found : second;
};
