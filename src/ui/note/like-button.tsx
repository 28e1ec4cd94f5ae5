import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { saysDislike } from '#domain/note/dislike.ts';
import { myReactionKey, type MyReaction, type QueryData } from '#domain/cache/query-keys.ts';
import type { Note } from '#domain/note/note.ts';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { useLongPress } from '#ui/kit/use-long-press.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import { socialTexts as texts } from '#ui/texts/social.ts';
import { useGatedAct } from '#ui/social/use-act.ts';
import { useAccount, useArea } from '#ui/system-context.ts';
import { compact } from '#ui/texts/formats.ts';
import { ReactionText } from './reaction-text.tsx';
import { reactionWord } from './reactions.ts';

type Props = { note: Note; likes: number; small: boolean };

/** What the button says: what a press does, or what the user said, and how many like the note. */
const labelOf = (mine: MyReaction | null, likes: number): string => {
  const what = mine === null || mine.content === '+' ? texts.like : texts.reacted(reactionWord(mine.content));
  return likes === 0 ? what : `${what}, ${texts.likes(likes)}`;
};

const Face = ({ mine, small }: { mine: MyReaction | null; small: boolean }) =>
  mine === null || mine.content === '+' ? (
    <Icon name="heart" {...(small && { size: 's' })} />
  ) : (
    <span className="act__face" aria-hidden="true">
      {saysDislike(mine.content) ? '👎' : <ReactionText event={mine.event ?? { content: mine.content, tags: [] }} />}
    </span>
  );

const Button = ({ note, likes, small, mine }: Props & { mine: MyReaction | null }) => {
  const open = useOpenOverlay();
  const act = useGatedAct();
  const isOn = mine !== null;
  const toggle = () => {
    if (isOn) act('reactions', { type: 'reaction.undo', noteId: note.id }, texts.takeBack);
    else act('reactions', { type: 'reaction.react', noteId: note.id, content: '+' }, texts.like);
  };
  const press = useLongPress(toggle, () => open({ react: note.id }));
  return (
    <button
      type="button"
      className="act act--hold"
      data-act="like"
      aria-label={labelOf(mine, likes)}
      aria-pressed={isOn}
      {...(isOn && { 'data-on': 'like' })}
      {...press}
    >
      <Face mine={mine} small={small} />
      {likes > 0 && compact(likes)}
    </button>
  );
};

const MyButton = ({ pubkey, ...props }: Props & { pubkey: string }) => {
  useArea('reactions');
  const { data: mine = null } = useQuery<QueryData['my-reaction']>({ queryKey: myReactionKey(pubkey, props.note.id) });
  return <Button {...props} mine={mine} />;
};

/** Likes a note and takes it back; a long press offers other reactions (PUB-01). */
export const LikeButton = (props: Props) => {
  const { pubkey } = useAccount();
  const plain = <Button {...props} mine={null} />;
  if (pubkey === undefined) return plain;
  return (
    <ErrorBoundary fallback={plain}>
      <Suspense fallback={plain}>
        <MyButton {...props} pubkey={pubkey} />
      </Suspense>
    </ErrorBoundary>
  );
};
