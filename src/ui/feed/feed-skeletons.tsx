import { Suspense } from 'react';
import { later } from '#ui/kit/later.ts';
import { NoteSkeletons } from '#ui/kit/skeleton.tsx';
import { usePreference } from '#ui/system-context.ts';

const TileSkeletons = later(() => import('./tile-skeletons.tsx').then((file) => file.TileSkeletons));

/** Notes of the feed that are being loaded: as cards, or as the tiles of Image Mode. */
export const FeedSkeletons = ({ count }: { count: number }) => {
  const [imageMode] = usePreference('imageMode');
  if (!imageMode) return <NoteSkeletons count={count} />;
  return (
    <Suspense fallback={null}>
      <TileSkeletons />
    </Suspense>
  );
};
