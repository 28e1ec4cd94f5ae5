import { useQuery } from '@tanstack/react-query';
import { saysDislike } from '#domain/note/dislike.ts';
import type { Note } from '#domain/note/note.ts';
import { myReactionKey, type QueryData } from '#domain/cache/query-keys.ts';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useAfterClosing, useOverlay } from '#ui/overlay.ts';
import { WithTarget } from './with-target.tsx';
import { useNameInText } from '#ui/name-in-text.ts';
import { socialTexts as texts } from '#ui/texts/social.ts';
import { useGatedAct } from '#ui/social/use-act.ts';
import { useAccount } from '#ui/system-context.ts';
import { texts as words } from '#ui/texts/app.ts';
import { EMOJI, reactionWord } from './reactions.ts';

const CHOICES = ['+', '-', ...EMOJI] as const;

const Face = ({ content }: { content: string }) => {
  if (content === '+') return <Icon name="heart" size="l" />;
  return <span aria-hidden="true">{saysDislike(content) ? '👎' : content}</span>;
};

type Props = { note: Note; onClose: () => void };

const Reactions = ({ note, onClose }: Props) => {
  const { pubkey = '' } = useAccount();
  const act = useGatedAct();
  const afterClosing = useAfterClosing(onClose);
  const mine = useQuery<QueryData['my-reaction']>({ queryKey: myReactionKey(pubkey, note.id), enabled: false }).data;
  const choose = (content: string) =>
    afterClosing(() => {
      if (mine?.content === content) act('reactions', { type: 'reaction.undo', noteId: note.id }, texts.takeBack);
      else act('reactions', { type: 'reaction.react', noteId: note.id, content }, texts.react);
    });
  return (
    <Sheet
      title={texts.reactTo(useNameInText(note.pubkey))}
      onClose={onClose}
      foot={<Button onClick={onClose}>{words.shell.close}</Button>}
    >
      <ul className="faces" aria-label={texts.reactions}>
        {CHOICES.map((content) => (
          <li key={content}>
            <button
              type="button"
              className="face"
              aria-label={reactionWord(content)}
              aria-pressed={mine?.content === content}
              onClick={() => choose(content)}
            >
              <Face content={content} />
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
};

/** What one can say to a note without words: like, dislike, an emoji; pressing the one in force takes it back (`react={id}`). */
export const ReactionSheet = () => {
  const { value = '', close } = useOverlay('react');
  return (
    <WithTarget id={value} title={texts.react} onClose={close}>
      {(note) => <Reactions note={note} onClose={close} />}
    </WithTarget>
  );
};
