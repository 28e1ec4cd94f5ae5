import { mkdirSync, writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** The type of the annotations that carry a row. */
export const FAULT_ROW = 'fault';

/** One fault that was tried and what became of it; times are ms by the app's clock. */
export type FaultRow = {
  readonly fault: string;
  readonly when: 'before the start' | 'while it runs';
  /** the word with which the app said how the relay stood */
  readonly told: string;
  readonly toldMs: number;
  /** null: nothing was there to come back */
  readonly recoveredMs: number | null;
  /** notes that a relay holds and the page does not show */
  readonly missing: number;
  /** REQs left open that nobody needs */
  readonly leaked: number;
};

type Line = FaultRow & { readonly recovered: boolean };

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

const cellsOf = ({ fault, when, told, toldMs, recovered, recoveredMs, missing, leaked }: Line): string[] => [
  fault,
  when,
  told,
  seconds(toldMs),
  recovered ? 'yes' : '',
  recoveredMs === null ? '' : seconds(recoveredMs),
  String(missing),
  String(leaked),
];

const HEAD = ['fault', 'put on', 'app says', 'after', 'recovered', 'after', 'missing notes', 'leaked REQs'];

const table = (rows: readonly (readonly string[])[]): string => {
  const widths = HEAD.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** Collects the rows of the fault suite, writes them to reports/faults.json and prints them as a table. */
export default class FaultReporter implements Reporter {
  readonly #lines: Line[] = [];
  readonly #failed: string[] = [];

  onTestEnd(test: TestCase, { status, annotations }: TestResult): void {
    const rows = annotations.filter(({ type }) => type === FAULT_ROW);
    for (const { description } of rows) {
      const row = JSON.parse(description ?? '{}') as FaultRow;
      this.#lines.push({ ...row, recovered: row.recoveredMs !== null });
    }
    if (test.location.file.endsWith('faults.spec.ts') && status !== 'passed') this.#failed.push(test.title);
  }

  onEnd(): void {
    if (this.#lines.length + this.#failed.length === 0) return;
    mkdirSync('reports', { recursive: true });
    writeFileSync('reports/faults.json', `${JSON.stringify(this.#lines, undefined, 2)}\n`);
    const slowest = Math.max(0, ...this.#lines.map(({ recoveredMs }) => recoveredMs ?? 0));
    const recovered = this.#lines.filter((line) => line.recovered).length;
    const missing = this.#lines.reduce((sum, line) => sum + line.missing, 0);
    console.log(`\n${table([HEAD, ...this.#lines.map(cellsOf)])}`);
    for (const title of this.#failed) console.log(`FAILED: ${title}`);
    console.log(
      `${this.#lines.length} faults tried, ${recovered} recovered, ${this.#lines.length - recovered} given up for good, ${this.#failed.length} tests failed, ` +
        `slowest recovery ${seconds(slowest)}, ${missing} notes missing`,
    );
  }

  printsToStdio(): boolean {
    return false;
  }
}
