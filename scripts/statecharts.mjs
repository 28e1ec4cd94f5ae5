// Writes statecharts/<machine>.mmd and .json anew from the machines, and docs/house.mmd from the imports.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  'vitest',
  ['run', 'tests/statecharts.test.ts', 'tests/house.test.ts', '-u', '--reporter=dot'],
  {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  },
);
process.exit(status ?? 1);
