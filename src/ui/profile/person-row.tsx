import type { ComponentType } from 'react';
import { encodeNpub, shortNpub } from '#domain/protocol/identifiers.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import { nip05Label, parseNip05 } from '#domain/profile/nip05.ts';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { AppLink } from '#ui/links.tsx';
import { useAddress, useDisplayName, useMetadata } from '#ui/queries.ts';
import { profileTexts } from '#ui/texts/profile.ts';

/** What stands under the name: the address, else the key, unless the key already stands for the name. */
const useDetail = (metadata: Metadata | null | undefined, pubkey: string, name: string): string | undefined => {
  const address = parseNip05(useAddress(pubkey, metadata?.nip05));
  const npub = shortNpub(pubkey);
  if (!metadata && name === npub) return metadata === null ? profileTexts.person.none : profileTexts.person.loading;
  if (address !== undefined) return nip05Label(address);
  return name === npub ? undefined : npub;
};

type Props = { pubkey: string; action: ComponentType<{ pubkey: string }> };

/** One person of a list: leads to their profile, and offers what one does with people of such a list. */
export const PersonRow = ({ pubkey, action: Action }: Props) => {
  const metadata = useMetadata(pubkey);
  const name = useDisplayName(pubkey, metadata);
  const detail = useDetail(metadata, pubkey, name);
  return (
    <div className="item">
      <AppLink to="/npub/$npub" params={{ npub: encodeNpub(pubkey) }} className="people__who">
        <PersonAvatar pubkey={pubkey} size="m" />
        <span className="item__txt">
          <b>
            <bdi>{name}</bdi>
          </b>
          {detail !== undefined && <small>{detail}</small>}
        </span>
      </AppLink>
      <Action pubkey={pubkey} />
    </div>
  );
};
