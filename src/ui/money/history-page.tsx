import { useState } from 'react';
import { isOpenEntry, type MoneyEntry } from '#domain/money/money-entry.ts';
import { MONEY_PAGE } from '#domain/money/money-limits.ts';
import {
  entriesOf,
  historyDays,
  joinHistory,
  MONEY_FILTERS,
  whyEmpty,
  type MoneyFilter,
} from '#domain/money/money-history.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Chip } from '#ui/kit/chip.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { saveFile } from '#ui/kit/save-file.ts';
import { dayInWords, nearDay } from '#ui/texts/dates.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { EntryList } from './entry-list.tsx';
import { entryTime } from './entry-words.ts';
import { historyTable } from './history-table.ts';
import { MoneyPage } from './money-page.tsx';
import { useEntries, useIsUnreadable } from './use-money.ts';
import { useTold } from './use-told.ts';
import { Unreadable } from './wallet-page.tsx';

/** 'Today', 'Yesterday', '14 November', with the year when it is another one. */
const dayLabel = (ms: number, now: number): string => {
  const near = nearDay(ms, now);
  return near === undefined ? dayInWords(ms, now) : texts[near];
};

type FiltersProps = { chosen: MoneyFilter; open: number; onChoose: (filter: MoneyFilter) => void };

const Filters = ({ chosen, open, onChoose }: FiltersProps) => (
  <fieldset className="chips chips--scroll chips--bar" aria-label={texts.filter}>
    {MONEY_FILTERS.map((filter) => (
      <Chip
        key={filter}
        label={filter === 'open' && open > 0 ? `${texts.filters.open} ${open}` : texts.filters[filter]}
        pressed={filter === chosen}
        onPress={() => onChoose(filter)}
      />
    ))}
  </fieldset>
);

type DaysProps = Pick<ReturnType<typeof historyDays>, 'open' | 'days'> & { now: number };

const Days = ({ open, days, now }: DaysProps) => {
  const parts = [...(open.length > 0 ? [{ day: texts.open, entries: open }] : []), ...days];
  return parts.map(({ day, entries: ofDay }) => (
    <section key={day} className="hs">
      <h2>{day}</h2>
      <EntryList label={day} entries={ofDay} now={now} whenOf={entryTime} />
    </section>
  ));
};

/** What stands in place of a list with nothing in it. */
const Nothing = ({ why }: { why: ReturnType<typeof whyEmpty> }) => {
  if (why === 'reading') return <output className="hint">{texts.loading}</output>;
  if (why === 'none of these') return <p className="hint">{texts.noneOfThese}</p>;
  if (why === undefined) return null;
  return (
    <EmptyState art="bird" title={texts.empty}>
      {texts.emptyWhy}
    </EmptyState>
  );
};

/** '2026-11-14', as the calendar of the user has it */
const isoDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

const save = (entries: readonly MoneyEntry[]) => {
  const name = texts.exportName(isoDay(new Date()));
  saveFile(name, historyTable(entries), 'text/csv;charset=utf-8');
};

/** All that was paid and received, by days, with what is open on top. */
export const HistoryPage = ({ onClose }: { onClose: () => void }) => {
  const [own, isUnreadable] = [useEntries(), useIsUnreadable()];
  const { pages, isBusy, more, reading, failure } = useTold();
  const [filter, choose] = useState<MoneyFilter>('all');
  const [drawn, draw] = useState(MONEY_PAGE);
  const [now] = useState(Date.now);
  const entries = own ? joinHistory(own, pages) : [];
  const { isCut, ...shown } = historyDays(entries, { filter, most: drawn, dayOf: (at) => dayLabel(at, now) });
  const showMore = () => {
    draw(drawn + MONEY_PAGE);
    if (!isCut) more?.();
  };
  const known = isUnreadable ? 'failed' : own ? reading : 'reading';
  const count = shown.open.length + shown.days.length;
  const saveShown = () => save(entriesOf(filter, joinHistory(own ?? [], pages && { ...pages, isAll: true })));
  return (
    <MoneyPage
      title={texts.history}
      width="narrow"
      onClose={onClose}
      aside={entries.length > 0 && <IconButton icon="save" label={texts.export} onClick={saveShown} />}
    >
      <Filters chosen={filter} open={entries.filter(isOpenEntry).length} onChoose={choose} />
      <div className="wl wl--hist">
        {isUnreadable && <Unreadable />}
        <Days {...shown} now={now} />
        <Nothing why={whyEmpty(known, { all: entries.length, shown: count })} />
        {failure !== undefined && <Problem>{failure}</Problem>}
        {(isCut || more) && (
          <Button look="line" busy={isBusy} onClick={showMore}>
            {texts.more}
          </Button>
        )}
      </div>
    </MoneyPage>
  );
};
