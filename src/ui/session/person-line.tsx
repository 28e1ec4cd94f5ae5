import { shortNpub } from '#domain/protocol/identifiers.ts';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useDisplayName } from '#ui/queries.ts';

type Props = { pubkey: string; size?: 's' | 'm' };

/** Who an account is: picture, name and shortened npub. */
export const PersonLine = ({ pubkey, size }: Props) => {
  const name = useDisplayName(pubkey);
  const npub = shortNpub(pubkey);
  return (
    <>
      <PersonAvatar pubkey={pubkey} {...(size && { size })} />
      <span className="item__txt grow">
        <b className={name === npub ? 'mono' : 'clip'}>
          <bdi>{name}</bdi>
        </b>
        {name !== npub && <small className="mono">{npub}</small>}
      </span>
    </>
  );
};
