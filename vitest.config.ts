import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/{domain,store,machines,actors,devnet}/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
    environment: 'node',
    reporters: ['default', ['json', { outputFile: 'reports/unit.json' }]],
  },
});
