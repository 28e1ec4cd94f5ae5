import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { displayNameOf } from '#domain/metadata.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useMetadata } from '#ui/queries.ts';
import { useAct } from '#ui/social/use-act.ts';
import { useActing } from '#ui/system-context.ts';
import { welcomeTexts } from '#ui/texts/welcome.ts';
import { Steps, useSteps } from './welcome-parts.tsx';

const { follow: texts } = welcomeTexts;

type PersonProps = { pubkey: string; chosen: boolean; onChoose: () => void };

/** One who is suggested; nobody is without a profile. */
const Person = ({ pubkey, chosen, onChoose }: PersonProps) => {
  const metadata = useMetadata(pubkey);
  if (metadata === null) return null;
  const name = displayNameOf(metadata, pubkey);
  const act = chosen ? texts.following : texts.follow;
  return (
    <div className="item">
      <PersonAvatar pubkey={pubkey} size="m" />
      <span className="item__txt">
        <b className="clip" dir="auto">
          {name}
        </b>
        {metadata && (metadata.about || metadata.nip05) !== '' && (
          <small className="clip" dir="auto">
            {metadata.about || metadata.nip05}
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
        {act}
      </Button>
    </div>
  );
};

/** Whom to follow at first: chosen here, published as one list. */
export const FollowStep = ({ pubkey, onClose }: { pubkey: string; onClose: () => void }) => {
  const { suggestions } = useActing();
  const act = useAct();
  const { toFeed } = useSteps();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { data: people } = useQuery({
    queryKey: ['suggested-people', pubkey],
    queryFn: ({ signal }) => suggestions(signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const choose = (person: string) =>
    setChosen((before) => (before.includes(person) ? before.filter((one) => one !== person) : [...before, person]));
  const follow = () => {
    for (const person of chosen) act('follows', { type: 'people.add', pubkey: person }, texts.follow);
    toFeed();
  };
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={
        chosen.length === 0 && people?.length === 0 ? (
          <Button look="primary" block onClick={toFeed}>
            {texts.toFeed}
          </Button>
        ) : (
          <>
            <Button onClick={toFeed}>{welcomeTexts.skip}</Button>
            <Button look="primary" disabled={chosen.length === 0} onClick={follow}>
              {chosen.length === 0 ? texts.follow : texts.submit(chosen.length)}
            </Button>
          </>
        )
      }
    >
      <Steps at={2} />
      <p className="sheet__lead">{people?.length === 0 ? texts.none : texts.lead}</p>
      {people === undefined && <RowSkeletons count={5} />}
      {people !== undefined && people.length > 0 && (
        <section className="list" aria-label={texts.list}>
          {people.map((person) => (
            <Person key={person} pubkey={person} chosen={chosen.includes(person)} onChoose={() => choose(person)} />
          ))}
        </section>
      )}
    </Sheet>
  );
};
