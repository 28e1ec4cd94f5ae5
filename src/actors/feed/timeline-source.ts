import type { QueryClient } from '@tanstack/query-core';
import { createActor, fromPromise } from 'xstate';
import type { EventRef, Filter, NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import {
  NOTES_PAGE_SIZE,
  TIMELINE_MAX_ITEMS,
  PAGE_LIMIT_MAX,
  REPOST_TARGET_WAIT_MS,
} from '#domain/feed/feed-limits.ts';
import {
  feedItemFromEvent,
  noteFromEvent,
  repostTarget,
  type FeedItem,
  type Note,
  type NoteLookup,
} from '#domain/note/note.ts';
import { EOSE_GRACE_MS } from '#domain/relays/relays-limits.ts';
import { noteKey, type Timeline } from '#domain/cache/query-keys.ts';
import { within } from '#domain/within.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { pageLoadMachine, type RoundOutcome } from '#machines/feed/page-load.machine.ts';
import type { PageReport } from '#machines/feed/page-report.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import type { FeedViewStore } from '#store/feed/feed-view.ts';
import { TimelineRows } from '#store/feed/timeline-rows.ts';
import { startFirstPaint } from './timeline-first-paint.ts';
import { askRound } from './await-relays.ts';
import { outputOf, type Waiting } from './output-of.ts';
import { completeTo, RelayStream } from './timeline-stream.ts';

export type TimelineDeps = {
  readonly requests: RelayRequests;
  readonly registry: EventRegistry;
  readonly queryClient: QueryClient;
  /** what of the rows the preferences let somebody see */
  readonly feedView: Pick<FeedViewStore, 'get'>;
  /** ms since the epoch */
  readonly now: () => number;
};

/** What a timeline consists of. */
export type TimelineSpec = {
  readonly queryKey: readonly unknown[];
  /** kinds, authors and tags; no times, no limit */
  readonly filter: Filter;
  /** the only relays that are asked; left out: those the reader reads from */
  readonly relays?: readonly string[];
  /** how many events each request asks for; left out: more from round to round, as fits what is looked for */
  readonly limit?: number;
  /** what one relay is asked for, where that differs */
  readonly filterAt?: (relay: string) => Filter;
  /** Watches for new events at relays that are asked beside the reader's own, until the returned function is called. */
  readonly watchOthers?: (onEvent: (event: NostrEvent) => void, since: number) => () => void;
  /** whether an event, or the note of a repost, has a row */
  readonly accepts: (event: NostrEvent) => boolean;
  /** whether whoever an event is by is asked for still, where that changes */
  readonly isAsked?: (event: NostrEvent) => boolean;
  /** the note that an event stands for, where its events are neither notes nor reposts */
  readonly targetOf?: (event: NostrEvent) => EventRef | undefined;
  /** how many pages a relay is asked for at first, because rows will be left out */
  readonly askPages: number;
  /** whether new notes wait for `showNew` instead of going on top at once */
  readonly newOnesWait: boolean;
  /** whether the preferences hide rows of it, so that a page is longer than what is seen of it */
  readonly isSieved?: true;
};

type Place = (row: FeedItem) => void;
type Streams = Map<string, RelayStream>;
type Loading = Pick<ReturnType<typeof startFirstPaint>, 'added' | 'answered'>;

/** It is shown when it is whole. */
const LATER_PAGE: Loading = { added() {}, answered() {} };

/**
 * Loads one timeline from all relays and keeps its list in the query cache. Each relay is read as a stream of its own and
 * the streams are merged, so that no note is passed over where relays hold different ones. One row per note.
 */
export class TimelineSource {
  readonly spec: TimelineSpec;
  readonly rows: TimelineRows;
  readonly #deps: TimelineDeps;
  readonly #extraRelays = new Set<string>();
  readonly #catchingUp = new Set<string>();
  /** the notes of reposts that are being fetched */
  readonly #targets = new Set<Promise<void>>();
  #streams: Streams = new Map();
  /** relays that ever answered */
  readonly #told = new Set<string>();
  #savedHasMore = true;
  #turn: Promise<unknown> = Promise.resolve();
  /** who hears of rows and answers while a page is loaded; undefined: they are put in as they come */
  #loading: Loading | undefined;
  #willAbsorb = false;
  /** called when relays that were late sent rows */
  onLate: () => void = () => {};

  constructor(deps: TimelineDeps, spec: TimelineSpec) {
    this.#deps = deps;
    this.spec = spec;
    const { queryClient, feedView } = deps;
    this.rows = new TimelineRows({ queryClient, queryKey: spec.queryKey, ...(spec.isSieved && { feedView }) });
  }

  /** Loads the newest page, or looks for what is newer than the list that is there. */
  loadNewest(waiting: Waiting): Promise<PageReport> {
    return this.#inTurn(waiting, () => {
      this.#savedHasMore = this.rows.adopt();
      return this.rows.shown.length === 0 ? this.#loadFirst(waiting) : this.#refresh(waiting);
    });
  }

  /** Adds the next page to the end of the list. */
  loadOlder(waiting: Waiting): Promise<PageReport> {
    return this.#inTurn(waiting, async () => {
      const before = this.rows.shown.length;
      const streams = this.#joined(this.#streams, this.rows.shown.length > 0 ? this.rows.lastAt : Infinity);
      const answered = await this.#fill(streams, waiting, () => this.#isFull(streams));
      this.rows.release(completeTo(streams.values(), this.rows.lastAt), NOTES_PAGE_SIZE);
      return this.#end(answered || this.rows.shown.length > before);
    });
  }

  /** Puts the notes that wait on top. */
  showNew(): PageReport {
    const { gap } = this.rows;
    const isCut = this.rows.showWaiting();
    if (gap !== undefined || isCut) this.#streams = this.#newStreams(gap ?? this.rows.lastAt);
    return this.#end(true);
  }

  /** Takes an event that came without being asked for a page. */
  takeLive(event: NostrEvent): void {
    this.#admit(event, (row) => {
      if (this.spec.newOnesWait && this.rows.isNew(row)) return this.rows.wait(row);
      if (this.rows.hold(row)) this.#absorbSoon();
    });
  }

  /** Puts a row of the user's own on top. In a list that turned out empty it is the first; before, it waits for its page. */
  showMine(row: FeedItem): void {
    if (!this.spec.accepts(row.note) || !this.rows.holdMine(row)) return;
    const saved = this.#deps.queryClient.getQueryData<Timeline>(this.spec.queryKey);
    if (saved?.items.length === 0) this.rows.release(row.at, 1);
    else this.rows.placeMine();
    if (this.rows.shown.length > 0) this.rows.write(this.hasMore);
  }

  /** How far one relay is read. */
  streamOf(relay: string): RelayStream | undefined {
    return this.#streams.get(relay);
  }

  /** Takes rows out that are not to be seen any more. */
  withdraw(ids: ReadonlySet<string>): void {
    if (this.rows.drop(ids)) this.rows.write(this.hasMore);
  }

  /** Asks these relays, too. */
  join(relays: readonly string[]): void {
    const added = relays.filter((relay) => !this.#streams.has(relay) && !this.#extraRelays.has(relay));
    for (const relay of added) this.#extraRelays.add(relay);
    if (this.#streams.size === 0) return;
    for (const relay of added) {
      const stream = this.#stream(relay);
      stream.prompt = false;
      this.#streams.set(relay, stream);
      void stream.advance(this.#firstLimit).then((answered) => {
        if (answered) this.#absorb();
      });
    }
  }

  /**
   * Asks a relay that was late or out of reach for what it holds of the stretch that is shown. True when there is more to
   * show than before.
   */
  async catchUp(relay: string): Promise<boolean> {
    const stream = this.#streams.get(relay);
    if (!stream || this.#catchingUp.has(relay)) return false;
    this.#catchingUp.add(relay);
    let sent = (await stream.asking) && this.rows.held > 0;
    const isBehind = () => !stream.ended && (stream.reached === Infinity || stream.reached > this.rows.lastAt);
    for (let limit = this.#firstLimit; limit < PAGE_LIMIT_MAX && isBehind(); limit *= 2) {
      if (!(await stream.advance(limit))) break;
      sent = stream.prompt = true;
      this.#absorb();
    }
    this.#catchingUp.delete(relay);
    return Boolean(sent) && this.hasMore;
  }

  get #firstLimit() {
    return this.spec.askPages * NOTES_PAGE_SIZE;
  }

  get #relays(): readonly string[] {
    return [...new Set([...(this.spec.relays ?? this.#deps.requests.relays('read')), ...this.#extraRelays])];
  }

  async #inTurn({ signal }: Waiting, load: () => Promise<PageReport>): Promise<PageReport> {
    const turn = this.#turn.then(async () => {
      signal.throwIfAborted();
      if (this.#relays.length === 0) return this.#report('no relays');
      this.#loading = LATER_PAGE;
      return load().finally(() => (this.#loading = undefined));
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #loadFirst(waiting: Waiting): Promise<PageReport> {
    const { rows } = this;
    rows.stopWaiting();
    this.#told.clear();
    const streams = (this.#streams = this.#newStreams());
    const page = {
      relays: streams.size,
      count: () => rows.ready(-Infinity),
      paint: () => rows.preview(NOTES_PAGE_SIZE),
    };
    const paint = startFirstPaint(page, waiting);
    this.#loading = paint;
    paint.begin();
    let answered = false;
    try {
      answered = await this.#fill(streams, waiting, () => this.#isFull(streams), true);
    } finally {
      paint.stop();
      this.#loading = LATER_PAGE;
      rows.release(answered ? completeTo(streams.values()) : -Infinity, NOTES_PAGE_SIZE);
      rows.write(this.hasMore);
    }
    return this.#end(answered || rows.shown.length > 0);
  }

  /** Reads from the top until the list is met again, or a page is there that does not meet it: then there is a gap. */
  async #refresh(waiting: Waiting): Promise<PageReport> {
    const { rows } = this;
    if (rows.placeMine()) rows.write(this.hasMore);
    const known = rows.newestAt ?? -Infinity;
    const probe = this.#newStreams();
    const complete = () => completeTo(probe.values());
    const answered = await this.#fill(probe, waiting, () => complete() <= known || this.#isFull(probe));
    if (answered && complete() > known) rows.openGap(complete());
    for (const stream of probe.values()) void stream.asking?.then(() => this.#checkLate(stream, known));
    rows.mergeLate(this.spec.newOnesWait);
    return !this.spec.newOnesWait && rows.waiting > 0 ? this.showNew() : this.#end(answered);
  }

  /** A relay that was late may turn out to have more new notes than it sent. */
  #checkLate({ reached, ended, thin }: RelayStream, known: number): void {
    if (ended || thin || reached === Infinity || reached <= known) return;
    this.rows.openGap(reached);
    if (!this.spec.newOnesWait && !this.#loading) this.showNew();
  }

  /** Asks until there is enough. True when a relay answered, or none had to be asked. */
  async #fill(
    streams: Streams,
    { signal, parent }: Waiting,
    isEnough: () => boolean,
    isFirst = false,
  ): Promise<boolean> {
    const machine = pageLoadMachine.provide({
      actors: {
        'ask relays': fromPromise(({ input: { limit }, signal, self }) =>
          this.#ask(streams, limit, { signal, parent: self }, isEnough),
        ),
        'await reposts': fromPromise<void>(() => Promise.all(this.#targets).then(() => {})),
      },
    });
    const input = { limit: this.#firstLimit, isFirst };
    const load = createActor(machine, { id: 'page load', ...(parent && { parent }), input }).start();
    return outputOf(load, signal);
  }

  /** One round. */
  async #ask(streams: Streams, limit: number, waiting: Waiting, isEnough: () => boolean): Promise<RoundOutcome> {
    if (isEnough()) return 'enough';
    const from = completeTo(streams.values(), this.rows.lastAt);
    const behind = [...streams.values()].filter(({ ended, reached }) => !ended && reached >= from);
    if (behind.length === 0) return 'nobody left';
    const onAnswer = () => (this.#loading ? this.#loading.answered() : this.#absorb());
    if (!(await askRound(behind, { ...waiting, limit, onAnswer }))) return isEnough() ? 'silent but full' : 'silent';
    if (streams === this.#streams) this.rows.mergeLate(this.spec.newOnesWait);
    return isEnough() ? 'enough' : 'answered';
  }

  #isFull(streams: Streams): boolean {
    const lastAt = streams === this.#streams ? this.rows.lastAt : Infinity;
    const unasked = [...streams.values()].every(({ reached }) => reached === Infinity);
    return !unasked && this.rows.ready(completeTo(streams.values(), lastAt)) >= NOTES_PAGE_SIZE;
  }

  /** Puts notes that came late where they belong; a list that was left without any begins with them. */
  #absorb(): void {
    this.#willAbsorb = false;
    if (this.#loading || this.#streams.size === 0) return;
    const isFirst = this.rows.shown.length === 0;
    if (isFirst && this.rows.ready(-Infinity) === 0) return;
    if (isFirst) this.rows.release(-Infinity, NOTES_PAGE_SIZE);
    else this.rows.mergeLate(this.spec.newOnesWait);
    this.rows.write(this.hasMore);
    this.onLate();
  }

  /** Once for all that come in one task: a flood of old notes would else sort the list for each of them. */
  #absorbSoon(): void {
    if (!this.#willAbsorb) queueMicrotask(() => this.#absorb());
    this.#willAbsorb = true;
  }

  #stream(relay: string, reached = Infinity): RelayStream {
    const take = (event: NostrEvent) => this.#admit(event, (row) => this.#hold(row));
    const filter = this.spec.filterAt?.(relay) ?? this.spec.filter;
    const { limit } = this.spec;
    return new RelayStream({ requests: this.#deps.requests, filter, take, limit, told: this.#told }, relay, reached);
  }

  #newStreams(reached = Infinity): Streams {
    return new Map(this.#relays.map((relay) => [relay, this.#stream(relay, reached)]));
  }

  /** The streams of the relays that are read now; a list that was saved goes on from its end. */
  #joined(streams: Streams, lastAt: number): Streams {
    const isNew = streams.size === 0;
    const relays = this.#relays;
    for (const relay of streams.keys()) if (!relays.includes(relay)) streams.delete(relay);
    for (const relay of relays) {
      if (!streams.has(relay)) streams.set(relay, this.#stream(relay, isNew ? lastAt : Infinity));
    }
    return streams;
  }

  #hold(row: FeedItem): void {
    if (!this.rows.hold(row)) return;
    if (this.#loading) this.#loading.added();
    else this.#absorbSoon();
  }

  #admit(event: NostrEvent, place: Place): void {
    if (!this.spec.accepts(event) || this.spec.isAsked?.(event) === false) return;
    const target = (this.spec.targetOf ?? repostTarget)(event);
    const row = this.#rowOf(event, (id) => this.#noteOf(id));
    if (row) return this.spec.accepts(row.note) ? place(row) : undefined;
    if (target) this.#await(this.#placeRepost(event, target, place));
  }

  #rowOf(event: NostrEvent, lookup: NoteLookup): FeedItem | undefined {
    const { targetOf } = this.spec;
    if (targetOf === undefined) return feedItemFromEvent(event, this.#receivedAt(event), lookup);
    const target = targetOf(event);
    const note = target && lookup(target.id);
    return note?.kind === KIND.textNote ? { id: event.id, at: event.created_at, note } : undefined;
  }

  #await(target: Promise<void>): void {
    this.#targets.add(target);
    void target.finally(() => this.#targets.delete(target));
  }

  async #placeRepost(event: NostrEvent, target: EventRef, place: Place): Promise<void> {
    const since = this.#deps.now();
    const note = await within(REPOST_TARGET_WAIT_MS, this.#fetchNote(target, event.content), null);
    const row = note && this.#rowOf(event, () => note);
    if (!row || !this.spec.accepts(note)) return;
    place(this.#deps.now() - since > EOSE_GRACE_MS ? this.rows.belowRead(row) : row);
  }

  #fetchNote({ id, relays }: EventRef, embedded: string): Promise<Note | null> {
    const query = { queryKey: noteKey(id), meta: { relays, embedded }, retry: false };
    return this.#deps.queryClient.fetchQuery<Note | null>(query).catch(() => null);
  }

  #noteOf(id: string): Note | undefined {
    const event = this.#deps.registry.get(id);
    return event && noteFromEvent(event, this.#receivedAt(event));
  }

  #receivedAt({ id }: NostrEvent): number {
    return this.#deps.registry.receivedAt(id) ?? this.#deps.now();
  }

  /** whether older notes may be had */
  get hasMore(): boolean {
    if (this.rows.shown.length >= TIMELINE_MAX_ITEMS) return false;
    if (this.rows.held > 0) return true;
    const open = [...this.#streams.values()].filter(({ ended }) => !ended);
    if (this.#streams.size === 0) return this.#savedHasMore;
    const anyPrompt = [...this.#streams.values()].some(({ prompt }) => prompt);
    // who told something and fell silent before the end may have more; who never did is not waited for
    return open.some(({ prompt, relay }) => !anyPrompt || prompt || this.#told.has(relay));
  }

  #end(answered: boolean): PageReport {
    this.rows.write(this.hasMore);
    return this.#report(answered ? 'loaded' : 'unreachable');
  }

  #report(outcome: PageReport['outcome']): PageReport {
    const { shown, news } = this.rows;
    return { outcome, shown: shown.length, hasMore: this.hasMore, waiting: news };
  }
}
