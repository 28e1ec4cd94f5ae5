import { isHex64 } from '#domain/protocol/event.ts';
import { decodeIdentifier } from '#domain/protocol/identifiers.ts';

/** The public key that somebody wrote as hex or npub; undefined when it is neither (FOLLOW-10, SET-18). */
export const personOf = (text: string): string | undefined => {
  const written = text.trim().toLowerCase();
  if (isHex64(written)) return written;
  const decoded = written.startsWith('npub1') ? decodeIdentifier(written) : undefined;
  return decoded?.type === 'profile' ? decoded.pubkey : undefined;
};
