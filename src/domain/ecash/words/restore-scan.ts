import { SCAN_BATCH, SCAN_EMPTY_BATCHES } from '#domain/ecash/ecash-limits.ts';
import type { Keyset } from '#domain/ecash/mints/mint.ts';

/** One keyset that is looked through: its next number, and how many batches before it had nothing. */
export type ScanPart = { readonly keyset: string; readonly next: number; readonly empty: number };

/** How far the words were looked through at a mint. */
export type Scan = {
  /** keysets that are not done, the first one is under way */
  readonly todo: readonly ScanPart[];
  /** batches that have something in a payment which is under way: they are looked at once more */
  readonly again: readonly ScanPart[];
  /** how many keysets there are */
  readonly of: number;
  /** how many numbers were asked for */
  readonly asked: number;
};

/** All keysets of a unit, also those that are out of use: the words may have something of each. */
export const beginScan = (keysets: readonly Keyset[], unit: string): Scan => {
  const todo = keysets.filter((keyset) => keyset.unit === unit).map(({ id }) => ({ keyset: id, next: 0, empty: 0 }));
  return { todo, again: [], of: todo.length, asked: 0 };
};

/** After one batch. `isEmpty`: the mint never signed any of it. `isPending`: some of it is in a payment under way. */
export const scanOn = (
  scan: Scan,
  { isEmpty, isPending }: { readonly isEmpty: boolean; readonly isPending: boolean },
): Scan => {
  const [part, ...rest] = scan.todo;
  if (!part) return scan;
  const empty = isEmpty ? part.empty + 1 : 0;
  return {
    ...scan,
    todo: empty === SCAN_EMPTY_BATCHES ? rest : [{ ...part, next: part.next + SCAN_BATCH, empty }, ...rest],
    again: isPending ? [...scan.again, part] : scan.again,
    asked: scan.asked + SCAN_BATCH,
  };
};

/** How far a restoring is, for people. */
export type ScanProgress = {
  readonly keyset: number;
  readonly keysets: number;
  readonly asked: number;
  readonly found: number;
};

/** How far words are looked through; `keyset`: the number of the one under way, from 1. Undefined before the mint answered. */
export const scanProgress = ({ scan, got }: { readonly scan?: Scan; readonly got: number }): ScanProgress | undefined =>
  scan && {
    keyset: Math.min(scan.of - scan.todo.length + 1, scan.of),
    keysets: scan.of,
    asked: scan.asked,
    found: got,
  };
