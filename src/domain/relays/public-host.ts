/**
 * Hosts that strangers may send this browser to. What a note, a profile, a list or a link of somebody else names is loaded
 * without asking, so it must never lead to this device or the network around it.
 */

/** Names that mean this device or the network around it, and all names below them (RFC 6761, 6762, 8375 and habit). */
const NEAR_NAMES = ['localhost', 'localdomain', 'local', 'lan', 'internal', 'intranet', 'private', 'corp', 'home'];
const NEAR_NAME = new RegExp(String.raw`(?:^|\.)(?:${NEAR_NAMES.join('|')}|home\.arpa)$`);

/** Networks of IPv4 that are not the public one, as first address and length of the common part in bits (RFC 6890). */
const NEAR_NETWORKS: readonly (readonly [number, number])[] = [
  [0x00_00_00_00, 8], // this network
  [0x0a_00_00_00, 8], // private
  [0x64_40_00_00, 10], // of a carrier
  [0x7f_00_00_00, 8], // loopback
  [0xa9_fe_00_00, 16], // link-local
  [0xac_10_00_00, 12], // private
  [0xc0_00_00_00, 24], // of protocols
  [0xc0_a8_00_00, 16], // private
  [0xc6_12_00_00, 15], // of measurements
  [0xe0_00_00_00, 3], // multicast and reserved
];

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const isLoopbackV4 = (host: string): boolean => IPV4.test(host) && host.startsWith('127.');

const isPublicV4 = (host: string): boolean => {
  const address = host.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  return !NEAR_NETWORKS.some(([start, bits]) => Math.floor(address / 2 ** (32 - bits)) === start / 2 ** (32 - bits));
};

/** 2000::/3 is all that is public; of it, Teredo and 6to4 carry an IPv4 address that may be a near one. */
const isPublicV6 = (host: string): boolean => {
  const [first = 0, second = 0] = host
    .slice(1)
    .split(':')
    .map((part) => Number.parseInt(part || '0', 16));
  return first >= 0x20_00 && first <= 0x3f_ff && first !== 0x20_02 && !(first === 0x20_01 && second === 0);
};

/** Whether a host, as `URL` gives it (lower case, numbers as four parts), is one of the public network. */
export const isPublicHost = (hostname: string): boolean => {
  if (hostname.startsWith('[')) return isPublicV6(hostname);
  const host = hostname.replace(/\.$/, '');
  if (IPV4.test(host)) return isPublicV4(host);
  return host.includes('.') && !host.startsWith('.') && !host.endsWith('.') && !NEAR_NAME.test(host);
};

/** Whether a host, as `URL` gives it, is this machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || isLoopbackV4(hostname);

let isSample = false;

/** Pages over the sample network, whose pictures, names and relays are on loopback, say so in their configuration. */
export const allowLoopback = (allowed: boolean): void => {
  isSample = allowed;
};

/** Whether the address of a stranger may be loaded without asking. False for what is no address. */
export const mayLoad = (address: string): boolean => {
  const hostname = URL.parse(address)?.hostname ?? '';
  return isPublicHost(hostname) || (isSample && isLoopback(hostname));
};

/** Whether a relay that a stranger names may be asked. `url` is normalised. Names of Tor lead nowhere in a browser. */
export const isPublicRelay = (url: string): boolean => mayLoad(url) && !new URL(url).hostname.endsWith('.onion');
