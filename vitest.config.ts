import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** localforage looks once, when it is loaded, whether there is a database. */
const apart = [
  'tests/store/storage/key-value-store.test.ts',
  'tests/store/storage/write-order.test.ts',
  'tests/actors/cache/persistence.test.ts',
  'tests/actors/cache/clear.test.ts',
  'tests/app/*.test.ts',
];

/** What tries very much, or takes more than two seconds of a core for another reason: a part of `npm test`, not of `npm run check`. */
const LONG = 'tests/**/*.long.test.ts';

/** What takes longest begins first, so that no processor has nothing to do at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => moduleId.endsWith('.long.test.ts');
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** what the build puts in */
const define = { __APP_VERSION__: JSON.stringify('0.0.0-test') };

const setupFiles = ['tests/support/plain-clone.ts'];

export default defineConfig({
  test: {
    environment: 'node',
    // one fewer than there are by default, which is one of two
    maxWorkers: '100%',
    // ends what hangs; how long something takes is for the benchmarks, and the machine may do other things, too
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', ['json', { outputFile: 'reports/unit.json' }]],
    projects: [
      {
        define,
        // every file cleans up after itself, and starting anew for each would triple the time
        test: {
          name: 'unit',
          isolate: false,
          include: ['tests/{domain,store,machines,actors,areas,workers,devnet}/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
          exclude: [...apart, LONG],
          setupFiles,
        },
      },
      { define, test: { name: 'long', isolate: false, include: [LONG], exclude: apart, setupFiles } },
      { define, test: { name: 'storage', include: apart, exclude: [LONG], setupFiles } },
      { define, test: { name: 'long storage', include: ['tests/app/*.long.test.ts'], setupFiles } },
    ],
  },
});
