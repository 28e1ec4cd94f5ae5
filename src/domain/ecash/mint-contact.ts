import type { MintInfo } from './mint.ts';

type Way = MintInfo['contact'][number];

/** calls nothing else, whatever a mint writes */
const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;

/** The address to write to, where this way to reach a mint is one (NUT-06). */
export const mailOf = ({ method, info }: Way): string | undefined =>
  method === 'email' && EMAIL.test(info) ? info : undefined;

/** Where to write to those who run a mint; undefined: it names no address. */
export const mailOfMint = (contact: readonly Way[]): string | undefined =>
  contact.map(mailOf).find((mail) => mail !== undefined);
