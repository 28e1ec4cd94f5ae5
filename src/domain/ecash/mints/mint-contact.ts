import type { MintInfo } from './mint.ts';

type Way = MintInfo['contact'][number];

/** One address alone, whatever a mint writes: no other beside it, and nothing that a letter is to say. */
const EMAIL = /^[^\s@?&,;:<>"()[\]\\]+@[^\s@?&,;:<>"()[\]\\]+$/;

/** The address to write to, where this way to reach a mint is one (NUT-06). */
export const mailOf = ({ method, info }: Way): string | undefined =>
  method === 'email' && EMAIL.test(info) ? info : undefined;

/** Where to write to those who run a mint; undefined: it names no address. */
export const mailOfMint = (contact: readonly Way[]): string | undefined =>
  contact.map(mailOf).find((mail) => mail !== undefined);
