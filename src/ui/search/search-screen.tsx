import { classifySearch } from '#domain/search/search-input.ts';
import { Page } from '#ui/kit/page.tsx';
import { searchTexts } from '#ui/texts/search.ts';
import { SearchForm } from './search-form.tsx';
import { SearchHint, SearchOutcome } from './search-outcome.tsx';
import { SearchTarget } from './search-target.tsx';
import { isBlank, useSearchField } from './use-search-field.ts';
import './search.css';

/** Finds people and notes, and opens what a pasted address names (ROUTE-13). */
export const SearchScreen = () => {
  const { text, asked = '', target, sawSecret, type, submit } = useSearchField();
  const input = classifySearch(asked);
  const isPlace = target !== undefined || input.type === 'hex';
  return (
    <Page title={searchTexts.title}>
      <div className="search">
        <SearchForm text={text} sawSecret={sawSecret} onType={type} onSubmit={submit} />
        <SearchTarget input={input} target={target} />
        {isBlank(text) ? <SearchHint /> : !isPlace && <SearchOutcome words={asked} />}
      </div>
    </Page>
  );
};
