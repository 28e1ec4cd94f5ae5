import { Button } from '#ui/kit/button.tsx';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useDisplayName, useMetadata } from '#ui/queries.ts';
import { welcomeTexts } from '#ui/texts/welcome.ts';

const { follow: texts } = welcomeTexts;

type Props = {
  pubkey: string;
  chosen: boolean;
  /** was looked for: is shown without a profile, too */
  wanted?: boolean;
  onChoose: () => void;
};

/** One who can be followed from the start; of those who are merely suggested nobody is without a profile. */
export const SuggestedPerson = ({ pubkey, chosen, wanted = false, onChoose }: Props) => {
  const metadata = useMetadata(pubkey);
  const name = useDisplayName(pubkey, metadata);
  if (metadata === null && !wanted) return null;
  const detail = metadata?.about || metadata?.nip05 || '';
  return (
    <div className="item">
      <PersonAvatar pubkey={pubkey} size="m" />
      <span className="item__txt">
        <b className="clip" dir="auto">
          {name}
        </b>
        {detail !== '' && (
          <small className="clip" dir="auto">
            {detail}
          </small>
        )}
      </span>
      <Button
        {...(chosen && { look: 'line' as const })}
        size="s"
        {...(chosen && { icon: 'check' as const })}
        aria-pressed={chosen}
        aria-label={texts.someone(texts.follow, name)}
        onClick={onChoose}
      >
        {chosen ? texts.following : texts.follow}
      </Button>
    </div>
  );
};
