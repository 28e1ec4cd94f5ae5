import { shortNpub } from '#domain/protocol/identifiers.ts';
import type { Metadata } from './metadata.ts';

/** The name to show for a person: display name, else name, else the shortened npub. */
export const displayNameOf = (
  metadata: Pick<Metadata, 'display_name' | 'name'> | null | undefined,
  pubkey: string,
): string => metadata?.display_name || metadata?.name || shortNpub(pubkey);
