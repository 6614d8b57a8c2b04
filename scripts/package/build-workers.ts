/**
 * Bundles each worker thread into one file, because threads start outside the archive, where they
 * cannot import anything from it.
 */
import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'vite';
import { PROJECT } from './run.ts';

/** Libraries that stay separate, unchanged files next to the threads. */
const BESIDE = [
  { from: 'node_modules/@techstark/opencv-js/dist/opencv.js', to: 'opencv.cjs' },
  { from: 'node_modules/libheif-js/libheif-wasm/libheif-bundle.js', to: 'libheif.cjs' },
] as const;

/** Entry files below `electron`; see `electron/workers/worker-entry.ts`. */
const WORKERS = [
  'practice-service/picture-worker.ts',
  'practice-service/service-worker.ts',
  'backend/work/export/psd-worker.ts',
  'backend/work/selection/selection-worker.ts',
  'backend/vision/imaging/convert/convert-worker.ts',
  'backend/vision/imaging/clips/clip-worker.ts',
  'backend/reading-worker.ts',
  'backend/library/hash-worker.ts',
  'perception/perception-process.ts',
];

for (const [index, source] of WORKERS.entries()) {
  const name = basename(source, '.ts');
  await build({
    configFile: false,
    root: PROJECT,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: join(PROJECT, 'electron', source),
      outDir: join(PROJECT, 'out', 'workers'),
      emptyOutDir: index === 0,
      target: 'node24',
      rollupOptions: {
        // Native libraries are packages beside them.
        external: [/^node:/u, 'sharp', 'onnxruntime-node'],
        output: { format: 'es', codeSplitting: false, entryFileNames: `${name}.mjs` },
      },
    },
  });
}

for (const { from, to } of BESIDE) {
  await copyFile(join(PROJECT, from), join(PROJECT, 'out', 'workers', to));
}
