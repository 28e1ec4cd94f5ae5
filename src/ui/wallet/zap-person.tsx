import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useDisplayName, useMetadata } from '#ui/queries.ts';

/** Who is zapped, and at which address; '' for one that could not be used, which is shown as it stands in the profile. */
export const ZapPerson = ({ pubkey, address }: { pubkey: string; address: string }) => {
  const metadata = useMetadata(pubkey);
  return (
    <div className="row">
      <PersonAvatar pubkey={pubkey} size="m" />
      <span className="item__txt grow">
        <b>
          <bdi>{useDisplayName(pubkey)}</bdi>
        </b>
        <small>
          <bdi>{address || metadata?.lud16}</bdi>
        </small>
      </span>
    </div>
  );
};
