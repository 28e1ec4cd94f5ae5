import { defineConfig } from 'vitest/config';

/** localforage looks once, when it is loaded, whether there is a database. */
const apart = [
  'tests/store/key-value-store.test.ts',
  'tests/actors/cache-persistence.test.ts',
  'tests/actors/cache-clear.test.ts',
];

export default defineConfig({
  test: {
    environment: 'node',
    reporters: ['default', ['json', { outputFile: 'reports/unit.json' }]],
    projects: [
      {
        // every file cleans up after itself, and starting anew for each would triple the time
        test: {
          name: 'unit',
          isolate: false,
          include: ['tests/{domain,store,machines,actors,workers,devnet}/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
          exclude: apart,
        },
      },
      { test: { name: 'storage', include: apart } },
    ],
  },
});
