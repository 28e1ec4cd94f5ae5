import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { FEED_OVERSCAN } from '#domain/feed/feed-limits.ts';
import type { NotificationGroup } from '#domain/notifications/notification-groups.ts';
import { NoteBoundary } from '#ui/note/note-boundary.tsx';
import { NotificationRow } from './notification-row.tsx';
import { notificationTexts as texts } from '#ui/texts/notifications.ts';

const ROW_PX = 108;

type Props = {
  groups: readonly NotificationGroup[];
  /** seconds: what is newer is marked */
  readUpTo: number;
};

/** The rows; only those near the window exist. */
export const NotificationList = ({ groups, readUpTo }: Props) => {
  const list = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const rows = useWindowVirtualizer<HTMLLIElement>({
    count: groups.length,
    estimateSize: () => ROW_PX,
    getItemKey: useCallback((index: number) => groups[index]!.key, [groups]),
    overscan: FEED_OVERSCAN,
    directDomUpdates: true,
    scrollMargin,
  });
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(Math.round(top + window.scrollY));
  }, []);
  return (
    <div ref={list}>
      <ul ref={rows.containerRef} className="nts" aria-label={texts.title}>
        {rows.getVirtualItems().map(({ key, index }) => {
          const group = groups[index]!;
          const isUnread = group.members.some(({ created_at }) => created_at > readUpTo);
          return (
            <li
              key={key}
              // oxlint-disable-next-line react/refs -- measureElement is a callback ref
              ref={rows.measureElement}
              data-index={index}
              data-unread={isUnread || undefined}
              className="nt"
              aria-posinset={index + 1}
              aria-setsize={groups.length}
            >
              <NoteBoundary>
                {/* keys lead from one article to the next */}
                <article data-place={group.key}>
                  <NotificationRow group={group} />
                </article>
              </NoteBoundary>
              {isUnread && <span className="vh">{texts.unread}</span>}
            </li>
          );
        })}
      </ul>
    </div>
  );
};
