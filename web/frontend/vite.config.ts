import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig } from 'vite';
import { leaveOut } from './leave-out.ts';

/** Folder of the panel's sources. */
const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * The production build of the panel. One style sheet for all routes (`cssCodeSplit: false`), so that only the
 * document names it and `purge-styles.ts` can rename it by its purged content.
 */
export default defineConfig({
  root,
  base: '/',
  plugins: [react(), leaveOut()],
  // Its package names the build for development only, with warnings and their texts.
  resolve: {
    alias: [
      {
        find: /^react-router$/,
        replacement: fileURLToPath(import.meta.resolve('react-router')).replace('/development/', '/production/'),
      },
    ],
  },
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
    // Packages, the panel's own of the first load (in one, so that `schemas-without-eval.ts` runs before the first schema;
    // `main.tsx` waits for screens that need them), and what screens share, so that none loads much that only others need.
    rolldownOptions: {
      output: {
        // The server sends no other names compressed.
        chunkFileNames: ({ name }) => `assets/${name.replaceAll(/[^\w.-].*/g, '')}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'packages', test: /\/node_modules\//, tags: ['$initial'], priority: 2 },
            { name: 'panel', test: /\.(?!html)\w+$(?<!\/main\.tsx)/, tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 500 },
          ],
        },
      },
    },
  },
});

/** What is built otherwise for the server: one module that needs no package. */
export const forServer: InlineConfig = {
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, target: 'webworker' },
  build: {
    ssr: 'draw-screen.tsx',
    outDir: 'dist/server',
    manifest: false,
    minify: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
};

/** The script of the document's head: a plain one, so that the body waits for it. */
export const forHead: InlineConfig = {
  configFile: false,
  root,
  logLevel: 'warn',
  build: {
    emptyOutDir: false,
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: { input: 'early.ts', output: { format: 'iife', entryFileNames: 'assets/early-[hash].js' } },
  },
};
