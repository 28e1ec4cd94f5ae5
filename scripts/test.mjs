// Everything that must pass: the checks, then the built app: what it is made of, and in Chromium against real relays.
import { existsSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { check } from './check.mjs';
import { checkBuild } from './check-build.mjs';
import { ensureChromium } from './chromium.mjs';

const run = (command, ...args) =>
  spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;

const report = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);

const counts = () => {
  const unit = report('reports/unit.json');
  const build = report('reports/build.json');
  const e2e = report('reports/e2e.json')?.stats;
  return {
    passed: (unit?.numPassedTests ?? 0) + (build?.passed ?? 0) + (e2e?.expected ?? 0) + (e2e?.flaky ?? 0),
    failed: (unit?.numFailedTests ?? 0) + (build?.failed ?? 0) + (e2e?.unexpected ?? 0),
  };
};

process.env.CHROMIUM_PATH = ensureChromium();
// the fast check tries few of the generated schedules, the whole test all of them
process.env.SCHEDULES ??= '2600';
const steps = [
  () => check(),
  () => run('vite', 'build', '--logLevel', 'warn'),
  () => checkBuild(),
  () => run('playwright', 'test'),
];
let ok = true;
for (const step of steps) ok = (await step()) && ok;

const { passed, failed } = counts();
console.log(`${passed} passed, ${ok ? failed : Math.max(failed, 1)} failed`);
process.exit(ok ? 0 : 1);
