import { useState } from 'react';
import { Identicon } from './identicon.tsx';

export type FaceProps = {
  /** hex */
  pubkey: string;
  /** address of the picture; '' or left out: there is none */
  picture?: string | undefined;
};

/** The inside of an avatar: the picture, or a pattern where there is none or it does not load. */
export const AvatarPicture = ({ pubkey, picture }: FaceProps) => {
  const [failed, setFailed] = useState('');
  if (picture === undefined || picture === '' || picture === failed) return <Identicon pubkey={pubkey} />;
  return (
    <img
      src={picture}
      alt=""
      width="88"
      height="88"
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(picture)}
    />
  );
};
