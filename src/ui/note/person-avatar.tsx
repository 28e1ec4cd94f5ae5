import { lazy, Suspense } from 'react';
import { AvatarPicture, type FaceProps } from '#ui/kit/avatar.tsx';
import { useMetadata } from '#ui/queries.ts';
import { usePreference } from '#ui/system-context.ts';

const Monogram = lazy(async () => ({
  default: await import('./monogram.tsx').then(
    ({ Monogram }) => Monogram,
    () => AvatarPicture,
  ),
}));

/** The picture of a person, in ASCII Mode their letters. */
export const Face = (props: FaceProps) => {
  const [useAscii] = usePreference('useAscii');
  if (!useAscii) return <AvatarPicture {...props} />;
  return (
    <Suspense>
      <Monogram {...props} />
    </Suspense>
  );
};

/** The same as soon as their metadata is known, without a frame, for links that are the frame. */
export const PersonPicture = ({ pubkey }: { pubkey: string }) => (
  <Face pubkey={pubkey} picture={useMetadata(pubkey)?.picture} />
);

type Props = {
  pubkey: string;
  /** 36 px when left out; xs 20, s 28, m 44 */
  size?: 'xs' | 's' | 'm';
};

/** The same in a frame of fixed size. Says nothing to screen readers: the name stands beside it. */
export const PersonAvatar = ({ pubkey, size }: Props) => (
  <span className={size === undefined ? 'avatar' : `avatar avatar--${size}`}>
    <PersonPicture pubkey={pubkey} />
  </span>
);
