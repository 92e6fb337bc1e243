import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Folder of the panel's sources. */
const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * The production build of the panel. One style sheet for all routes (`cssCodeSplit: false`), so that only the
 * document names it and `purge-styles.ts` can rename it by its purged content.
 */
export default defineConfig({
  root,
  base: '/',
  plugins: [react()],
  logLevel: 'warn',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: false,
    // For `screen-documents.ts`.
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    // In one chunk modules run in the order of their imports: `schemas-without-eval.ts` before the first schema.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'contract', test: /\/node_modules\/zod\/|schemas-without-eval|\/api-contract\/[\w-]+\.ts/ }],
        },
      },
    },
  },
});
