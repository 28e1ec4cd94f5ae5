import { isHex64 } from '#domain/protocol/event.ts';
import { normalizeRelayUrls } from '#domain/relays/relay-url.ts';
import { PAIRING_MAX_CHARACTERS, PAIRING_MAX_RELAYS } from './wallet-limits.ts';
import { WalletError } from './wallet-problem.ts';

/** What a pairing code of a wallet service says (NWC-01). `secret` in hex: it pays. */
export type Pairing = {
  /** hex; who signs the answers */
  readonly walletPubkey: string;
  /** normalised, each once */
  readonly relays: readonly string[];
  readonly secret: string;
  /** the Lightning address of the wallet */
  readonly lud16: string | undefined;
};

/** What everybody may know of a pairing. `clientPubkey` is the public key of its secret. */
export type PublicPairing = Omit<Pairing, 'secret'> & { readonly clientPubkey: string };

/** The protocol of pairing codes. No browser lets a page open its links (docs/adr/0070-links-of-wallets.md). */
export const PAIRING_PROTOCOL = 'nostr+walletconnect';

const CODE = /^nostr\+?walletconnect:(?:\/\/)?([^?/#]*)\/?(?:\?([^#]*))?$/i;
const LUD16 = /^[a-z0-9._+-]{1,64}@[a-z0-9.-]{1,253}(?::\d{1,5})?$/i;

/** Reads a pairing code as a person pastes it. Throws a WalletError with a `PairingProblem`. */
export const readPairingCode = (text: string): Pairing => {
  const trimmed = text.trim();
  if (trimmed === '') throw new WalletError({ code: 'no-pairing-code' });
  const found = trimmed.length <= PAIRING_MAX_CHARACTERS ? CODE.exec(trimmed) : null;
  if (!found) throw new WalletError({ code: 'not-a-pairing-code' });
  const [, key = '', search = ''] = found;
  const params = new URLSearchParams(search);
  const [named, secret] = [params.getAll('relay').filter((relay) => relay !== ''), params.get('secret') ?? ''];
  if (key === '' || named.length === 0 || secret === '') throw new WalletError({ code: 'pairing-incomplete' });
  const [walletPubkey, hex] = [key.toLowerCase(), secret.toLowerCase()];
  if (!isHex64(walletPubkey)) throw new WalletError({ code: 'pairing-key' });
  if (!isHex64(hex)) throw new WalletError({ code: 'pairing-secret' });
  const relays = normalizeRelayUrls(named).slice(0, PAIRING_MAX_RELAYS);
  if (relays.length === 0) throw new WalletError({ code: 'pairing-relay' });
  const lud16 = params.get('lud16')?.trim() ?? '';
  return { walletPubkey, relays, secret: hex, lud16: LUD16.test(lud16) ? lud16.toLowerCase() : undefined };
};

/** A pairing as a code again: the form in which it is encrypted. */
export const writePairingCode = ({ walletPubkey, relays, secret, lud16 }: Pairing): string => {
  const params = new URLSearchParams([...relays.map((relay) => ['relay', relay]), ['secret', secret]]);
  if (lud16 !== undefined) params.set('lud16', lud16);
  return `${PAIRING_PROTOCOL}://${walletPubkey}?${params.toString()}`;
};

/**
 * The pairing code in an address of the app, as a link of another page or app brings it: behind `#`, which no server sees;
 * undefined when there is none.
 */
export const pairingInAddress = (address: string): string | undefined => {
  const [, scheme = '', rest = ''] = /nostr(?:\+|%2b)?walletconnect(:|%3a)(.*)$/i.exec(address) ?? [];
  if (scheme === '') return undefined;
  try {
    // as a browser writes a link into the address of its handler
    const code = scheme === ':' ? rest : decodeURIComponent(rest.replace(/[&#].*$/, ''));
    return `${PAIRING_PROTOCOL}:${code}`;
  } catch {
    return undefined;
  }
};
