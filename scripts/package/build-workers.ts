/**
 * Bundles each worker thread into one file of its own, in `out/workers`. A thread is started from
 * beside the archive, where nothing of the archive can be imported.
 */
import { join } from 'node:path';
import { build } from 'vite';
import { PROJECT } from './run.ts';

/** Entries in `electron/practice-service`, see `worker-entry.ts` there. */
const WORKERS = ['picture-worker', 'service-worker'];

for (const [index, name] of WORKERS.entries()) {
  await build({
    configFile: false,
    root: PROJECT,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: join(PROJECT, 'electron', 'practice-service', `${name}.ts`),
      outDir: join(PROJECT, 'out', 'workers'),
      emptyOutDir: index === 0,
      target: 'node24',
      rollupOptions: {
        // Its native library is a package beside it.
        external: [/^node:/u, 'sharp'],
        output: { format: 'es', codeSplitting: false, entryFileNames: `${name}.mjs` },
      },
    },
  });
}
