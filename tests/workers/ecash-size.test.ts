import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';

/** what the worker of ecash may weigh, in bytes of gzip */
const WORKER_MOST = 100_000;

describe('the code of ecash', () => {
  it('weighs at most 100 KB in its worker', async () => {
    const built = (await build({
      configFile: false,
      logLevel: 'silent',
      build: { write: false, minify: true, rolldownOptions: { input: 'src/workers/ecash.worker.ts' } },
    })) as Rolldown.RolldownOutput;
    const code = built.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('');
    const bytes = gzipSync(code, { level: 9 }).length;
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(WORKER_MOST);
  }, 60_000);
});
