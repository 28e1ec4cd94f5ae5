// The smoke walk in Firefox and WebKit: finds both or installs them, builds the app when needed, and walks through it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { buildIfChanged } from './build-if-changed.mjs';

const PACKAGES = {
  '/usr/bin/firefox-esr': 'firefox-esr',
  '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver',
  '/usr/bin/xvfb-run': 'xvfb',
};

const install = () => {
  const missing = Object.keys(PACKAGES)
    .filter((path) => !existsSync(path))
    .map((path) => PACKAGES[path]);
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.error(`Installing ${missing.join(', ')}…`);
  const apt = (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], timeout: 600_000 });
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...missing);
};

install();
await buildIfChanged();
process.exit(spawnSync('node', ['tests/browsers/run.ts'], { stdio: 'inherit' }).status ?? 1);
