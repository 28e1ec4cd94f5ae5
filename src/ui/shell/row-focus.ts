import { giveFocus } from '#ui/kit/give-focus.ts';
import { isNowhere } from './note-focus.ts';

/** A row that has the focus, itself or in one of its controls, in a list whose rows come and go. */
type Held = { readonly list: Element; readonly row: Element; readonly focused: Element; place: number };

const LISTS = '[role="feed"], .posts';
const ROWS = '[role="feed"] article[aria-posinset], .posts > *';

const childPlace = (row: Element): number => [...(row.parentElement?.children ?? [])].indexOf(row) + 1;

/** From 1; a row that is gone still says which it was in a feed. */
const placeOf = (row: Element): number => Number(row.getAttribute('aria-posinset') ?? childPlace(row));

const rowAt = (list: Element, place: number): Element | null =>
  list.matches('.posts') ? (list.children[place - 1] ?? null) : list.querySelector(`article[aria-posinset="${place}"]`);

/** What stands where the row was; of the rows before it only the last of all: others are merely out of sight. */
const neighbour = ({ list, place }: Held): Element | null => {
  const before = rowAt(list, place - 1);
  const end = before?.getAttribute('aria-setsize') ?? `${place - 1}`;
  return rowAt(list, place) ?? (end === `${place - 1}` ? before : null);
};

const holding = (focused: Element): Held | undefined => {
  const row = focused.closest(ROWS);
  const list = row?.closest(LISTS);
  return row && list ? { list, row, focused, place: placeOf(row) } : undefined;
};

/**
 * When a note or a post goes that has the focus, the one in its place gets it, else the content of the screen; a row that comes
 * back into sight gets it back. Not while a dialog has it, and no more once somebody went elsewhere. Ends with the signal.
 */
export const keepFocusInRows = (document: Document, signal: AbortSignal): void => {
  let held: Held | undefined;
  const look = () => {
    if (held?.row.isConnected) held.place = placeOf(held.row);
    if (!held || held.focused.isConnected || !isNowhere(document)) return;
    const { list, row } = held;
    const next = row.isConnected ? row : list.isConnected ? neighbour(held) : document.getElementById('main');
    giveFocus(next);
    if (!list.isConnected) hold(undefined);
  };
  const changes = new MutationObserver(look);
  const hold = (next: Held | undefined) => {
    if (!next) changes.disconnect();
    else if (!held) changes.observe(document.body, { childList: true, subtree: true });
    held = next;
  };
  const enter = ({ target }: Event) => {
    const focused = target as Element;
    if (focused.closest('dialog')) return;
    // a dialog gives the focus to the content when its opener is gone
    if (held && !held.focused.isConnected && focused.id === 'main') look();
    else hold(holding(focused));
  };
  const press = ({ target }: Event) => {
    const pressed = target as Element;
    if (!pressed.closest('dialog') && !held?.row.contains(pressed)) hold(undefined);
  };
  hold(document.activeElement ? holding(document.activeElement) : undefined);
  document.addEventListener('focusin', enter, { signal });
  document.addEventListener('pointerdown', press, { signal });
  signal.addEventListener('abort', () => changes.disconnect());
};
