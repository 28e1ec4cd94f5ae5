import { useState, type ReactNode } from 'react';
import { texts } from '#ui/texts/app.ts';

/** rows of a list that are drawn at once, and reactions looked at for one row */
export const LIST_PART_ROWS = 30;

/** Draws a list a part at a time: it may be a stranger's, and thousands long. */
export const InParts = <Item,>({
  items,
  children,
}: {
  items: readonly Item[];
  children: (shown: readonly Item[]) => ReactNode;
}) => {
  const [shown, setShown] = useState(LIST_PART_ROWS);
  const hidden = items.length - shown;
  return (
    <>
      {children(items.slice(0, shown))}
      {hidden > 0 && (
        <p>
          <button
            type="button"
            className="btn btn--ghost btn--s"
            onClick={() => setShown((count) => count + LIST_PART_ROWS)}
          >
            {texts.showMore(Math.min(hidden, LIST_PART_ROWS))}
          </button>
        </p>
      )}
    </>
  );
};
