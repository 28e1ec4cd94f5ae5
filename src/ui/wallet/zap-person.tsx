import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useDisplayName } from '#ui/queries.ts';

/** Who is zapped, and at which address. */
export const ZapPerson = ({ pubkey, address }: { pubkey: string; address: string }) => (
  <div className="row">
    <PersonAvatar pubkey={pubkey} size="m" />
    <span className="item__txt grow">
      <b>
        <bdi>{useDisplayName(pubkey)}</bdi>
      </b>
      <small>
        <bdi>{address}</bdi>
      </small>
    </span>
  </div>
);
