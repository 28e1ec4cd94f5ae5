import { useEffect, useMemo, type KeyboardEvent } from 'react';
import { FEED_MORE_ROWS_LEFT } from '#domain/feed/feed-limits.ts';
import type { FeedItem } from '#domain/note/note.ts';
import { useMedia } from '#ui/kit/use-media.ts';
import { NoteCard } from '#ui/note/note-card.tsx';
import { FeedRowContext } from '#ui/note/note-links.tsx';
import { NoteTile } from '#ui/note/note-tile.tsx';
import { texts } from '#ui/texts/app.ts';
import { cardsOf, galleryOf, type FeedRow } from './feed-rows.ts';
import { useAhead } from './use-ahead.ts';
import { useFeedRows, type FeedRows } from './use-feed-rows.ts';
import './feed.css';

type Props = {
  items: readonly FeedItem[];
  /** Image Mode: all of the items have pictures, and these are shown as tiles */
  gallery?: boolean;
  /** whether something stands above the list that may come and go */
  lead?: boolean;
  /** names the feed, for the place to come back to */
  name: string;
  hasMore: boolean;
  /** a page is under way */
  busy: boolean;
  /** the last page failed, or none can be had now: the list asks for no more by itself */
  stuck?: boolean;
  /** asks for the next page */
  onMore: () => void;
  /** the place of the note to start at, from 0, when it is not known where the list was left (ROUTE-29) */
  startIndex?: number | undefined;
};

const STEPS: Readonly<Record<string, number>> = { PageDown: 1, PageUp: -1 };

/** Page Down and Page Up lead from note to note while the focus is in the list (ARIA feed pattern). */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const step = STEPS[event.key];
  const article = event.target instanceof Element ? event.target.closest('article') : null;
  if (step === undefined || article === null || event.ctrlKey || event.metaKey || event.altKey) return;
  const place = Number(article.getAttribute('aria-posinset')) + step;
  const next = event.currentTarget.querySelector<HTMLElement>(`article[aria-posinset="${place}"]`);
  if (next === null) return;
  event.preventDefault();
  next.focus();
};

/** Counts are asked for once a row stood still in the window; rows that only flew by cost the relays nothing. */
const seen = new Set<string>();

const noteSeen = ({ isScrolling, range }: FeedRows, rows: readonly FeedRow[]): void => {
  if (isScrolling || range === null) return;
  for (const { items } of rows.slice(range.startIndex, range.endIndex + 1)) for (const { id } of items) seen.add(id);
};

type RowProps = { row: FeedRow; columns: number | undefined; listSize: number };

/** A card, or a band of tiles. */
const Row = ({ row: { from, items }, columns, listSize }: RowProps) =>
  items.map(({ id, note, repost }, at) => {
    const place = { note, position: from + at + 1, listSize, counted: seen.has(id) };
    return (
      <FeedRowContext key={id} value={from + at}>
        {columns === undefined ? <NoteCard {...place} {...(repost && { repost })} /> : <NoteTile {...place} />}
      </FeedRowContext>
    );
  });

/** A list of notes of any length: only those near the window are in the page. */
export const FeedList = (props: Props) => {
  const { items, gallery = false, lead = false, name, hasMore, busy, stuck = false, onMore, startIndex } = props;
  const isWide = useMedia('(min-width: 32rem)');
  const columns = !gallery ? undefined : isWide ? 3 : 2;
  const look = useMemo(
    () => (columns === undefined ? cardsOf(items, window.innerWidth) : galleryOf(items, columns, window.innerWidth)),
    [items, columns],
  );
  const [rows, list] = useFeedRows({ look, lead, name, startIndex, hasMore });
  noteSeen(rows, look.rows);
  const shown = rows.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? 0;
  useAhead(items, { last: look.rows[lastShown]?.from ?? 0, isResting: !rows.isScrolling });
  const wantsMore = hasMore && !busy && !stuck && lastShown >= look.rows.length - 1 - FEED_MORE_ROWS_LEFT;
  useEffect(() => {
    if (wantsMore) onMore();
  }, [wantsMore, onMore]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the ARIA feed pattern
    <div ref={list} className="feed" role="feed" aria-label={texts.feed.notes} aria-busy={busy} onKeyDown={moveFocus}>
      <div ref={rows.containerRef} className="feed__rows">
        {/* oxlint-disable-next-line react/refs -- measureElement is a callback ref */}
        {shown.map(({ key, index }) => (
          <div
            key={key}
            ref={rows.measureElement}
            data-index={index}
            className={columns === undefined ? 'feed__row' : 'feed__row gallery'}
          >
            <Row row={look.rows[index]!} columns={columns} listSize={hasMore ? -1 : items.length} />
          </div>
        ))}
      </div>
    </div>
  );
};
