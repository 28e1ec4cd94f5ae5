import { Chip } from '#ui/kit/chip.tsx';
import { texts } from '#ui/texts/app.ts';

type Props = {
  hashtags: readonly string[];
  /** lower-cased, as in the filter; undefined: every note */
  chosen: string | undefined;
  onChoose: (hashtag: string | undefined) => void;
  onAdd: () => void;
};

/** Limits the feed to one hashtag; a second press shows all notes again. */
export const HashtagChips = ({ hashtags, chosen, onChoose, onAdd }: Props) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset does not scroll sideways
  <div className="chips chips--scroll" role="group" aria-label={texts.feed.hashtags}>
    <Chip label={texts.feed.all} pressed={chosen === undefined} onPress={() => onChoose(undefined)} />
    {hashtags.map((label) => {
      const hashtag = label.toLowerCase();
      const pressed = hashtag === chosen;
      return (
        <Chip
          key={hashtag}
          label={label}
          icon="hash"
          pressed={pressed}
          onPress={() => onChoose(pressed ? undefined : hashtag)}
        />
      );
    })}
    <Chip label={texts.feed.addHashtag} icon="plus" onPress={onAdd} />
  </div>
);
