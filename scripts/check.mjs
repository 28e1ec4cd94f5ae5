// The fast part of the tests: format, lint, types, unused code, and the tests that need no browser and are not long.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeCoverage } from './coverage.mjs';
import { runInTurn, runStep } from './run-steps.mjs';

const STATICS = [
  ['format', 'oxfmt', '--list-different'],
  ['types', 'tsc', '--noEmit', '--singleThreaded'],
  ['lint', 'oxlint', '--type-aware', 'src', 'tests', 'devnet', 'scripts'],
  ['unused code', 'knip', '--cache', '--cache-location', '.cache/knip'],
];

/** What is shown of the tests when one failed is what failed, not a line for each that passed. */
const REPORTERS = ['--reporter=dot', '--reporter=json', '--outputFile.json=reports/unit.json'];

/**
 * Runs the checks, with the long tests or without, and one after the other what else is built and checked beside the tests; of
 * several shards what is the share of one. True when all succeeded.
 */
export async function check({ index, of } = { index: 1, of: 1 }, { withLong = false, also = [] } = {}) {
  rmSync('reports', { recursive: true, force: true });
  // of several threads each finds out most types for itself: twice the processor for hardly less time
  process.env.GOMAXPROCS ??= '1';
  const share = of === 1 ? [] : [`--shard=${index}/${of}`];
  const projects = withLong ? [] : ['--project=!long*'];
  const units = ['unit, machines, diagrams', 'vitest', 'run', ...REPORTERS, ...projects, ...share];
  const others = index > 1 ? also : [...STATICS, ...also];
  const [tested, checked] = await Promise.all([runStep(units), runInTurn(others)]);
  // of a share of the tests nobody knows what all of them reach
  const reached = of > 1 || !tested || writeCoverage();
  return tested && checked && reached;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit((await check()) ? 0 : 1);
