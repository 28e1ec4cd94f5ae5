// Everything that must pass: the checks with the long tests and, beside them, the build and what it is made of; then the built app
// in Chromium against real relays, and once around in Firefox and WebKit. `npm test -- --shard=1/2` takes a share, so that machines
// can divide the work: all shards together are the whole.
import { existsSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { check } from './check.mjs';
import { ensureChromium, ensureHeadlessShell } from './chromium.mjs';
import { failed as failedOf } from './failed.mjs';
import { shardOf } from './shard.mjs';
import { slowest } from './slowest.mjs';

const run = (command, ...args) =>
  spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;

const report = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);

const counts = () => {
  const unit = report('reports/unit.json');
  const e2e = report('reports/e2e.json')?.stats;
  const parts = [
    { passed: unit?.numPassedTests, failed: unit?.numFailedTests },
    report('reports/build.json'),
    e2e && { passed: e2e.expected + e2e.flaky, failed: e2e.unexpected },
    report('reports/browsers.json'),
  ];
  const sum = (of) => parts.reduce((total, part) => total + (part?.[of] ?? 0), 0);
  return { passed: sum('passed'), failed: sum('failed') };
};

const shard = shardOf(process.argv.slice(2));
const share = shard.of === 1 ? [] : [`--shard=${shard.index}/${shard.of}`];
process.env.CHROMIUM_PATH = ensureChromium();
ensureHeadlessShell();
// the fast check tries few of the generated schedules, the whole test all of them
process.env.SCHEDULES ??= '2600';
const built = [
  ['build', 'vite', 'build', '--logLevel', 'warn'],
  ['what was built', 'node', 'scripts/check-build.mjs'],
];
const steps = [
  () => check(shard, { withLong: true, also: built }),
  () => run('playwright', 'test', ...share),
  // in Firefox and WebKit, where they are there: `npm run test:browsers` installs them
  () => shard.index < shard.of || run('node', 'tests/browsers/run.ts'),
];
let ok = true;
for (const step of steps) ok = (await step()) && ok;

const reports = { unit: report('reports/unit.json'), browser: report('reports/e2e.json') };
console.log('\nThe slowest tests:');
for (const line of slowest(reports)) console.log(line);
const wrong = failedOf(reports);
if (wrong.length > 0) console.log(`\nWhat failed:\n${wrong.join('\n')}\n`);
const { passed, failed } = counts();
console.log(`${passed} passed, ${ok ? failed : Math.max(failed, 1)} failed`);
process.exit(ok ? 0 : 1);
