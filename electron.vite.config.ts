/** How everything for Electron is bundled: all JavaScript of ours and of others, natives excepted. */
import { defineConfig } from 'electron-vite';
import { rendererConfig } from './vite.renderer.config.ts';

/** Modules that stay outside: Electron itself, and packages with native code. */
const EXTERNAL = ['electron', /^electron\//u, /^node:/u, 'sharp', '@napi-rs/keyring'];

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      externalizeDeps: false,
      sourcemap: false,
      rollupOptions: {
        external: EXTERNAL,
        input: {
          main: 'electron/main.ts',
          // Beside main.js: they are started as `new URL('./<name>.js', import.meta.url)`.
          'service-worker': 'electron/practice-service/service-worker.ts',
          'picture-worker': 'electron/practice-service/picture-worker.ts',
        },
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
  renderer: withInput(rendererConfig()),
});

/** electron-vite wants the page named; Vite alone finds it. */
function withInput(config: ReturnType<typeof rendererConfig>) {
  return {
    ...config,
    build: {
      ...config.build,
      rollupOptions: { ...config.build?.rollupOptions, input: 'renderer/index.html' },
    },
  };
}
