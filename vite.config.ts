import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { wgsl } from './scripts/vite-wgsl.mjs';

export default defineConfig({
  plugins: [wgsl(), react(), tailwindcss()],
  worker: { format: 'es', plugins: () => [wgsl()] },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
  },
  server: { host: 'localhost', strictPort: true },
});
