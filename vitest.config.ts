import { defineConfig } from 'vitest/config';
import { buildId } from './scripts/build-id.mjs';

export default defineConfig({
  define: { __HIGHWATER_BUILD__: JSON.stringify(buildId()), __HIGHWATER_SHARE_ORIGIN__: '""' },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'fixtures/**/*.test.ts', 'bench/**/*.test.ts', 'scripts/**/*.test.ts'],
    environment: 'node',
    // Tests that read the corpus go through files of a hundred megabytes.
    testTimeout: 60_000,
    maxWorkers: 2,
  },
});
