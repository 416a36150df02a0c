import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { chromiumArguments, findChromium } from './scripts/chromium.mjs';
import { wgsl } from './scripts/vite-wgsl.mjs';

/** Takes the type off imports of JSON: a server of sources answers them as modules, a build has none left. */
const untypedJson: Plugin = {
  name: 'untyped-json',
  enforce: 'pre',
  transform: (code) => code.replace(/,\s*\{\s*with:\s*\{\s*type:\s*'json'\s*\}\s*\}/g, ''),
};

/** Panels in a real browser, with a server in memory behind them: `npm test -- build components`. */
export default defineConfig({
  plugins: [untypedJson, wgsl(), react(), tailwindcss()],
  worker: { format: 'es', plugins: () => [wgsl()] },
  optimizeDeps: { entries: ['src/app/main.tsx', 'src/**/*.component.test.tsx'] },
  test: {
    include: ['src/**/*.component.test.tsx'],
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 900 },
      provider: playwright({
        launchOptions: { executablePath: findChromium(), args: [...chromiumArguments] },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
