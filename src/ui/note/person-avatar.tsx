import { Avatar, AvatarPicture } from '#ui/kit/avatar.tsx';
import { useMetadata } from '#ui/queries.ts';

type Props = { pubkey: string; size?: 'xs' | 's' | 'm' };

/** The picture of a person, as soon as their metadata is known. */
export const PersonAvatar = ({ pubkey, size }: Props) => (
  <Avatar pubkey={pubkey} picture={useMetadata(pubkey)?.picture} {...(size && { size })} />
);

/** The same without its frame, for links that are the frame. */
export const PersonPicture = ({ pubkey }: { pubkey: string }) => (
  <AvatarPicture pubkey={pubkey} picture={useMetadata(pubkey)?.picture} />
);
