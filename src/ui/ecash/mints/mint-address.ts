import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import { mintUrl } from '#domain/ecash/mints/mint-url.ts';

/** The address of a mint as somebody typed it, https taken for granted. Throws an EcashError as `mintUrl` does. */
export const typedMint = (text: string): string => {
  const trimmed = text.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  return mintUrl(address, isSampleNetwork());
};

/** An address without what all of them begin with. */
export const shortMint = (url: string): string => url.replace(/^https?:\/\//, '');

type Named = { readonly url: string; readonly name: string };

/** The small line of a mint where one is chosen: any mint may call itself like another, its address is its own. */
export const withAddress = (said: string, { url, name }: Named): string =>
  shortMint(url) === name ? said : `${said} · ${shortMint(url)}`;
