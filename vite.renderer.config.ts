/** How the renderer is built, the same for the browser host and for Electron. */
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';

/** @returns options with paths relative to the project's folder */
export function rendererConfig(): UserConfig {
  return {
    root: 'renderer',
    base: '/',
    plugins: [react({ compiler: true })],
    build: {
      outDir: '../out/renderer',
      emptyOutDir: true,
      // everything is a file of its own: the content security policy allows no data: fonts
      assetsInlineLimit: 0,
      // the files are on the disk, so preload links cost more than they save
      modulePreload: false,
      target: 'chrome140',
      sourcemap: false,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        output: {
          codeSplitting: {
            // what every first page needs is one file: in eighty, each costs a request and a compilation
            groups: [{ name: 'page', tags: ['$initial'] }],
          },
        },
      },
    },
    worker: { format: 'es' },
    clearScreen: false,
  };
}

export default rendererConfig();
