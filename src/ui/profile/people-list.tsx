import { useVirtualizer, useWindowVirtualizer, type ReactVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState, type ComponentType, type RefObject } from 'react';
import { FEED_OVERSCAN } from '#domain/feed/feed-limits.ts';
import { PersonRow } from './person-row.tsx';

const ROW_PX = 64;

export type PeopleListProps = {
  people: readonly string[];
  /** what the list holds, for screen readers */
  label: string;
  /** what each row offers */
  action: ComponentType<{ pubkey: string }>;
  /** is told whose row was pressed, before anything comes of it */
  onPress?: ((pubkey: string) => void) | undefined;
};

type RowsProps = PeopleListProps & {
  list: RefObject<HTMLDivElement | null>;
  rows: ReactVirtualizer<Window, HTMLLIElement> | ReactVirtualizer<HTMLElement, HTMLLIElement>;
};

const Rows = ({ people, label, action, onPress, list, rows }: RowsProps) => (
  <div ref={list} className="people">
    <ul ref={rows.containerRef} className="people__rows list" aria-label={label}>
      {/* oxlint-disable-next-line react/refs -- measureElement is a callback ref */}
      {rows.getVirtualItems().map(({ key, index }) => (
        <li
          key={key}
          ref={rows.measureElement}
          data-index={index}
          className="people__row"
          aria-posinset={index + 1}
          aria-setsize={people.length}
          onClickCapture={() => onPress?.(people[index]!)}
        >
          <PersonRow pubkey={people[index]!} action={action} />
        </li>
      ))}
    </ul>
  </div>
);

const useRowOptions = (people: readonly string[]) => ({
  count: people.length,
  estimateSize: () => ROW_PX,
  getItemKey: useCallback((index: number) => people[index]!, [people]),
  overscan: FEED_OVERSCAN,
  directDomUpdates: true,
});

/** People in the page, thousands if need be: only the rows near the window exist and ask for names. */
export const PeopleList = (props: PeopleListProps) => {
  const list = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const rows = useWindowVirtualizer<HTMLLIElement>({ ...useRowOptions(props.people), scrollMargin });
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(Math.round(top + window.scrollY));
  }, []);
  return <Rows {...props} list={list} rows={rows} />;
};

/** The same inside a sheet, which scrolls by itself. */
export const SheetPeopleList = (props: PeopleListProps) => {
  const list = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const rows = useVirtualizer<HTMLElement, HTMLLIElement>({
    ...useRowOptions(props.people),
    getScrollElement: () => list.current?.closest<HTMLElement>('.sheet__body') ?? null,
  });
  return <Rows {...props} list={list} rows={rows} />;
};
