import { cpus, loadavg } from 'node:os';

/** One line of the bench: what was measured, against what, and whether it holds its budget. */
export type Row = { name: string; value: string; against?: string; ratio?: string; budget?: string; holds?: boolean };

/** Where and when it was measured, and how busy the machine was: a figure of a busy one is worth little. */
const machine = () => {
  const [cpu] = cpus();
  const load = loadavg()[0]!.toFixed(1);
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, ${cpus().length} x ${cpu?.model ?? 'unknown'}, load ${load}${Number(load) > cpus().length ? ' (BUSY: keep none of this)' : ''}`;
};

const columns: (keyof Row)[] = ['name', 'value', 'against', 'ratio', 'budget'];

/** Prints the rows as a table, as docs/BENCH.md keeps it; true when every budget holds. */
export function printTable(rows: readonly Row[]): boolean {
  const cells = rows.map((row) => [
    ...columns.map((column) => String(row[column] ?? '')),
    row.holds === undefined ? '' : row.holds ? 'yes' : 'BROKEN',
  ]);
  const head = ['measured', 'value', 'against', 'ratio', 'budget', 'holds'];
  const widths = head.map((title, at) => Math.max(title.length, ...cells.map((line) => line[at]!.length)));
  const line = (parts: readonly string[]) => `| ${parts.map((part, at) => part.padEnd(widths[at]!)).join(' | ')} |`;
  console.log(`\n${machine()}\n`);
  console.log([line(head), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n'));
  return rows.every((row) => row.holds !== false);
}

export const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
export const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;
