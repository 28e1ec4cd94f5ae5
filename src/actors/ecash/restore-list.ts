import { ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { isOver, type Operation } from '#domain/ecash/operation.ts';
import { DEFAULT_UNIT } from '#domain/ecash/read-token.ts';
import { scanProgress } from '#domain/ecash/scan.ts';
import type { Ecash, RestoreMint } from '#ports/ecash.ts';
import { mintUrl } from '#domain/ecash/mint-url.ts';
import type { Purse } from './purse.ts';
import { createListeners } from './listeners.ts';
import { beginRestore, endRestore } from './restoring.ts';

type Wanted = { readonly url: string; readonly operation?: string; readonly problem?: EcashProblem };

type RestoreDeps = {
  readonly purse: () => Purse | undefined;
  /** Writes something down and has it led. */
  readonly begin: (act: (purse: Purse) => Promise<string>) => Promise<string>;
  readonly loopback: () => boolean;
};

const rowOf = ({ url, problem }: Wanted, record: Operation | undefined): RestoreMint => {
  const nothing = { url, problem, asked: 0, keysets: { done: 0, all: 0 }, found: 0 };
  if (!record) return { ...nothing, stands: problem ? 'failed' : 'waiting' };
  const progress = scanProgress(record);
  const isDone = isOver(record);
  const all = progress?.keysets ?? 0;
  const stands = isDone ? 'done' : record.trouble ? 'failed' : 'asking';
  return {
    url,
    stands,
    problem: isDone ? undefined : record.trouble,
    asked: progress?.asked ?? 0,
    keysets: { done: isDone ? all : Math.max((progress?.keyset ?? 1) - 1, 0), all },
    found: record.got,
  };
};

/** The mints at which the words are looked for on this visit. Each is an operation of its own, which goes on by itself. */
export const createRestoreList = ({
  purse,
  begin,
  loopback,
}: RestoreDeps): Pick<Ecash, 'restoring' | 'restore' | 'stopRestoring'> => {
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
  const note = (url: string, known: Partial<Wanted>) =>
    change(wanted?.map((one) => (one.url === url ? { url, ...known } : one)));
  const start = async (url: string) => {
    try {
      const operation = await begin(async (mine) => {
        const mint = mintUrl(url, loopback());
        await mine.mints.use(await mine.mints.load(mint));
        return await beginRestore(mine.deps, { mint, unit: DEFAULT_UNIT });
      });
      note(url, { operation });
    } catch (error) {
      note(url, { problem: ecashProblemOf(error) });
    }
  };
  return {
    restoring: { get: () => (owner === purse()?.pubkey ? rows : undefined), subscribe: listeners.subscribe },
    restore(urls) {
      stopWatching?.();
      stopWatching = purse()?.ledger.watch(() => void read());
      const isSame = owner === purse()?.pubkey;
      owner = purse()?.pubkey;
      const before = (isSame ? (wanted ?? []) : []).filter(({ url, problem }) => !problem && !urls.includes(url));
      change([...before, ...urls.map((url) => ({ url }))]);
      for (const url of urls) void start(url);
    },
    stopRestoring() {
      const mine = purse();
      for (const { operation } of wanted ?? [])
        if (operation !== undefined && mine) void endRestore(mine.deps, operation).catch(() => {});
    },
  };
};
