import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.mjs';
import { wgsl } from './scripts/vite-wgsl.mjs';

export default defineConfig({
  plugins: [wgsl()],
  test: {
    include: [
      '{domain,contract,wasm/bindings,gpu,shaders,workers,src,server,locales}/**/*.test.{ts,tsx}',
      'tests/{kernels,api,data,site}/**/*.test.ts',
      ...(process.env['PLUMBLINE_LONG'] === '1' ? ['tests/long/**/*.test.ts'] : []),
    ],
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
