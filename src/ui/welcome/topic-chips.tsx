import type { Topic } from '#domain/social/suggestions.ts';
import { Chip } from '#ui/kit/chip.tsx';
import { welcomeTexts } from '#ui/texts/welcome.ts';

const { follow: texts } = welcomeTexts;

type Props = {
  /** undefined: not known yet, for which its place is kept */
  topics: readonly Topic[] | undefined;
  chosen: string | undefined;
  onChoose: (hashtag: string | undefined) => void;
};

/** Limits those who are suggested to who writes about one topic. */
export const TopicChips = ({ topics, chosen, onChoose }: Props) => {
  if (topics === undefined) return <div className="wel__topics" />;
  if (topics.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset does not scroll sideways
    <div className="chips wel__topics" role="group" aria-label={texts.topics}>
      <Chip label={texts.all} pressed={chosen === undefined} onPress={() => onChoose(undefined)} />
      {topics.map(({ hashtag }) => (
        <Chip
          key={hashtag}
          icon="hash"
          label={hashtag}
          pressed={hashtag === chosen}
          onPress={() => onChoose(hashtag === chosen ? undefined : hashtag)}
        />
      ))}
    </div>
  );
};
