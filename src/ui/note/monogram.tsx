import { useEffect, useState, type CSSProperties } from 'react';
import { ASCII_FACE } from '#domain/ascii/ascii-limits.ts';
import { monogramOf } from '#domain/note/monogram-letters.ts';
import type { FaceProps } from '#ui/kit/avatar.tsx';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { Identicon } from '#ui/kit/identicon.tsx';
import { useDisplayName } from '#ui/queries.ts';
import { usePreference } from '#ui/system-context.ts';
import { useStudio } from './use-studio.ts';

type InkedProps = { letters: string; ink?: string | undefined };

/** Letters that nobody reads out: the name stands beside them. */
const Letters = ({ letters, ink }: InkedProps) => (
  <i className="monogram" data-letters={letters} style={{ '--ink': ink } as CSSProperties} />
);

/** In the main colour of the picture, as soon as that is known. */
const Coloured = ({ letters, picture }: { letters: string; picture: string }) => {
  const studio = useStudio();
  const [ink, setInk] = useState(() => studio.kept(picture)?.ink);
  useEffect(() => {
    const order = { url: picture, colour: true, ...ASCII_FACE };
    const sitting = studio.order(order, (answer) => answer.ok && setInk(answer.drawing.ink), false);
    return () => sitting.leave();
  }, [studio, picture]);
  return <Letters letters={letters} ink={ink} />;
};

/** The letters of a name in place of the picture of a person; a pattern for those without a name. */
export const Monogram = ({ pubkey, picture }: FaceProps) => {
  const name = useDisplayName(pubkey);
  const [colour] = usePreference('useColor');
  const letters = name.startsWith('npub1') ? undefined : monogramOf(name);
  if (letters === undefined) return <Identicon pubkey={pubkey} />;
  const plain = <Letters letters={letters} />;
  if (!colour || !picture) return plain;
  return (
    <ErrorBoundary fallback={plain}>
      <Coloured key={picture} letters={letters} picture={picture} />
    </ErrorBoundary>
  );
};
