import type { ReactNode } from 'react';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import { AppLink } from '#ui/links.tsx';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useDisplayName } from '#ui/queries.ts';

type Props = { pubkey: string; children: ReactNode; end?: ReactNode };

/** Somebody in a list, with what is said of or by them; leads to their profile. */
export const PersonRow = ({ pubkey, children, end }: Props) => (
  <AppLink className="item" to="/npub/$npub" params={{ npub: encodeNpub(pubkey) }}>
    <PersonAvatar pubkey={pubkey} size="s" />
    <span className="item__txt">
      <b className="clip">
        <bdi>{useDisplayName(pubkey)}</bdi>
      </b>
      {children}
    </span>
    {end}
  </AppLink>
);
