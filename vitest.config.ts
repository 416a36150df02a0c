import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.mjs';
import { wgsl } from './scripts/vite-wgsl.mjs';

/** Files that share a process and what it has loaded, which takes longer than most of their tests. */
const stateless =
  '{domain,contract,viewport,wasm/bindings,gpu,shaders,workers,src,locales}/**/*.test.{ts,tsx}';

const globalSetup = ['tests/support/global-setup.ts'];
/** Whole programs, which work for minutes. */
const wholePrograms = 'tests/api/serve.test.ts';

export default defineConfig({
  plugins: [wgsl()],
  test: {
    pool: 'forks',
    // Programs under test wait for disks, each other and their clocks: one more than the cores of the gate.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: [
            'tests/{data,site}/**/*.test.ts',
            wholePrograms,
            ...(process.env['PLUMBLINE_LONG'] === '1' ? ['tests/long/**/*.test.ts'] : []),
          ],
          globalSetup,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/{kernels,api,lint,security}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, wholePrograms],
          globalSetup,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: [stateless],
          exclude: [...configDefaults.exclude, '**/*.component.test.tsx'],
          isolate: false,
        },
      },
    ],
  },
});
