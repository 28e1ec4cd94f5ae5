import type { QueryClient } from '@tanstack/query-core';
import { givesWay, isInView, rowsInView } from '#domain/feed/feed-filter.ts';
import { FEED_STEADY_ROWS, TIMELINE_MAX_ITEMS, WAITING_NOTES_MAX } from '#domain/feed/feed-limits.ts';
import { byItemTime, sortItems, type FeedItem } from '#domain/note/note.ts';
import type { Timeline } from '#domain/cache/query-keys.ts';
import { toSeconds } from '#domain/units.ts';
import type { FeedViewStore } from './feed-view.ts';

type Options = {
  readonly queryClient: QueryClient;
  readonly queryKey: readonly unknown[];
  /** what of the rows somebody will see; those who do not see one read on. Left out: all of them */
  readonly feedView?: Pick<FeedViewStore, 'get'>;
};

const everyRow = () => true;

/** A note has a place of its own, and one more for those who reposted it. */
const placeOf = ({ note, repost }: FeedItem): string => (repost === undefined ? note.id : `repost ${note.id}`);

/**
 * The rows of one timeline, for each note one of its own and one of its newest repost, of those by people who are not muted
 * where there are some: `shown` ones are in the query cache, `held` ones wait for their page, `waiting` ones are new and wait
 * until somebody wants to see them. A `gap` is a time in seconds above which `waiting` is complete: between it and what is
 * shown there may be notes nobody has fetched.
 */
export class TimelineRows {
  readonly #options: Options;
  /** by row; all reposts of a note may be held */
  readonly #held = new Map<string, FeedItem>();
  /** by place */
  readonly #waiting = new Map<string, FeedItem>();
  #shown: readonly FeedItem[] = [];
  /** by place */
  #shownAt: ReadonlyMap<string, FeedItem> = new Map();
  /** rows of the user's own that do not wait, whoever brings them */
  readonly #mine = new Set<string>();
  #gap: number | undefined;
  /** called when the number of waiting rows changed */
  onWaiting: () => void = () => {};

  constructor(options: Options) {
    this.#options = options;
  }

  get shown() {
    return this.#shown;
  }

  /** rows that wait for their page, seen or not */
  get held() {
    return this.#countHeld(everyRow);
  }

  get waiting() {
    return this.#waiting.size;
  }

  /** rows that will be seen once the waiting ones are shown, and are not now */
  get news() {
    const waiting = [...this.#waiting.values()];
    const beside = waiting.flatMap(({ note }) => this.#shownAt.get(note.id) ?? []);
    return this.#seen([...waiting, ...beside]).length - this.#seen(beside).length;
  }

  /** the rows that no query holds */
  get unshown(): readonly FeedItem[] {
    return [...this.#held.values(), ...this.#waiting.values()];
  }

  get gap() {
    return this.#gap;
  }

  /** seconds of the last row; Infinity when there is none */
  get lastAt() {
    return this.#shown.at(-1)?.at ?? Infinity;
  }

  /** Seconds of the newest row, as far as its date can be believed: not later than the row arrived. Undefined: no rows. */
  get newestAt(): number | undefined {
    const rows = [...this.#shown.slice(0, 10), ...this.#waiting.values()];
    const times = rows.map(({ at, note }) => Math.min(at, toSeconds(note.receivedAt)));
    return times.length > 0 ? Math.max(...times) : undefined;
  }

  /** Whether the row is newer than all that is shown. */
  isNew(row: FeedItem): boolean {
    const first = this.#shown[0];
    return first === undefined || byItemTime(row, first) < 0;
  }

  /** Begins with the list of the query cache, whoever put it there. True when it says that there is more. */
  adopt(): boolean {
    const { queryClient, queryKey } = this.#options;
    const saved = queryClient.getQueryData<Timeline>(queryKey);
    if (saved?.items !== this.#shown) this.#setShown(saved?.items ?? []);
    return saved?.hasMore ?? true;
  }

  /** Makes the list known to the views. */
  write(hasMore: boolean): void {
    const { queryClient, queryKey } = this.#options;
    const known = queryClient.getQueryData<Timeline>(queryKey);
    if (known?.items === this.#shown && known.hasMore === hasMore) return;
    queryClient.setQueryData<Timeline>(queryKey, { items: this.#shown, hasMore });
  }

  /** Shows the newest held rows before their page is complete; they stay held. */
  preview(count: number): void {
    const items = this.#pick(this.#heldFrom(-Infinity), count);
    this.#options.queryClient.setQueryData<Timeline>(this.#options.queryKey, { items, hasMore: true });
  }

  /** Keeps a row for its page; false when its place is taken already, or it is held. */
  hold(row: FeedItem): boolean {
    if (this.#isPlaced(row) || this.#held.has(row.id)) return false;
    this.#held.set(row.id, row);
    return true;
  }

  /** Keeps a row of the user's own, which goes on top without waiting; false as `hold`. */
  holdMine(row: FeedItem): boolean {
    this.#mine.add(row.id);
    return this.hold(row);
  }

  /** Gives the held rows of the user's own their place in the list at once. True when there were some. */
  placeMine(): boolean {
    const last = this.#shown.at(-1);
    const isAbove = (row: FeedItem) => last !== undefined && byItemTime(row, last) < 0;
    const rows = this.#heldFrom(-Infinity, (row) => this.#mine.has(row.id) && isAbove(row));
    this.#take(this.#pick(rows));
    return rows.length > 0;
  }

  /** Forgets these rows, so that they may come again. True when one was shown. */
  drop(ids: ReadonlySet<string>): boolean {
    for (const id of ids) {
      this.#mine.delete(id);
      this.#held.delete(id);
    }
    for (const [place, { id }] of this.#waiting) if (ids.has(id)) this.#waiting.delete(place);
    const left = this.#shown.filter(({ id }) => !ids.has(id));
    const isLess = left.length < this.#shown.length;
    if (isLess) this.#setShown(left);
    return isLess;
  }

  /** held rows of this time and newer that will be seen */
  ready(from: number): number {
    return this.#countHeld((row) => row.at >= from && this.#isSeen(row));
  }

  /** Puts the newest held rows of this time and newer at the end of the list, `count` at most besides those nobody sees. */
  release(from: number, count: number): void {
    const room = Math.max(0, TIMELINE_MAX_ITEMS - this.#shown.length);
    this.#take(this.#pick(this.#heldFrom(from), count).slice(0, room));
  }

  /**
   * Gives held rows that turn out to belong above the end of the list their place: in the list, or, newer than all of it,
   * among those that wait.
   */
  mergeLate(newOnesWait: boolean): void {
    const last = this.#shown.at(-1);
    if (!last) return;
    const late = this.#pick(this.#heldFrom(this.#gap ?? -Infinity, (row) => byItemTime(row, last) < 0));
    const waits = (row: FeedItem) => newOnesWait && this.isNew(row) && !this.#mine.has(row.id);
    this.#take(late.filter((row) => !waits(row)));
    for (const row of late.filter(waits)) this.wait(row);
  }

  /** A row that comes late, dated below what is read at the top, unless it is newer than a list that is there. */
  belowRead(row: FeedItem): FeedItem {
    const { queryClient, queryKey } = this.#options;
    const drawn = queryClient.getQueryData<Timeline>(queryKey)?.items ?? [];
    const last = drawn[FEED_STEADY_ROWS - 1] ?? drawn.at(-1);
    if (!last || row.at < last.at || (this.#shown.length > 0 && this.isNew(row))) return row;
    return { ...row, at: last.at - 1 };
  }

  /** Says that below this time `waiting` is not complete. */
  openGap(from: number): void {
    const gap = Math.max(from, this.#gap ?? -Infinity);
    this.#gap = gap;
    const below = [...this.#waiting.values()].filter(({ at }) => at < gap);
    const above = this.#pick(this.#heldFrom(gap)).filter(({ id }) => !this.#mine.has(id));
    for (const row of below) this.#waiting.delete(placeOf(row));
    for (const row of below) this.hold(row);
    for (const row of above) this.wait(row);
    this.onWaiting();
  }

  /** Lets a new row wait. Beyond the bound the oldest is dropped, which opens a gap. */
  wait(row: FeedItem): void {
    if (this.#isPlaced(row)) return;
    if (row.at < (this.#gap ?? -Infinity)) return void this.hold(row);
    this.#waiting.set(placeOf(row), row);
    if (this.#waiting.size > WAITING_NOTES_MAX) this.#dropOldest();
    this.onWaiting();
  }

  /** What waits is held again, for a list that begins anew. */
  stopWaiting(): void {
    const rows = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#gap = undefined;
    for (const row of rows) this.hold(row);
    this.onWaiting();
  }

  /**
   * Puts what waits on top. Across a gap it becomes the whole list, and what was shown is held until paging gets there.
   * True when rows at the end of the list had to go.
   */
  showWaiting(): boolean {
    const rows = [...this.#waiting.values()].filter((row) => !this.#isTaken(this.#shownAt, row));
    const from = this.#gap ?? -Infinity;
    const former = this.#shownBeside(rows).filter(({ at }) => at >= from);
    const left = this.#shown.filter(({ at }) => at < from);
    this.#waiting.clear();
    this.#gap = undefined;
    const all = sortItems([...rows, ...former]);
    this.#setShown(all.slice(0, TIMELINE_MAX_ITEMS));
    for (const row of left) this.hold(row);
    this.onWaiting();
    return all.length > TIMELINE_MAX_ITEMS;
  }

  #take(rows: readonly FeedItem[]): void {
    if (rows.length > 0) this.#setShown(sortItems([...this.#shownBeside(rows), ...rows]));
  }

  /** What is shown without the rows that give their place to these. */
  #shownBeside(rows: readonly FeedItem[]): readonly FeedItem[] {
    const places = new Set(rows.map(placeOf));
    return this.#shown.filter((row) => !places.has(placeOf(row)));
  }

  #countHeld(counts: (row: FeedItem) => boolean): number {
    const places = new Set<string>();
    for (const row of this.#held.values()) if (!this.#isPlaced(row) && counts(row)) places.add(placeOf(row));
    return places.size;
  }

  #setShown(rows: readonly FeedItem[]): void {
    this.#shown = rows;
    this.#shownAt = new Map(rows.map((row) => [placeOf(row), row]));
    for (const [place, row] of this.#waiting) if (this.#isTaken(this.#shownAt, row)) this.#waiting.delete(place);
    const placed = [...this.#held.values()].filter((row) => this.#isPlaced(row));
    for (const { id } of placed) this.#held.delete(id);
  }

  #isPlaced(row: FeedItem): boolean {
    return this.#isTaken(this.#shownAt, row) || this.#isTaken(this.#waiting, row);
  }

  /** Whether the place of a row is taken by one that does not give way to it. */
  #isTaken(places: ReadonlyMap<string, FeedItem>, row: FeedItem): boolean {
    const there = places.get(placeOf(row));
    return there !== undefined && !this.#givesWay(there, row);
  }

  #givesWay(row: FeedItem, other: FeedItem): boolean {
    const view = this.#options.feedView?.get();
    return view !== undefined && givesWay(row, other, view);
  }

  #seen(rows: readonly FeedItem[]): readonly FeedItem[] {
    const view = this.#options.feedView?.get();
    return view === undefined ? rows : rowsInView(rows, view);
  }

  #isSeen(row: FeedItem): boolean {
    const view = this.#options.feedView?.get();
    return view === undefined || isInView(row, view);
  }

  /**
   * The newest rows down to the `count`th that is seen, one for each place. `rows` are in the order of a timeline, and so is
   * the result.
   */
  #pick(rows: readonly FeedItem[], count = Infinity): readonly FeedItem[] {
    const picked = new Map<string, FeedItem>();
    let left = count;
    for (const row of rows) {
      if (this.#isTaken(picked, row)) continue;
      if (left === 0) break;
      if (left < Infinity && this.#isSeen(row)) left -= 1;
      picked.delete(placeOf(row));
      picked.set(placeOf(row), row);
    }
    return [...picked.values()];
  }

  #heldFrom(from: number, isWanted: (row: FeedItem) => boolean = everyRow): readonly FeedItem[] {
    return sortItems([...this.#held.values()].filter((row) => row.at >= from && isWanted(row) && !this.#isPlaced(row)));
  }

  #dropOldest(): void {
    let oldest: FeedItem | undefined;
    for (const row of this.#waiting.values()) if (!oldest || byItemTime(row, oldest) > 0) oldest = row;
    if (!oldest) return;
    this.#waiting.delete(placeOf(oldest));
    this.#gap = Math.max(oldest.at, this.#gap ?? -Infinity);
  }
}
