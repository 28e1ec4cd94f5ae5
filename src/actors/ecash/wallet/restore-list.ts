import { EcashError, ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { isOver, type Operation } from '#domain/ecash/ledger/operation.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import { scanProgress, type ScanProgress } from '#domain/ecash/words/restore-scan.ts';
import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import type { Ecash, RestoreMint } from '#ports/ecash.ts';
import { mintUrl } from '#domain/ecash/mints/mint-url.ts';
import type { Purse } from './purse.ts';
import { bringOver } from '#actors/ecash/operations/borrowed-words.ts';
import { createListeners } from '#domain/listeners.ts';
import { beginRestore, endRestore } from '#actors/ecash/operations/restoring.ts';

type Wanted = {
  readonly url: string;
  readonly operation?: string;
  readonly problem?: EcashProblem;
  /** of words that were borrowed: how far it is, and whether that is all */
  readonly brought?: { readonly progress: ScanProgress; readonly isDone: boolean };
};

type RestoreDeps = {
  readonly purse: () => Purse | undefined;
  /** Writes something down and has it led. */
  readonly begin: (act: (purse: Purse) => Promise<string>) => Promise<string>;
  /** The user wants to know now what became of an operation. */
  readonly look: (operation: string) => void;
  /** The mints that relays name for the words of a purse, or for those it borrowed. */
  readonly findMints: (purse: Purse, whose: { readonly borrowed: boolean }) => Promise<readonly string[]>;
  readonly loopback: () => boolean;
};

type Row = Pick<RestoreMint, 'stands' | 'problem'>;

const standOf = ({ problem, brought }: Wanted, record: Operation | undefined): Row => {
  const trouble = record ? record.trouble : problem;
  if (trouble) return { stands: 'failed', problem: trouble };
  // one that was stopped before it was through
  if (record && isOver(record) && record.scan?.todo.length !== 0) return { stands: 'failed', problem: undefined };
  if ((record && isOver(record)) || brought?.isDone) return { stands: 'done', problem: undefined };
  return { stands: record || brought ? 'asking' : 'waiting', problem: undefined };
};

const rowOf = (wanted: Wanted, record: Operation | undefined): RestoreMint => {
  const { stands, problem } = standOf(wanted, record);
  const progress = record ? scanProgress(record) : wanted.brought?.progress;
  const all = progress?.keysets ?? 0;
  const done = stands === 'done' ? all : Math.max((progress?.keyset ?? 1) - 1, 0);
  const found = record?.got ?? progress?.found ?? 0;
  const goesOn = record !== undefined && !isOver(record);
  return { url: wanted.url, stands, problem, goesOn, asked: progress?.asked ?? 0, keysets: { done, all }, found };
};

type Note = (url: string, known: Partial<Wanted>) => void;

/** What the own words have at a mint: an operation, which goes on by itself. */
const restoreAt = async ({ begin, look, loopback }: RestoreDeps, note: Note, url: string) => {
  const operation = await begin(({ deps }) =>
    beginRestore(deps, { mint: mintUrl(url, loopback()), unit: DEFAULT_UNIT }),
  );
  note(url, { operation });
  // it may be under way from before, and wait for its next try
  look(operation);
};

/** What borrowed words have there comes over, exchange by exchange. */
const bringFrom = async (given: RestoreDeps, note: Note, url: string, signal: AbortSignal) => {
  const { begin, purse, loopback } = given;
  const mine = purse();
  if (!mine) throw new EcashError({ code: 'ecash-locked' });
  const mint = mintUrl(url, loopback());
  let progress: ScanProgress | undefined;
  await mine.mints.use(await mine.mints.load(mint));
  const tell = (next: ScanProgress) => note(url, { brought: { progress: (progress = next), isDone: false } });
  const { deps, core } = mine;
  await bringOver({ deps, core, begin: (act) => begin(act), tell, signal }, { mint, unit: DEFAULT_UNIT });
  if (progress) note(url, { brought: { progress, isDone: true } });
};

/** The words of another wallet, which the worker has for as long as they are looked for. */
const createBorrowing = ({ purse }: RestoreDeps) => {
  let [lender, ending]: [Purse | undefined, AbortController] = [undefined, new AbortController()];
  return {
    isOn: () => lender !== undefined && lender === purse(),
    signal: () => ending.signal,
    async take(words: string) {
      const mine = purse();
      if (!mine) throw new EcashError({ code: 'ecash-locked' });
      await mine.core.borrow(words);
      [lender, ending] = [mine, new AbortController()];
    },
    end() {
      ending.abort();
      void lender?.core.giveBack().catch(() => {});
      lender = undefined;
    },
  };
};

/** The rows as they are shown: read again after each change. */
const createRows = ({ purse }: RestoreDeps) => {
  const listeners = createListeners();
  let wanted: readonly Wanted[] | undefined;
  // of another account nothing is shown
  let owner: string | undefined;
  let rows: readonly RestoreMint[] | undefined;
  let stopWatching: (() => void) | undefined;
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
    void read();
  };
  return {
    shown: { get: () => (owner === purse()?.pubkey ? rows : undefined), subscribe: listeners.subscribe },
    wanted: () => wanted ?? [],
    busy: () => (rows ?? []).filter(({ stands }) => stands === 'waiting' || stands === 'asking').map(({ url }) => url),
    clear: () => change(undefined),
    note: (url: string, known: Partial<Wanted>) =>
      change(wanted?.map((one) => (one.url === url ? { url, ...known } : one))),
    want(urls: readonly string[]) {
      stopWatching?.();
      stopWatching = purse()?.ledger.watch(() => void read(), { stores: ['operations'] });
      const isSame = owner === purse()?.pubkey;
      owner = purse()?.pubkey;
      const before = (isSame ? (wanted ?? []) : []).filter(({ url, problem }) => !problem && !urls.includes(url));
      change([...before, ...urls.map((url) => ({ url }))]);
    },
  };
};

/** The mints at which words are looked for on this visit. */
export const createRestoreList = (
  given: RestoreDeps,
): Pick<Ecash, 'restoring' | 'restore' | 'stopRestoring' | 'findMints'> => {
  const { purse, findMints } = given;
  const rows = createRows(given);
  const borrowing = createBorrowing(given);
  const start = async (url: string) => {
    try {
      refuseSecrets(url);
      if (borrowing.isOn()) await bringFrom(given, rows.note, url, borrowing.signal());
      else await restoreAt(given, rows.note, url);
    } catch (error) {
      rows.note(url, { problem: ecashProblemOf(error) });
    }
  };
  return {
    restoring: rows.shown,
    async findMints(words) {
      const mine = purse();
      if (!mine) throw new EcashError({ code: 'ecash-locked' });
      borrowing.end();
      if (words !== undefined) await borrowing.take(words);
      return await findMints(mine, { borrowed: words !== undefined });
    },
    restore(urls, from) {
      if (from === 'own') borrowing.end();
      rows.want(urls);
      for (const url of urls) void start(url);
    },
    stopRestoring(one) {
      const mine = purse();
      const end = (operation: string | undefined) => {
        if (operation !== undefined && mine) void endRestore(mine.deps, operation).catch(() => {});
      };
      if (one !== undefined) return end(one);
      borrowing.end();
      const busy = rows.busy();
      if (busy.length === 0) return rows.clear();
      // a mint that is silent is asked on
      for (const { url, operation } of rows.wanted()) if (busy.includes(url)) end(operation);
    },
  };
};
