import { WALLET_EVENTS_MOST, WALLET_HISTORY_MOST } from '#domain/ecash/ecash-limits.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { termsOf } from '#domain/ecash/events/quote-event.ts';
import { deletedBy } from '#domain/ecash/events/deletion.ts';
import { oldWallets, unreplaced } from '#domain/ecash/events/wallet-event.ts';
import { parseHistory, type HistoryContent } from '#domain/ecash/events/history-event.ts';
import type { TokenEvent } from '#domain/ecash/ledger/wallet-merge.ts';
import { byNewest, tagsNamed, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import type { EcashCore, ReadQuote } from '#workers/ecash-calls.ts';
import type { DecryptedBefore, Seen } from '#actors/ecash/decrypted-before.ts';

/** A token event that was read. */
export type OpenedToken = TokenEvent & {
  readonly mint: string;
  readonly unit: string;
  readonly event: NostrEvent;
  /** how many proofs in it this app cannot read */
  readonly others: number;
};

/** What happened on another device, or by another app. */
export type SaidHistory = { readonly event: NostrEvent; readonly said: HistoryContent };

/** An invoice of a mint that some device of the account waits for. */
export type OpenedQuote = { readonly event: NostrEvent; readonly quote: ReadQuote };

/** What relays have of the wallet, as far as it was read. */
export type WalletOnRelays = {
  readonly tokens: readonly OpenedToken[];
  readonly history: readonly SaidHistory[];
  readonly quotes: readonly OpenedQuote[];
  /** ids of the token events that another one replaced, and of whatever was deleted */
  readonly replaced: ReadonlySet<string>;
  /** the newest wallet event; `mints` as they stand there */
  readonly wallet: { readonly event: NostrEvent; readonly mints: readonly string[] } | undefined;
  /** old wallet events that no new one came after */
  readonly oldWallets: readonly NostrEvent[];
  /** ids that were told or replaced since the picture before */
  readonly news: ReadonlySet<string>;
  /** another device did something, at a mint that is not known: a token that was given away as it was is taken, for one */
  readonly isStirred: boolean;
  /** the relays that were seen to have an event */
  relaysOf(id: string): readonly string[];
};

export type ToldDeps = {
  /** hex */
  readonly pubkey: string;
  readonly signer: CurrentSigner;
  readonly core: Pick<EcashCore, 'readTokenEvent' | 'readWalletEvent' | 'readQuote'>;
  readonly before: DecryptedBefore;
  /** is told what the keys of a wallet event open, which the worker knows from then on */
  readonly learned: (pubkeys: readonly string[]) => void;
};

/** What the ledger knows all of. */
export type Known = {
  /** what it replaced, as far as that is not deleted; undefined for one that is not known */
  readonly token: (id: string) => readonly string[] | undefined;
  readonly quote: (id: string) => boolean;
  readonly history: (event: NostrEvent) => boolean;
};

/** What relays told of the wallet of an account on this visit. */
export type ToldByRelays = {
  /** Whether it is new. What somebody else wrote is nothing. */
  take(event: NostrEvent, relay: string): boolean;
  /** Reads what is new, by the signer of the account. Rejects while the key is locked. */
  read(known: Known): Promise<WalletOnRelays>;
  /** What of it need not be read again. */
  seen(): Omit<Seen, 'isWhole'>;
  /** The news of a picture with which nothing could be done are news still. */
  putBack(picture: WalletOnRelays): void;
};

/** The content of an event; with a name it is not asked for a second time. */
type Closed = { readonly id?: string; readonly content: string };

/** Reads the content of an event; undefined for what makes no sense. */
const createOpening = ({ pubkey, signer, before }: ToldDeps) => {
  const decrypt = async (content: string): Promise<string | undefined> => {
    const current = signer();
    if (current?.pubkey !== pubkey || !current.nip44) throw new EcashError({ code: 'ecash-locked' });
    return await current.nip44.decrypt(pubkey, content).catch(() => undefined);
  };
  const plainOf = async ({ id, content }: Closed): Promise<string | undefined> => {
    const known = id === undefined ? undefined : await before.plain(id);
    if (known !== undefined) return known;
    const plain = await decrypt(content);
    if (id !== undefined && plain !== undefined) await before.keep(id, plain);
    return plain;
  };
  return async <Value>(closed: Closed, read: (plain: string) => Promise<Value>): Promise<Value | undefined> => {
    const plain = await plainOf(closed);
    if (plain === undefined) return undefined;
    try {
      return await read(plain);
    } catch (error) {
      // that the worker died says nothing of the event
      if (error instanceof EcashError && error.problem.code !== 'ecash-worker') return undefined;
      throw error;
    }
  };
};

/** Of what is read here, besides what deletes it. */
export const WALLET_KINDS = [
  KIND.cashuWallet,
  KIND.cashuWalletOld,
  KIND.cashuToken,
  KIND.cashuQuote,
  KIND.cashuTokenHistory,
];
const NAMED: ReadonlySet<string> = new Set(WALLET_KINDS.map(String));

/** Ids of what was replaced or deleted. */
const createGone = (note: (id: string) => void) => {
  const replaced = new Set<string>();
  /** those of them that nothing here is known by */
  const strange = new Set<string>();
  return {
    replaced,
    /** Whether any of them is news. */
    replace(ids: readonly string[]): boolean {
      const fresh = ids.filter((id) => strange.delete(id) || !replaced.has(id));
      for (const id of fresh) {
        replaced.add(id);
        note(id);
      }
      return fresh.length > 0;
    },
    remember(ids: readonly string[]) {
      for (const id of ids.filter((each) => !replaced.has(each))) {
        replaced.add(id);
        strange.add(id);
      }
      return false;
    },
    /** One of them is here after all. */
    meet: (id: string) => void (strange.delete(id) && note(id)),
  };
};

/** The events themselves, as they came. `isKnown`: to the ledger, by its id. */
const createPile = (pubkey: string, isKnown: (id: string) => boolean) => {
  const relays = new Map<string, Set<string>>();
  const unread = new Map<string, NostrEvent>();
  const unsaid = new Map<string, NostrEvent>();
  const quotes = new Map<string, NostrEvent>();
  const invoices: NostrEvent[] = [];
  const old: NostrEvent[] = [];
  let newest: NostrEvent | undefined;
  let [news, isStirred] = [new Set<string>(), false];
  const note = (id: string) => void news.add(id);
  const { replaced, replace, remember, meet } = createGone(note);
  /** The user deletes other things, too: no mint is asked for those. */
  const remove = (event: NostrEvent): boolean => {
    const ids = deletedBy(event);
    const isOurs = tagsNamed(event, 'k').some(([, kind = '']) => NAMED.has(kind));
    return isOurs || ids.some((id) => relays.has(id) || isKnown(id)) ? replace(ids) : remember(ids);
  };
  const keep = (event: NostrEvent): boolean => {
    if (event.kind === KIND.deletion) return remove(event);
    meet(event.id);
    if (event.kind === KIND.cashuTokenHistory) unsaid.set(event.id, event);
    else if (event.kind === KIND.cashuWalletOld) old.push(event);
    else if (event.kind === KIND.cashuQuote) {
      quotes.set(event.id, event);
      invoices.push(event);
    } else if (event.kind === KIND.cashuToken) unread.set(event.id, event);
    else if (event.kind === KIND.cashuWallet && (!newest || byNewest(event, newest) < 0)) newest = event;
    else return false;
    return true;
  };
  return {
    unread,
    quotes,
    /** invoices that were not deleted */
    standing: () => invoices.filter(({ id }) => !replaced.has(id)),
    isGone: (id: string) => replaced.has(id),
    unsaid,
    stir: () => void (isStirred = true),
    newest: () => newest,
    oldWallets: () => oldWallets(old),
    replace,
    note,
    take(event: NostrEvent, relay: string): boolean {
      if (event.pubkey !== pubkey || relays.size >= WALLET_EVENTS_MOST) return false;
      const seen = relays.get(event.id);
      relays.set(event.id, (seen ?? new Set()).add(relay));
      return !seen && keep(event);
    },
    /** What is known by now, and what of it is news. */
    look() {
      const seen = { replaced: new Set(replaced), news, isStirred };
      [news, isStirred] = [new Set(), false];
      return { ...seen, relaysOf: (id: string) => [...(relays.get(id) ?? [])] };
    },
    putBack(picture: Pick<WalletOnRelays, 'news' | 'isStirred'>) {
      for (const id of picture.news) news.add(id);
      isStirred ||= picture.isStirred;
    },
  };
};

type Opening = ReturnType<typeof createOpening>;
type Pile = ReturnType<typeof createPile>;

const termsName = ({ id }: NostrEvent): string => `${id} terms`;

/** Reads invoices that wait. */
const createQuotes = (core: ToldDeps['core'], open: Opening, pile: Pile) => {
  const opened = new Map<string, OpenedQuote>();
  const read = async (event: NostrEvent) => {
    const terms = termsOf(event.tags);
    const plain = terms && (await open({ id: termsName(event), content: terms }, async (text) => text));
    const { tags } = event;
    return await open(event, (content) =>
      core.readQuote({ content, tags, ...(plain !== undefined && { terms: plain }) }),
    );
  };
  return async (isKnown: Known['quote']): Promise<readonly OpenedQuote[]> => {
    for (const event of pile.quotes.values()) {
      const quote = pile.isGone(event.id) || isKnown(event.id) ? undefined : await read(event);
      pile.quotes.delete(event.id);
      if (quote) opened.set(event.id, { event, quote });
    }
    return [...opened.values()].filter(({ event: { id } }) => !pile.isGone(id));
  };
};

/** What happened and was not read yet, the newest first. */
const takeUnsaid = (pile: Pile, isKnown: Known['history']): NostrEvent[] => {
  const all = [...pile.unsaid.values()].filter((event) => !isKnown(event));
  pile.unsaid.clear();
  if (all.length > 0) pile.stir();
  return all
    .filter(({ id }) => !pile.isGone(id))
    .toSorted((a, b) => b.created_at - a.created_at)
    .slice(0, WALLET_HISTORY_MOST);
};

/** Reads what happened elsewhere; what cannot be read now, for the key was locked in between, is read later. */
const createHistory = (open: Opening, pile: Pile) => {
  const history: SaidHistory[] = [];
  return async (isKnown: Known['history']): Promise<readonly SaidHistory[]> => {
    const all = takeUnsaid(pile, isKnown);
    try {
      for (let event = all[0]; event; event = all[0]) {
        const { tags, content } = event;
        // it is in the history of the ledger from then on
        const said = await open({ content }, async (plain) => parseHistory(plain, tags));
        if (said) history.push({ event, said });
        all.shift();
      }
    } finally {
      for (const event of all) pile.unsaid.set(event.id, event);
    }
    return [...history];
  };
};

/** Reads old wallet events for their keys alone: their mints stand in the open. */
const createOldWallets = ({ core, learned }: ToldDeps, open: Opening, pile: Pile) => {
  const read = new Set<string>();
  return async (): Promise<void> => {
    for (const event of pile.oldWallets().filter(({ id, content }) => content !== '' && !read.has(id))) {
      const opened = await open(event, (plain) => core.readWalletEvent(plain));
      learned(opened?.pubkeys ?? []);
      read.add(event.id);
    }
  };
};

type Opened = {
  /** ids */
  readonly tokens: Iterable<string>;
  readonly read: ReadonlyMap<string, readonly string[]>;
  readonly wallet: WalletOnRelays['wallet'];
};

/** What was opened and stands, and what was read of token events that are over. */
const seenOf = (pile: Pile, { tokens, read, wallet }: Opened): Omit<Seen, 'isWhole'> => {
  const standing = [...tokens].filter((id) => !pile.isGone(id));
  const wallets = [wallet?.event, ...pile.oldWallets()].flatMap((event) => event?.id ?? []);
  const quotes = pile.standing().flatMap((event) => [event.id, termsName(event)]);
  return {
    standing: [...standing, ...wallets, ...quotes],
    gone: new Map([...read].filter(([id]) => pile.isGone(id))),
  };
};

/** Nothing at first. */
export const createToldByRelays = (deps: ToldDeps): ToldByRelays => {
  const { core, pubkey, before, learned } = deps;
  const open = createOpening(deps);
  let ledger: Known | undefined;
  const pile = createPile(pubkey, (id) => ledger?.token(id) !== undefined || ledger?.quote(id) === true);
  const tokens = new Map<string, OpenedToken>();
  const [openQuotes, openHistory] = [createQuotes(core, open, pile), createHistory(open, pile)];
  const openOld = createOldWallets(deps, open, pile);
  /** token events that were read, and what they replaced */
  const read = new Map<string, readonly string[]>();
  let wallet: WalletOnRelays['wallet'];
  const openToken = async (event: NostrEvent) => {
    const opened = await open(event, (plain) => core.readTokenEvent(plain));
    pile.unread.delete(event.id);
    if (!opened) return;
    const { mint, unit, proofs, del, others } = opened;
    read.set(event.id, del);
    tokens.set(event.id, { id: event.id, event, mint, unit, proofs, del, others });
    pile.note(event.id);
    pile.replace(del);
  };
  const openWallet = async () => {
    await openOld();
    const event = pile.newest();
    if (!event || wallet?.event.id === event.id) return;
    const opened = await open(event, (plain) => core.readWalletEvent(plain));
    learned(opened?.pubkeys ?? []);
    wallet = { event, mints: opened?.mints ?? [] };
  };
  const readTokens = async (isKnown: Known['token']) => {
    const gone = await before.gone();
    // also what was deleted: it says what it had replaced itself
    for (const event of pile.unread.values()) {
      const { id } = event;
      const del = gone.get(id) ?? isKnown(id);
      if (!del) await openToken(event);
      else {
        pile.unread.delete(id);
        read.set(id, del);
        if (gone.has(id)) pile.replace([id, ...del]);
      }
    }
  };
  return {
    take: pile.take,
    async read(known) {
      ledger = known;
      await openWallet();
      await readTokens(known.token);
      return {
        tokens: [...tokens.values()],
        history: await openHistory(known.history),
        quotes: await openQuotes(known.quote),
        wallet,
        oldWallets: unreplaced(pile.oldWallets(), wallet?.event),
        ...pile.look(),
      };
    },
    seen: () => seenOf(pile, { tokens: tokens.keys(), read, wallet }),
    putBack: pile.putBack,
  };
};
