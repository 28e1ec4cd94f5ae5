// The fast part of the tests: format, lint, types, unused code, and every test that needs no browser.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runTogether } from './run-steps.mjs';

/** Runs the checks; true when all succeeded. */
export async function check() {
  rmSync('reports', { recursive: true, force: true });
  const statics = await runTogether([
    ['format', 'prettier', '--check', '--cache', '--cache-location', '.cache/prettier', '--log-level', 'warn', '.'],
    ['types', 'tsc', '--noEmit'],
    ['lint', 'oxlint', '--type-aware', 'src', 'tests', 'devnet', 'scripts'],
    ['unused code', 'knip'],
  ]);
  const units = await runTogether([['unit, machines, diagrams', 'vitest', 'run']]);
  return statics && units;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit((await check()) ? 0 : 1);
