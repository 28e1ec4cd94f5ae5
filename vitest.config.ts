import { defineConfig } from 'vitest/config';

/** localforage looks once, when it is loaded, whether there is a database. */
const apart = [
  'tests/store/storage/key-value-store.test.ts',
  'tests/actors/cache/persistence.test.ts',
  'tests/actors/cache/clear.test.ts',
  'tests/app/*.test.ts',
];

/** what the build puts in */
const define = { __APP_VERSION__: JSON.stringify('0.0.0-test') };

export default defineConfig({
  test: {
    environment: 'node',
    // one fewer than there are by default, which is one of two
    maxWorkers: '100%',
    // ends what hangs; how long something takes is for the benchmarks, and the machine may do other things, too
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'reports/unit.json' }]],
    projects: [
      {
        define,
        // every file cleans up after itself, and starting anew for each would triple the time
        test: {
          name: 'unit',
          isolate: false,
          include: ['tests/{domain,store,machines,actors,areas,workers,devnet}/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
          exclude: apart,
        },
      },
      { define, test: { name: 'storage', include: apart } },
    ],
  },
});
