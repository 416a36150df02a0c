import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.mjs';
import { wgsl } from './scripts/vite-wgsl.mjs';

/** Rooms whose modules keep nothing that one test file could leave behind for the next. */
const stateless = '{domain,contract,wasm/bindings,gpu,shaders,workers,src,locales}/**/*.test.{ts,tsx}';

export default defineConfig({
  plugins: [wgsl()],
  test: {
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: [
            'server/**/*.test.ts',
            'tests/{kernels,api,data,site}/**/*.test.ts',
            ...(process.env['PLUMBLINE_LONG'] === '1' ? ['tests/long/**/*.test.ts'] : []),
          ],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
      // Files share a process and what it has loaded, which takes longer than most of their tests.
      { extends: true, test: { name: 'together', include: [stateless], isolate: false } },
    ],
  },
});
