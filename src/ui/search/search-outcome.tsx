import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { searchKey, type QueryData } from '#domain/query-keys.ts';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { useArea } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { FoundNotes, FoundPeople } from './search-results.tsx';

const SKELETONS = 4;
const TAGS = ['resolving', 'searching', 'results', 'none', 'failed'] as const;

type Outcome = (typeof TAGS)[number] | 'idle';

const useOutcome = (): Outcome =>
  useSelector(useArea('search'), (snapshot) => TAGS.find((tag) => snapshot.hasTag(tag)) ?? 'idle');

const Busy = ({ text }: { text: string }) => (
  <div className="people">
    <output className="search__note">{text}</output>
    <RowSkeletons count={SKELETONS} />
  </div>
);

const Nothing = ({ outcome, words }: { outcome: Outcome; words: string }) => {
  const actor = useArea('search');
  switch (outcome) {
    case 'resolving':
      return <Busy text="Looking up whose address this is" />;
    case 'searching':
      return <Busy text="Searching the relays" />;
    case 'none':
      return (
        <EmptyState art="bird" title="Nothing found">
          No relay that can search has anything for <q>{words}</q>.
        </EmptyState>
      );
    case 'failed':
      return (
        <EmptyState
          art="mast"
          title="No relay could search"
          action={
            <Button look="primary" onClick={() => actor.send({ type: 'search.submit', text: words })}>
              {texts.error.retry}
            </Button>
          }
        >
          Your relays did not answer, or none of them can search. A pasted npub, note or address still opens.
        </EmptyState>
      );
    default:
      return null;
  }
};

/** What the search for the words came to. What was found before stays while it is searched again. */
export const SearchOutcome = ({ words }: { words: string }) => {
  const outcome = useOutcome();
  const found = useQuery<QueryData['search']>({ queryKey: searchKey(words), enabled: false }).data;
  if (found === undefined || found.people.length + found.notes.length === 0)
    return <Nothing outcome={outcome} words={words} />;
  return (
    <>
      <output className="vh">
        {found.people.length} people and {found.notes.length} notes found
      </output>
      <FoundPeople people={found.people} words={words} />
      <FoundNotes notes={found.notes} words={words} />
    </>
  );
};

/** Before anything was searched: what can be looked for. */
export const SearchHint = () => (
  <EmptyState art="bird" title="Look for people and notes">
    Type words, a #tag, or paste an npub, a note, an address like name@domain, or a link.
  </EmptyState>
);
