import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{domain,contract,wasm/bindings,gpu,shaders,workers,src,server,locales}/**/*.test.{ts,tsx}',
      'tests/{kernels,api,data,site}/**/*.test.ts',
    ],
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
