// The fast part of the tests: format, lint, types, unused code, and every test that needs no browser.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeCoverage } from './coverage.mjs';
import { runTogether } from './run-steps.mjs';

const STATICS = [
  ['format', 'prettier', '--check', '--cache', '--cache-location', '.cache/prettier', '--log-level', 'warn', '.'],
  ['types', 'tsc', '--noEmit'],
  ['lint', 'oxlint', '--type-aware', 'src', 'tests', 'devnet', 'scripts'],
  ['unused code', 'knip'],
];

/** Runs the checks, of several shards what is the share of one; true when all succeeded. */
export async function check({ index, of } = { index: 1, of: 1 }) {
  rmSync('reports', { recursive: true, force: true });
  const statics = index > 1 || (await runTogether(STATICS));
  const share = of === 1 ? [] : [`--shard=${index}/${of}`];
  const units = await runTogether([['unit, machines, diagrams', 'vitest', 'run', ...share]]);
  // of a share of the tests nobody knows what all of them reach
  const reached = of > 1 || !units || writeCoverage();
  return statics && units && reached;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit((await check()) ? 0 : 1);
