import { fromCallback, fromPromise, waitFor, type ActorRefFrom } from 'xstate';
import { EcashError, ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { isOver, type Operation } from '#domain/ecash/ledger/operation.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import { scanProgress, type ScanProgress } from '#domain/ecash/words/restore-scan.ts';
import { sealed, type Sealed } from '#domain/protocol/sealed.ts';
import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import type { restoreMachine, WordsFact, WordsWish } from '#machines/ecash/restore.machine.ts';
import type { Ecash, RestoreMint } from '#ports/ecash.ts';
import { mintUrl } from '#domain/ecash/mints/mint-url.ts';
import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import type { Purse } from './purse.ts';
import { bringOver } from '#actors/ecash/operations/borrowed-words.ts';
import { createListeners } from '#domain/listeners.ts';
import { beginRestore, endRestore } from '#actors/ecash/operations/restoring.ts';

type Wanted = {
  readonly url: string;
  readonly operation?: string;
  readonly problem?: EcashProblem;
  /** of words that were borrowed: how far it is, and whether that is all */
  readonly brought?: ScanProgress | undefined;
  readonly ended?: 'done' | 'stopped';
};

type RestoreDeps = {
  readonly chart: () => ActorRefFrom<typeof restoreMachine> | undefined;
  readonly purse: () => Purse | undefined;
  /** the wallet, opened for what somebody pressed */
  readonly opened: () => Promise<Purse>;
  /** Writes something down and has it led. */
  readonly begin: (act: (purse: Purse) => Promise<string>) => Promise<string>;
  /** The user wants to know now what became of an operation. */
  readonly look: (operation: string) => void;
  /** The mints that relays name for the words of a purse, or for those it borrowed. */
  readonly findMints: (purse: Purse, whose: { readonly borrowed: boolean }) => Promise<readonly string[]>;
};

type Row = Pick<RestoreMint, 'stands' | 'problem'>;

const fail = (code: 'ecash-locked' | 'words-given-back'): never => {
  throw new EcashError({ code });
};

const standOf = ({ problem, brought, ended }: Wanted, record: Operation | undefined): Row => {
  const trouble = record ? record.trouble : problem;
  if (trouble) return { stands: 'failed', problem: trouble };
  // one that was stopped before it was through
  if (ended === 'stopped' || (record && isOver(record) && record.scan?.todo.length !== 0))
    return { stands: 'failed', problem: undefined };
  if (ended || (record && isOver(record))) return { stands: 'done', problem: undefined };
  return { stands: record || brought ? 'asking' : 'waiting', problem: undefined };
};

const rowOf = (wanted: Wanted, record: Operation | undefined): RestoreMint => {
  const { stands, problem } = standOf(wanted, record);
  const progress = record ? scanProgress(record) : wanted.brought;
  const all = progress?.keysets ?? 0;
  const done = stands === 'done' ? all : Math.max((progress?.keyset ?? 1) - 1, 0);
  const found = record?.got ?? progress?.found ?? 0;
  const goesOn = record !== undefined && !isOver(record);
  return { url: wanted.url, stands, problem, goesOn, asked: progress?.asked ?? 0, keysets: { done, all }, found };
};

type Note = (url: string, known: Partial<Wanted>) => void;

/** What the own words have at a mint: an operation, which goes on by itself. */
const restoreAt = async ({ begin, look }: RestoreDeps, note: Note, url: string) => {
  const operation = await begin(({ deps }) =>
    beginRestore(deps, { mint: mintUrl(url, isSampleNetwork()), unit: DEFAULT_UNIT }),
  );
  note(url, { operation });
  // it may be under way from before, and wait for its next try
  look(operation);
};

/** What borrowed words have there comes over, exchange by exchange. */
const bringFrom = async (given: RestoreDeps, purse: Purse, note: Note, url: string, signal: AbortSignal) => {
  const { begin, opened } = given;
  let brought: ScanProgress | undefined;
  const stop = () => note(url, { brought, ended: 'stopped' });
  signal.addEventListener('abort', stop);
  // what comes after it was stopped is of no row any more: it may be looked for anew
  const tell = (next: ScanProgress) => {
    brought = next;
    if (!signal.aborted) note(url, { brought });
  };
  const end = (known: Partial<Wanted>) => {
    signal.removeEventListener('abort', stop);
    if (!signal.aborted) note(url, known);
  };
  try {
    const mint = mintUrl(url, isSampleNetwork());
    await opened();
    await purse.mints.use(await purse.mints.load(mint));
    await bringOver({ ...purse, begin: (act) => begin(act), tell, signal }, { mint, unit: DEFAULT_UNIT });
    end({ brought, ended: 'done' });
  } catch (error) {
    end({ problem: ecashProblemOf(error) });
  }
};

/** The slots of the chart: where words are looked for, and those of another wallet, which the worker has in the meantime. */
const createSlots = (given: RestoreDeps, note: Note) => {
  const mine = () => given.purse() ?? fail('ecash-locked');
  return {
    'find mints': fromPromise<readonly string[], { borrowed: boolean }>(async ({ input }) =>
      given.findMints(input.borrowed ? mine() : await given.opened(), input),
    ),
    'hold words': fromCallback<WordsWish, { words: Sealed<string> }>(({ input, sendBack, receive }) => {
      const ending = new AbortController();
      const lender = mine();
      const tell = (fact: WordsFact) => sendBack(fact);
      const leave = lender.onLost(() =>
        tell({ type: 'words.refused', error: new EcashError({ code: 'ecash-worker' }) }),
      );
      lender.core.borrow(input.words.take() ?? '').then(
        () => tell({ type: 'words.taken' }),
        (error: unknown) => tell({ type: 'words.refused', error }),
      );
      receive(({ mint }) => void bringFrom(given, lender, note, mint, ending.signal));
      return () => {
        leave();
        ending.abort();
        void lender.core.giveBack().catch(() => {});
      };
    }),
  };
};

/**
 * The rows as they are shown: read again after each change. `left`: nobody looks any more, and nothing is asked.
 */
const createRows = ({ purse }: Pick<RestoreDeps, 'purse'>, left: () => void) => {
  let isSeen = false;
  const listeners = createListeners(() => {
    isSeen = true;
    return () => {
      isSeen = false;
      settle();
    };
  });
  let wanted: readonly Wanted[] | undefined;
  // of another account nothing is shown
  let owner: string | undefined;
  let whose: 'own' | 'others' = 'own';
  let rows: readonly RestoreMint[] | undefined;
  let stopWatching: (() => void) | undefined;
  const busy = () =>
    (rows ?? []).filter(({ stands }) => stands === 'waiting' || stands === 'asking').map(({ url }) => url);
  const isAsked = ({ operation, problem, ended }: Wanted) => operation === undefined && !problem && !ended;
  const settle = () => {
    if (!isSeen && !wanted?.some(isAsked)) left();
  };
  const read = async () => {
    const asked = wanted;
    const ledger = purse()?.ledger;
    const records = await Promise.all(
      (asked ?? []).map(async ({ operation }) =>
        operation === undefined ? undefined : await ledger?.operation(operation).catch(() => undefined),
      ),
    );
    if (asked !== wanted) return;
    rows = asked?.map((one, index) => rowOf(one, records[index]));
    listeners.tell();
  };
  const change = (next: readonly Wanted[] | undefined) => {
    wanted = next;
    if (whose === 'others') settle();
    void read();
  };
  return {
    shown: { get: () => (owner === purse()?.pubkey ? rows : undefined), subscribe: listeners.subscribe },
    wanted: () => wanted ?? [],
    busy,
    clear: () => change(undefined),
    note: (url: string, known: Partial<Wanted>) =>
      change(wanted?.map((one) => (one.url === url ? { url, ...known } : one))),
    /** Gives whose words are looked for: where nobody says so, those of before. */
    want(urls: readonly string[], from: 'own' | 'others' | undefined) {
      stopWatching?.();
      stopWatching = purse()?.ledger.watch(() => void read(), { stores: ['operations'] });
      const before = owner === purse()?.pubkey ? (wanted ?? []) : [];
      whose = from ?? (before.length > 0 ? whose : 'own');
      owner = purse()?.pubkey;
      const kept = before.filter(({ url, problem }) => !problem && !urls.includes(url));
      change([...kept, ...urls.map((url) => ({ url }))]);
      return whose;
    },
  };
};

type Restoring = Pick<Ecash, 'restoring' | 'restore' | 'stopRestoring' | 'findMints'>;

/** The mints at which words are looked for on this visit, and the slots of the chart that holds them. */
export const createRestoreList = (given: RestoreDeps): { acts: Restoring; slots: ReturnType<typeof createSlots> } => {
  const { purse, chart } = given;
  const end = () => chart()?.send({ type: 'restore.end' });
  const rows = createRows(given, end);
  const start = async (url: string, whose: 'own' | 'others') => {
    try {
      refuseSecrets(url);
      if (whose === 'own') await restoreAt(given, rows.note, url);
      else if (chart()?.getSnapshot().hasTag('holds words')) chart()!.send({ type: 'restore.from', mint: url });
      else fail('words-given-back');
    } catch (error) {
      rows.note(url, { problem: ecashProblemOf(error) });
    }
  };
  const acts: Restoring = {
    restoring: rows.shown,
    async findMints(words) {
      const actor = chart() ?? fail('ecash-locked');
      actor.send(words === undefined ? { type: 'restore.find' } : { type: 'restore.borrow', words: sealed(words) });
      const { turn } = actor.getSnapshot().context;
      const { context } = await waitFor(
        actor,
        (snapshot) => snapshot.context.turn !== turn || !snapshot.hasTag('finding'),
      );
      if (context.turn !== turn) return fail('ecash-locked');
      if (context.problem) throw new EcashError(context.problem);
      return context.mints ?? [];
    },
    restore(urls, from) {
      if (from === 'own') end();
      const whose = rows.want(urls, from);
      for (const url of urls) void start(url, whose);
    },
    stopRestoring(one) {
      const mine = purse();
      const endAt = (operation: string | undefined) => {
        if (operation !== undefined && mine) void endRestore(mine.deps, operation).catch(() => {});
      };
      if (one !== undefined) return endAt(one);
      end();
      const busy = rows.busy();
      if (busy.length === 0) return rows.clear();
      // a mint that is silent is asked on
      for (const { url, operation } of rows.wanted()) if (busy.includes(url)) endAt(operation);
    },
  };
  return { acts, slots: createSlots(given, rows.note) };
};
