import { useEffect, type KeyboardEvent } from 'react';
import { FEED_MORE_ROWS_LEFT } from '#domain/limits.ts';
import type { FeedItem } from '#domain/note.ts';
import { NoteCard } from '#ui/note/note-card.tsx';
import { FeedRowContext } from '#ui/note/note-links.tsx';
import { texts } from '#ui/texts/app.ts';
import { useFeedRows, type FeedRows } from './use-feed-rows.ts';
import './feed.css';

type Props = {
  items: readonly FeedItem[];
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
  /** the row to start at when the place is not known (ROUTE-29) */
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

const noteSeen = ({ isScrolling, range }: FeedRows, items: readonly FeedItem[]): void => {
  if (isScrolling || range === null) return;
  for (const { id } of items.slice(range.startIndex, range.endIndex + 1)) seen.add(id);
};

/** A list of notes of any length: only the cards near the window are in the page. */
export const FeedList = ({ items, lead = false, name, hasMore, busy, stuck = false, onMore, startIndex }: Props) => {
  const [rows, list] = useFeedRows({ items, lead, name, startIndex });
  noteSeen(rows, items);
  const shown = rows.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? 0;
  const wantsMore = hasMore && !busy && !stuck && lastShown >= items.length - 1 - FEED_MORE_ROWS_LEFT;
  useEffect(() => {
    if (wantsMore) onMore();
  }, [wantsMore, onMore]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the ARIA feed pattern
    <div ref={list} className="feed" role="feed" aria-label={texts.feed.notes} aria-busy={busy} onKeyDown={moveFocus}>
      <div ref={rows.containerRef} className="feed__rows">
        {/* oxlint-disable-next-line react/refs -- measureElement is a callback ref */}
        {shown.map(({ key, index }) => {
          const { id, note, repost } = items[index]!;
          return (
            <div key={key} ref={rows.measureElement} data-index={index} className="feed__row">
              <FeedRowContext value={index}>
                <NoteCard
                  note={note}
                  {...(repost && { repost })}
                  position={index + 1}
                  listSize={hasMore ? -1 : items.length}
                  counted={seen.has(id)}
                />
              </FeedRowContext>
            </div>
          );
        })}
      </div>
    </div>
  );
};
