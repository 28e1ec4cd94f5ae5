import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { Suspense, useMemo } from 'react';
import { searchKey, type QueryData, type SearchData } from '#domain/cache/query-keys.ts';
import { foundShown, isNothing } from '#domain/search/found-shown.ts';
import { classifySearch } from '#domain/search/search-input.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { RetryButton } from '#ui/kit/retry-button.tsx';
import { RetryState } from '#ui/kit/retry-state.tsx';
import { lazyView } from '#ui/kit/later.ts';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { useArea, useMuted } from '#ui/system-context.ts';
import { searchTexts } from '#ui/texts/search.ts';
import { Around } from '#ui/kit/around.tsx';
import { NotShown } from '#ui/shell/not-shown.tsx';
import { Found } from './search-results.tsx';

const SKELETONS = 4;
const TAGS = ['broken', 'resolving', 'searching', 'results', 'none', 'failed', 'no relays'] as const;

const NoRelays = lazyView(() => import('#ui/relays/no-relays.tsx'), 'NoRelays');

type Outcome = (typeof TAGS)[number] | 'idle';

const useOutcome = (): Outcome =>
  useSelector(useArea('search'), (snapshot) => TAGS.find((tag) => snapshot.hasTag(tag)) ?? 'idle');

const Busy = ({ text }: { text: string }) => (
  <div className="people">
    <output className="search__note">{text}</output>
    <RowSkeletons count={SKELETONS} />
  </div>
);

/** An identifier that cannot be read, or leads to no screen. */
const Unreadable = ({ words }: { words: string }) => {
  const input = classifySearch(words);
  if (input.type === 'address') return <NotShown found={input} />;
  return (
    input.type === 'broken' && (
      <EmptyState art="bird" title={searchTexts.broken[input.prefix]}>
        {searchTexts.brokenWhy}
      </EmptyState>
    )
  );
};

const useRetry = (words: string): (() => void) => {
  const actor = useArea('search');
  return () => actor.send({ type: 'search.submit', text: words });
};

const Nothing = ({ outcome, words }: { outcome: Outcome; words: string }) => {
  const retry = useRetry(words);
  const input = classifySearch(words);
  // it was asked of its domain, whatever relays make of the words
  if (input.type === 'nip05' && ['none', 'failed', 'no relays'].includes(outcome))
    return (
      <RetryState title={searchTexts.nobody} onRetry={retry}>
        {searchTexts.nobodyWhy(input.domain)}
      </RetryState>
    );
  switch (outcome) {
    case 'resolving':
      return <Busy text={searchTexts.resolving} />;
    case 'searching':
      return <Busy text={searchTexts.searching} />;
    case 'broken':
      return <Unreadable words={words} />;
    case 'none':
      return (
        <EmptyState art="bird" title={searchTexts.nothing}>
          <Around parts={searchTexts.nothingFor}>
            <q>{words}</q>
          </Around>
        </EmptyState>
      );
    case 'failed':
      return (
        <RetryState title={searchTexts.failed} onRetry={retry}>
          {searchTexts.failedWhy}
        </RetryState>
      );
    case 'no relays':
      return (
        <Suspense>
          <NoRelays onRetry={retry} />
        </Suspense>
      );
    default:
      return null;
  }
};

const NOTHING: SearchData = { people: [], notes: [], hashtags: [] };

const AllMuted = () => (
  <EmptyState art="bird" title={searchTexts.allMuted}>
    {searchTexts.allMutedWhy}
  </EmptyState>
);

/** No relay could search for the words themselves. */
const Unsearched = ({ words }: { words: string }) => {
  const retry = useRetry(words);
  return (
    <div className="pad">
      <Banner icon="info" title={searchTexts.failed}>
        {searchTexts.unsearched}
        <RetryButton look="line" size="s" onRetry={retry} />
      </Banner>
    </div>
  );
};

/** What the search for the words came to. What was found before stays while it is searched again. */
export const SearchOutcome = ({ words }: { words: string }) => {
  const outcome = useOutcome();
  const muted = useMuted();
  const isUnsearched = useSelector(useArea('search'), (snapshot) => snapshot.hasTag('unsearched'));
  const { data: found = NOTHING } = useQuery<QueryData['search']>({ queryKey: searchKey(words), enabled: false });
  const shown = useMemo(() => foundShown(found, muted), [muted, found]);
  if (isNothing(shown))
    return outcome === 'results' && !isNothing(found) ? <AllMuted /> : <Nothing outcome={outcome} words={words} />;
  const { people, notes, hashtags } = shown;
  return (
    <>
      <output className="vh">
        {outcome !== 'searching' && searchTexts.found(people.length, notes.length, hashtags.length)}
      </output>
      {isUnsearched && <Unsearched words={words} />}
      <Found key={words} found={shown} words={words} />
    </>
  );
};

/** Before anything was searched: what can be looked for. */
export const SearchHint = () => (
  <EmptyState art="bird" title={searchTexts.hint}>
    {searchTexts.hintWhy}
  </EmptyState>
);
