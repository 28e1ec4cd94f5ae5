import { useState } from 'react';
import { Identicon } from './identicon.tsx';

type PictureProps = {
  /** hex */
  pubkey: string;
  /** address of the picture; '' or left out: there is none */
  picture?: string | undefined;
};

/** The inside of an avatar: the picture, or a pattern where there is none or it does not load. */
export const AvatarPicture = ({ pubkey, picture }: PictureProps) => {
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

type Props = PictureProps & {
  /** 36 px when left out; xs 20, s 28, m 44, xl 88 */
  size?: 'xs' | 's' | 'm' | 'xl';
};

/** The picture of a person, of fixed size. Says nothing to screen readers: the name stands beside it. */
export const Avatar = ({ pubkey, picture, size }: Props) => (
  <span className={size === undefined ? 'avatar' : `avatar avatar--${size}`}>
    <AvatarPicture pubkey={pubkey} picture={picture} />
  </span>
);
