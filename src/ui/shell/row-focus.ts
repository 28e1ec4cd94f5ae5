import { giveFocus } from '#ui/kit/give-focus.ts';
import { isNowhere } from './note-focus.ts';

/** A row that has the focus, itself or in one of its controls, in a list or conversation whose rows come and go. */
type Held = {
  readonly list: Element;
  readonly row: Element;
  readonly focused: Element;
  /** that the list stands in */
  readonly dialog: HTMLDialogElement | null;
  /** what had the focus in the page when that was opened */
  readonly below: Held | undefined;
  place: number;
};

const LISTS = '[role="feed"], .posts, .drafts, .th';
const ROWS = '[role="feed"] article[aria-posinset], :is(.posts, .drafts) > *, .th article';

const rowsOf = (list: Element): readonly Element[] => [
  ...(list.matches('.th') ? list.querySelectorAll('article') : list.children),
];

/** From 1; a row that is gone still says which it was in a feed. */
const placeOf = (row: Element, list: Element): number =>
  Number(row.getAttribute('aria-posinset') ?? rowsOf(list).indexOf(row) + 1);

const rowAt = (list: Element, place: number): Element | null =>
  list.matches('[role="feed"]')
    ? list.querySelector(`article[aria-posinset="${place}"]`)
    : (rowsOf(list)[place - 1] ?? null);

/** What stands where the row was; of the rows before it only the last of all: others are merely out of sight. */
const neighbour = ({ list, place }: Held): Element | null => {
  const before = rowAt(list, place - 1);
  const end = before?.getAttribute('aria-setsize') ?? `${place - 1}`;
  return rowAt(list, place) ?? (end === `${place - 1}` ? before : null);
};

const holding = (focused: Element, before: Held | undefined): Held | undefined => {
  const row = focused.closest(ROWS);
  const list = row?.closest(LISTS);
  if (!row || !list) return undefined;
  const dialog = list.closest('dialog');
  const below = dialog && dialog !== before?.dialog ? before : before?.below;
  return { list, row, focused, dialog, below: dialog ? below : undefined, place: placeOf(row, list) };
};

/** Where the focus goes when all of a list is gone. */
const restOf = ({ dialog }: Held): Element | null =>
  dialog ? dialog.querySelector('button') : document.getElementById('main');

/**
 * When a note, a post or a draft goes that has the focus, the one in its place gets it, else the content of the screen, or the first
 * control of the dialog; a row that comes back into sight gets it back. Not while a dialog above has it, and no more once
 * somebody went elsewhere. Ends with the signal.
 */
export const keepFocusInRows = (document: Document, signal: AbortSignal): void => {
  let held: Held | undefined;
  const look = () => {
    if (held?.row.isConnected) held.place = placeOf(held.row, held.list);
    if (!held || held.focused.isConnected || !isNowhere(document)) return;
    const { list, row, below } = held;
    giveFocus(row.isConnected ? row : list.isConnected ? neighbour(held) : restOf(held));
    if (!list.isConnected) hold(below);
  };
  const changes = new MutationObserver(look);
  const hold = (next: Held | undefined) => {
    if (!next) changes.disconnect();
    else if (!held) changes.observe(document.body, { childList: true, subtree: true });
    held = next;
  };
  /** Whether something in another dialog than the row leaves the focus to it. */
  const isAbove = (other: Element): boolean => {
    const dialog = other.closest('dialog');
    return dialog !== null && dialog !== held?.dialog;
  };
  const enter = ({ target }: Event) => {
    const focused = target as Element;
    while (held?.dialog?.open === false) hold(held.below);
    const next = holding(focused, held);
    if (!next && isAbove(focused)) return;
    // a dialog gives the focus to the content when its opener is gone
    if (held && !held.focused.isConnected && focused.id === 'main') look();
    else hold(next ?? (focused.closest('dialog') ? held?.below : undefined));
  };
  const press = ({ target }: Event) => {
    const pressed = target as Element;
    if (!isAbove(pressed) && !held?.row.contains(pressed)) hold(held?.below);
  };
  hold(document.activeElement ? holding(document.activeElement, undefined) : undefined);
  document.addEventListener('focusin', enter, { signal });
  document.addEventListener('pointerdown', press, { signal });
  signal.addEventListener('abort', () => changes.disconnect());
};
