import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { SUGGESTED_PEOPLE } from '#domain/social/social-limits.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { onceLoginIsGone } from '#ui/session/once-login-is-gone.ts';
import { useLoginGate, useScreenAct } from '#ui/session/use-login-gate.ts';
import { useActing, useArea } from '#ui/system-context.ts';
import { welcomeTexts } from '#ui/texts/welcome.ts';
import { FindPerson } from './find-person.tsx';
import { SuggestedPerson } from './suggested-person.tsx';
import { TopicChips } from './topic-chips.tsx';
import { WelcomeSteps, useLeave } from './welcome-parts.tsx';

const { follow: texts } = welcomeTexts;

const ONCE = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY } as const;

/** Who is suggested and what they write about; the people do not wait for their topics. */
const useSuggestions = (pubkey: string) => {
  const { suggestions } = useActing();
  const { data: people } = useQuery({
    queryKey: ['suggested-people', pubkey],
    queryFn: ({ signal }) => suggestions.people(signal),
    ...ONCE,
  });
  const { data: topics } = useQuery({
    queryKey: ['suggested-topics', people],
    queryFn: ({ signal }) => suggestions.topics(people ?? [], signal),
    enabled: people !== undefined,
    ...ONCE,
  });
  return { people, topics };
};

/** Who is chosen, and who of them was looked for: they stand above those who are suggested. */
export const useChosen = () => {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [found, setFound] = useState<readonly string[]>([]);
  const choose = (person: string) =>
    setChosen((before) => (before.includes(person) ? before.filter((one) => one !== person) : [...before, person]));
  const chooseFound = (person: string) => {
    setFound((before) => [person, ...before.filter((one) => one !== person)]);
    choose(person);
  };
  return { chosen, found, choose, chooseFound };
};

type SuggestedProps = ReturnType<typeof useSuggestions> &
  Omit<ReturnType<typeof useChosen>, 'chooseFound'> & {
    onFind: () => void;
  };

/** Those who are suggested, all or of one topic, below those who were found. */
const Suggested = ({ people, topics, chosen, found, choose, onFind }: SuggestedProps) => {
  const [topic, setTopic] = useState<string>();
  const ofTopic = topics?.find(({ hashtag }) => hashtag === topic)?.people;
  const suggested = ofTopic ?? people?.slice(0, SUGGESTED_PEOPLE) ?? [];
  const shown = ofTopic ? suggested : [...found, ...suggested.filter((one) => !found.includes(one))];
  return (
    <>
      {people?.length !== 0 && <TopicChips topics={topics} chosen={topic} onChoose={setTopic} />}
      {people === undefined && <RowSkeletons count={5} />}
      {shown.length > 0 && (
        <section className="list fol" aria-label={texts.list}>
          {shown.map((person) => (
            <SuggestedPerson
              key={person}
              pubkey={person}
              wanted={found.includes(person)}
              chosen={chosen.includes(person)}
              onChoose={() => choose(person)}
            />
          ))}
        </section>
      )}
      <Button look="ghost" icon="search" onClick={onFind}>
        {texts.find}
      </Button>
    </>
  );
};

/** Follows them all at once and leads to the feed, both after the login it asks for; whoever cancels that stays here. */
const useFollowAll = (toFeed: () => void) => {
  const follows = useArea('follows');
  const router = useRouter();
  const requireLogin = useLoginGate();
  useScreenAct('people.follow', ({ people }) => {
    follows.send({ type: 'list.editAll', edits: people.map((pubkey) => ({ pubkey, wanted: true })) });
    onceLoginIsGone(router, toFeed);
  });
  return (people: readonly string[]) => requireLogin({ act: { type: 'people.follow', people }, title: texts.follow });
};

type Props = { pubkey: string; choice: ReturnType<typeof useChosen>; onClose: () => void };

/** Whom to follow at first: chosen here, published as one list. */
export const FollowStep = ({ pubkey, choice, onClose }: Props) => {
  const leave = useLeave(onClose);
  const router = useRouter();
  const toFeed = () => leave(() => void router.navigate({ to: '/', search: {} }));
  const follow = useFollowAll(toFeed);
  const { chooseFound, ...chosenPart } = choice;
  const { chosen, found } = chosenPart;
  const [isFinding, setFinding] = useState(false);
  const suggestions = useSuggestions(pubkey);
  const isNobody = suggestions.people?.length === 0 && found.length === 0;
  return (
    <Sheet
      title={texts.title}
      onClose={() => leave()}
      foot={
        chosen.length === 0 && isNobody ? (
          <Button look="primary" onClick={toFeed}>
            {texts.toFeed}
          </Button>
        ) : (
          <>
            <Button onClick={toFeed}>{welcomeTexts.skip}</Button>
            <Button look="primary" disabled={chosen.length === 0} onClick={() => follow(chosen)}>
              {chosen.length === 0 ? texts.follow : texts.submit(chosen.length)}
            </Button>
          </>
        )
      }
    >
      <WelcomeSteps at={2} />
      <p className="sheet__lead">{isNobody ? texts.none : texts.lead}</p>
      {isFinding ? (
        <FindPerson chosen={chosen} onChoose={chooseFound} onClose={() => setFinding(false)} />
      ) : (
        <Suggested {...suggestions} {...chosenPart} onFind={() => setFinding(true)} />
      )}
    </Sheet>
  );
};
