import { mintUrl } from '#domain/ecash/mint-url.ts';
import { mayLoad } from '#domain/relays/public-host.ts';

/** The address of a mint as somebody typed it, https taken for granted. Throws an EcashError as `mintUrl` does. */
export const typedMint = (text: string): string => {
  const trimmed = text.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  return mintUrl(address, mayLoad('http://localhost'));
};

/** An address without what all of them begin with. */
export const shortMint = (url: string): string => url.replace(/^https?:\/\//, '');
