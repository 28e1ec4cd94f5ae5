import type { ReactNode } from 'react';
import { shortNpub } from '#domain/identifiers.ts';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useDisplayName } from '#ui/queries.ts';

type Props = { pubkey: string; size?: 's' | 'm'; note?: ReactNode };

/** Who an account is: picture, name and shortened npub. */
export const PersonLine = ({ pubkey, size, note }: Props) => (
  <>
    <PersonAvatar pubkey={pubkey} {...(size && { size })} />
    <span className="item__txt grow">
      <b>
        <bdi>{useDisplayName(pubkey)}</bdi>
      </b>
      <small className="mono">{shortNpub(pubkey)}</small>
      {note}
    </span>
  </>
);
