import { createListeners } from '#domain/listeners.ts';
import { fromCallback, fromPromise } from 'xstate';
import {
  INBOX_LIMIT,
  INBOX_OPEN_AT_ONCE,
  INBOX_OPEN_EVERY_MS,
  INBOX_READ_MOST,
  INBOX_SAVE_EVERY,
  INBOX_WAITING_MOST,
} from '#domain/messages/messages-limits.ts';
import { relaysOfInbox } from '#domain/messages/message-relays.ts';
import { Failure } from '#domain/problem.ts';
import { budgetAfter, inboxSince, wasLookedAt, withSeen, withWaiting } from '#domain/messages/inbox.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { GIFT_WRAP, mayOpenWrap, openWrap, type OpenedWrap } from '#domain/messages/gift-wrap.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { toSeconds } from '#domain/units.ts';
import { RELAY_PAGE } from '#domain/relays/relays-limits.ts';
import type { Alone } from '#actors/shell/alone.ts';
import { untilSo } from '#actors/shell/until-so.ts';
import { readPages } from '#actors/wire/relay-pages.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { InterestFact } from '#machines/messages/inbox.machine.ts';
import type { Messenger } from './messenger.ts';

/** Is given each private message once, oldest or newest first alike; one that rejects is given it again in a later visit. */
export type MessageListener = (message: OpenedWrap) => Promise<void>;

export type InboxDeps = {
  readonly requests: Pick<RelayRequests, 'fetch' | 'watch' | 'relays'>;
  readonly messenger: Pick<Messenger, 'ownRelays'>;
  readonly signer: CurrentSigner;
  /** one tab reads them */
  readonly alone: Alone;
  /** which wraps were looked at, of an account */
  readonly seen: {
    get(pubkey: string): Promise<readonly string[]>;
    set(pubkey: string, seen: readonly string[]): Promise<void>;
  };
  /** ms since the epoch */
  readonly now: () => number;
};

type Reading = {
  readonly deps: InboxDeps;
  readonly pubkey: string;
  readonly hear: MessageListener;
  readonly ending: AbortSignal;
};

/** An extension may have been asked and said no, or nothing: another time it may open it. */
const mayOpenLater = (error: unknown): boolean => error instanceof Failure;

/** Whether a wrap is done with. */
const open = async ({ deps, pubkey, hear, ending }: Reading, wrap: NostrEvent): Promise<boolean> => {
  const current = deps.signer();
  if (current?.pubkey !== pubkey) return false;
  let opened: OpenedWrap | undefined;
  try {
    opened = await openWrap(wrap, current, toSeconds(deps.now()));
  } catch (error) {
    return !mayOpenLater(error);
  }
  if (!opened) return true;
  // whoever listens now may be somebody else
  if (ending.aborted) return false;
  return await hear(opened).then(
    () => true,
    () => false,
  );
};

/** Opens wraps one by one, the newest first, no faster than the budget allows. */
const createOpening = (reading: Reading, known: readonly string[]) => {
  const { deps, pubkey, ending } = reading;
  let [waiting, seen, isBusy]: [readonly NostrEvent[], readonly string[], boolean] = [[], known, false];
  let [budget, last] = [INBOX_OPEN_AT_ONCE, deps.now()];
  const tried = new Set<string>();
  const opened = createListeners();
  let unsaved = 0;
  // what is not remembered costs a decryption more, and nothing else
  const save = async () => {
    if (waiting.length > 0 && unsaved < INBOX_SAVE_EVERY) return;
    unsaved = 0;
    await deps.seen.set(pubkey, seen).catch(() => {});
  };
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, INBOX_OPEN_EVERY_MS);
      ending.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
  const spend = async () => {
    budget = budgetAfter(budget, deps.now() - last);
    last = deps.now();
    if (budget < 1) {
      await rest();
      budget = Math.max(1, budgetAfter(budget, deps.now() - last));
      last = deps.now();
    }
    budget -= 1;
  };
  const work = async () => {
    isBusy = true;
    while (waiting.length > 0 && !ending.aborted) {
      await spend();
      const [wrap] = waiting;
      if (!wrap || ending.aborted) break;
      waiting = waiting.filter(({ id }) => id !== wrap.id);
      tried.add(wrap.id);
      if (await open(reading, wrap)) {
        seen = withSeen(seen, wrap.id);
        unsaved += 1;
        await save();
      }
      opened.tell();
    }
    isBusy = false;
  };
  const hasRoom = () => waiting.length + RELAY_PAGE <= INBOX_WAITING_MOST;
  return {
    take(wrap: NostrEvent) {
      const isNew = !tried.has(wrap.id) && !wasLookedAt(seen, wrap.id);
      if (!isNew || !mayOpenWrap(wrap, pubkey, toSeconds(deps.now()))) return;
      waiting = withWaiting(waiting, wrap);
      if (!isBusy) void work();
    },
    /** One more page of wraps finds room. */
    room: () => untilSo(hasRoom, opened.subscribe, ending),
  };
};

/** Reads until the signal. */
const read = async (reading: Reading, relays: readonly string[]): Promise<void> => {
  const { deps, pubkey, ending } = reading;
  const { requests } = deps;
  const { take, room } = createOpening(reading, await deps.seen.get(pubkey).catch(() => []));
  if (ending.aborted) return;
  const filter = { kinds: [GIFT_WRAP], '#p': [pubkey], since: inboxSince(deps.now()) };
  const filters = [{ ...filter, limit: INBOX_LIMIT }];
  const stop = requests.watch({ filters, relays, keepsPlace: true, onEvent: take });
  const pages = { requests, signal: ending, ready: room, most: INBOX_READ_MOST, onEvent: take };
  // what is behind the newest ones; a relay that does not answer is read in the next visit
  for (const relay of relays) void readPages(pages, relay, filter).catch(() => {});
  await new Promise<void>((resolve) => ending.addEventListener('abort', () => resolve(), { once: true }));
  stop();
};

/** Who wants to hear of private messages, and the slots of the chart that reads them. */
export const createInbox = (deps: InboxDeps) => {
  const listeners = new Set<MessageListener>();
  const watchers = createListeners();
  const movers = createListeners();
  const hear: MessageListener = async (message) => {
    await Promise.all([...listeners].map((listener) => listener(message)));
  };
  const relaysOf = async (pubkey: string): Promise<readonly string[]> => {
    const listed = await deps.messenger.ownRelays(pubkey).catch(() => []);
    return relaysOfInbox(listed, deps.requests.relays('read'));
  };
  return {
    relaysOf,
    /** Messages are read for as long as somebody listens, until the returned function is called. */
    listen(listener: MessageListener): () => void {
      listeners.add(listener);
      watchers.tell();
      return () => {
        listeners.delete(listener);
        watchers.tell();
      };
    },
    /** They are read elsewhere from now on. */
    moved: movers.tell,
    slots: {
      'watch interest': fromCallback<InterestFact>(({ sendBack }) => {
        const tell = () => sendBack({ type: 'interest.is', there: listeners.size > 0 } satisfies InterestFact);
        tell();
        const stops = [
          watchers.subscribe(tell),
          movers.subscribe(() => sendBack({ type: 'inbox.moved' } satisfies InterestFact)),
        ];
        return () => stops.forEach((stop) => stop());
      }),
      'find inbox': fromPromise<readonly string[], { pubkey: string }>(({ input: { pubkey } }) => relaysOf(pubkey)),
      'read inbox': fromCallback<InterestFact, { pubkey: string; relays: readonly string[] }>(
        ({ input: { pubkey, relays } }) => {
          const ending = new AbortController();
          const reading: Reading = { deps, pubkey, hear, ending: ending.signal };
          void deps.alone(`messages ${pubkey}`, () => read(reading, relays), ending.signal).catch(() => {});
          return () => ending.abort();
        },
      ),
    },
  };
};

export type Inbox = ReturnType<typeof createInbox>;
