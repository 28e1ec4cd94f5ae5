import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Note } from '#domain/note/note.ts';
import { isProtected } from '#domain/publish/compose.ts';
import { myRepostKey, type QueryData } from '#domain/cache/query-keys.ts';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { useOpenToWrite } from '#ui/social/use-act.ts';
import { useAccount, useArea } from '#ui/system-context.ts';
import { compact } from '#ui/texts/formats.ts';
import { socialTexts as texts } from '#ui/texts/social.ts';

type Props = { note: Note; count: number; small: boolean };

const Button = ({ note, count, small, mine }: Props & { mine: boolean }) => {
  const open = useOpenToWrite();
  return (
    <button
      type="button"
      className="act"
      data-act="repost"
      aria-label={count === 0 ? texts.repost : `${texts.repost}, ${texts.reposts(count)}`}
      aria-pressed={mine}
      {...(mine && { 'data-on': 'repost' })}
      onClick={() => open({ repost: note.id }, texts.repost)}
    >
      <Icon name="repost" {...(small && { size: 's' })} />
      {count > 0 && compact(count)}
    </button>
  );
};

/** Whether the user reposted the note; undefined until that is known, false for a visitor. */
export const useMyRepost = (noteId: string): boolean | undefined => {
  useArea('reposts');
  const { pubkey } = useAccount();
  const query = { queryKey: myRepostKey(pubkey ?? '', noteId), enabled: pubkey !== undefined };
  const { data } = useQuery<QueryData['my-repost']>(query);
  return pubkey === undefined ? false : data === undefined ? undefined : data !== null;
};

const MyButton = (props: Props) => <Button {...props} mine={useMyRepost(props.note.id) === true} />;

/** A count that cannot be pressed. None shows nothing but keeps its place, so that nothing moves when it comes. */
const Figure = ({ count, small }: Omit<Props, 'note'>) => (
  <span className="act act--still">
    {count > 0 && (
      <>
        <Icon name="repost" {...(small && { size: 's' })} />
        <span aria-hidden="true">{compact(count)}</span>
        <span className="vh">{texts.reposts(count)}</span>
      </>
    )}
  </span>
);

/**
 * Opens the sheet in which a note is reposted or quoted, or the user's repost of it taken back; of a note that its author protects
 * (NIP-70) it shows only how often others reposted it.
 */
export const RepostButton = (props: Props) => {
  const { pubkey } = useAccount();
  const plain = <Button {...props} mine={false} />;
  if (isProtected(props.note)) return <Figure {...props} />;
  if (pubkey === undefined) return plain;
  return (
    <ErrorBoundary fallback={plain}>
      <Suspense fallback={plain}>
        <MyButton {...props} />
      </Suspense>
    </ErrorBoundary>
  );
};
