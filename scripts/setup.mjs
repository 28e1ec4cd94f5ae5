// Runs before every command on whatever Node the machine has (20.19+), with no dependency:
// installs the exact locked packages when they are missing or the lock changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = new URL('../node_modules/.setup-stamp', import.meta.url);
const lock = readFileSync(new URL('../package-lock.json', import.meta.url));
const want = createHash('sha256')
  .update(lock)
  .update(process.platform + process.arch)
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== want) {
  console.log('Installing what Nuthatch needs (about a minute the first time)…');
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath;
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: true });
  if (result.status !== 0) process.exit(result.status ?? 1);
  writeFileSync(stamp, want);
}
