import { fromCallback, fromPromise } from 'xstate';
import { DEVICE_CLOCK_SLACK_S } from '#domain/ecash/ecash-limits.ts';
import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { toSeconds } from '#domain/units.ts';
import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { ReadingFact } from '#machines/ecash/ecash-reading.machine.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import type { DecryptedBefore } from '#actors/ecash/decrypted-before.ts';
import { nameOfEvent } from '#actors/ecash/event-name.ts';
import type { FurtherKeys } from './purse.ts';
import { readPages, type PagesEnd } from '#actors/wire/relay-pages.ts';
import { takeIn } from '#actors/ecash/sync/taking-in.ts';
import { takeMints } from '#actors/ecash/sync/mints-elsewhere.ts';
import { takeQuotes, type QuoteLook } from '#actors/ecash/sync/taking-quotes.ts';
import { takeHistory } from '#actors/ecash/sync/taking-history.ts';
import { createToldByRelays, WALLET_KINDS, type Known } from '#actors/ecash/sync/told-by-relays.ts';

type Mine = { pubkey: string };

/** Whose wallet is read: what it asks mints by, and the worker that reads what the signer decrypted. */
export type Reader = {
  readonly deps: EcashDeps;
  readonly core: Pick<EcashCore, 'readTokenEvent' | 'readWalletEvent' | 'readQuote'>;
  readonly before: DecryptedBefore;
  readonly keys: Pick<FurtherKeys, 'learn'>;
};

export type ReadingDeps = {
  readonly reader: (pubkey: string) => Reader;
  readonly signer: CurrentSigner;
  readonly requests: Pick<RelayRequests, 'fetch' | 'watch'>;
  /** the relays of the account, as they are now */
  readonly relays: () => readonly string[];
  /** Calls back when they may be others. */
  readonly onRelays: (listener: () => void) => () => void;
};

const TOLD = [KIND.cashuToken, KIND.cashuQuote, KIND.cashuTokenHistory];
const stored = (pubkey: string): readonly Filter[] => [
  { kinds: WALLET_KINDS, authors: [pubkey] },
  { kinds: [KIND.deletion], authors: [pubkey], '#k': TOLD.map(String) },
];
const live = (pubkey: string, since: number): Filter[] => [
  // not every app names the kinds of what it deletes
  { kinds: [KIND.cashuTokenHistory, KIND.deletion], authors: [pubkey], since },
  { kinds: [KIND.cashuWallet, KIND.cashuWalletOld, KIND.cashuToken, KIND.cashuQuote], authors: [pubkey] },
  { kinds: [KIND.deletion], authors: [pubkey], '#k': TOLD.map(String) },
];

/** What the ledger knows all of, and need not be read. */
const knownOf = async ({ ledger }: EcashDeps): Promise<Known> => {
  const [rows, history] = await Promise.all([ledger.outbox.all(), ledger.history()]);
  const all = rows.filter(({ kind }) => kind === 'token');
  const tokens = new Set(all.filter(({ foreign }) => !foreign).map(({ operation }) => operation));
  const told = new Set(history.flatMap(({ event, operation }) => [event, operation]));
  const quotes = new Set(rows.flatMap(({ kind, event }) => (kind === 'quote' && event ? event.id : [])));
  return {
    token: (id) =>
      tokens.has(id)
        ? all.filter(({ replaced }) => replaced?.includes(id)).map(({ operation }) => operation)
        : undefined,
    quote: (id) => quotes.has(id),
    history: ({ id, created_at: at }) => told.has(id) || told.has(nameOfEvent({ id, at })),
  };
};

/** What one visit knows of the wallet of an account on its relays. */
const createVisit = ({ reader, signer, requests, relays }: ReadingDeps, pubkey: string) => {
  const { deps, core, before, keys } = reader(pubkey);
  const told = createToldByRelays({ pubkey, signer, core, before, learned: keys.learn });
  const [whole, under] = [new Set<string>(), new Set<string>()];
  const ending = new AbortController();
  const spent = new Set<string>();
  const looks = new Map<string, QuoteLook>();
  let [again, isAwaiting]: [readonly string[], boolean] = [[], false];
  let tell = () => {};
  const take = (event: NostrEvent, relay: string) => {
    if (told.take(event, relay)) tell();
  };
  const readRelay = async (relay: string) => {
    under.add(relay);
    try {
      const onEvent = (event: NostrEvent) => take(event, relay);
      const ends: PagesEnd[] = [];
      for (const filter of stored(pubkey))
        ends.push(await readPages({ requests, signal: ending.signal, own: true, onEvent }, relay, filter));
      if (!ends.includes('silent')) whole.add(relay);
    } finally {
      under.delete(relay);
    }
  };
  return {
    take,
    signal: ending.signal,
    /** Calls back when something new was told. */
    onTold: (listener: () => void) => void (tell = listener),
    /** Settled once each relay that is not under way is read; one that fails is asked again. */
    async read() {
      const open = relays().filter((relay) => !whole.has(relay) && !under.has(relay));
      await Promise.all(open.map((relay) => readRelay(relay).catch(() => {})));
    },
    async takeIn() {
      const picture = await told.read(await knownOf(deps));
      try {
        await takeMints(deps, picture, isSampleNetwork());
        await takeHistory(deps, picture);
        ({ again } = await takeIn(deps, picture, { again, spent }));
        isAwaiting = await takeQuotes(deps, picture, looks);
      } catch (error) {
        told.putBack(picture);
        throw error;
      }
      // what is read once more by then is no harm
      await before.remember({ ...told.seen(), isWhole: relays().every((relay) => whole.has(relay)) }).catch(() => {});
      return {
        isWhole: again.length === 0 && !isAwaiting && relays().every((relay) => whole.has(relay) || under.has(relay)),
      };
    },
    end: () => ending.abort(),
  };
};

/** The slots of `ecash-reading`. What was read is known as long as the chart runs. */
export const createReadingSlots = (given: ReadingDeps) => {
  const { requests, relays, onRelays, reader } = given;
  const visits = new Map<string, ReturnType<typeof createVisit>>();
  const visitOf = (pubkey: string) => {
    const visit = visits.get(pubkey) ?? createVisit(given, pubkey);
    visits.set(pubkey, visit);
    return visit;
  };
  return {
    'watch relays': fromCallback<ReadingFact, Mine>(({ input: { pubkey }, sendBack }) => {
      const visit = visitOf(pubkey);
      const now = () => toSeconds(reader(pubkey).deps.now()) - DEVICE_CLOCK_SLACK_S;
      visit.onTold(() => sendBack({ type: 'relay.told' } satisfies ReadingFact));
      let [watched, close] = ['', () => {}];
      const look = () => {
        const urls = [...relays()].sort();
        if (watched === urls.join(' ')) return;
        if (watched !== '') sendBack({ type: 'relays.changed' } satisfies ReadingFact);
        watched = urls.join(' ');
        close();
        close = requests.watch({ filters: live(pubkey, now()), relays: urls, own: true, onEvent: visit.take });
      };
      look();
      const leave = onRelays(look);
      return () => {
        leave();
        close();
        visit.end();
        visits.delete(pubkey);
      };
    }),
    'read relays': fromPromise<void, Mine>(({ input: { pubkey } }) => visitOf(pubkey).read()),
    'take in': fromPromise<{ readonly isWhole: boolean }, Mine>(({ input: { pubkey } }) => visitOf(pubkey).takeIn()),
  };
};
