// Measures the built app in Chromium and prints one table: `npm run bench [part ...]`.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('vite', ['build', '--logLevel', 'warn'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
if (status !== 0) process.exit(status ?? 1);
const { runBench } = await import('../tests/bench/run.ts');
process.exit((await runBench(process.argv.slice(2))) ? 0 : 1);
