import { decodeProfileId } from '#domain/protocol/identifiers.ts';
import { lockPubkey } from './pubkey.ts';

/** so much hex is no name */
const HEX = /^[\da-f]{40,}$/i;

/** For whom ecash is to be locked: somebody, hex, whose key for it is looked up, or a key itself. */
export type LockWhom = { readonly person: string } | { readonly key: string } | 'no key' | 'nobody';

/** What somebody typed; bare hex is a key as it is (TOKEN-16), whoever may have it. */
export const readLockWhom = (typed: string): LockWhom => {
  const text = typed.trim();
  if (!HEX.test(text)) {
    const person = decodeProfileId(text)?.pubkey;
    return person === undefined ? 'nobody' : { person };
  }
  try {
    return { key: lockPubkey(text) };
  } catch {
    return 'no key';
  }
};
