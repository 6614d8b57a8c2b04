/**
 * How the main process and the preload are bundled: all JavaScript of ours and of others, natives
 * excepted. The page is built by Vite alone, with `vite.renderer.config.ts`, so that Electron loads
 * the very files that the browser host serves.
 */
import { defineConfig } from 'electron-vite';

/** Modules that stay outside: Electron itself, and packages with native code. */
const EXTERNAL = ['electron', /^electron\//u, /^node:/u, 'sharp', '@napi-rs/keyring'];

export default defineConfig({
  main: {
    // Its build for Node declares a `require` of its own, which electron-vite declares, too.
    resolve: { alias: [{ find: /^fflate$/u, replacement: 'fflate/browser' }] },
    build: {
      outDir: 'out/main',
      externalizeDeps: false,
      sourcemap: false,
      rollupOptions: {
        external: EXTERNAL,
        // Worker threads are files of their own: `scripts/package/build-workers.ts`.
        input: { main: 'electron/main.ts' },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      sourcemap: false,
      rollupOptions: {
        external: EXTERNAL,
        input: { preload: 'electron/preload.ts' },
        // A sandboxed preload can only be CommonJS.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
});
