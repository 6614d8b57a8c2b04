import { buildPrograms, buildRenderer } from '../package/build.ts';
import type { RunResult } from '../package/run.ts';
import type { BuildTarget } from './build-cache.ts';

const RENDERER_INPUTS = [
  'renderer',
  'shared',
  'docs/guide',
  'vite.renderer.config.ts',
  'package-lock.json',
];

const PRIVATE_GLIB = 'scripts/package/private-glib.ts';

const WORKERS = 'scripts/package/build-workers.ts';

/** The browser host itself runs from source. */
export function rendererTarget(): BuildTarget {
  return {
    name: 'renderer',
    inputs: RENDERER_INPUTS,
    outputs: ['out/renderer/index.html'],
    build: async () => requireBuilt(await buildRenderer(false)),
  };
}

export function electronTarget(): BuildTarget {
  return {
    name: 'electron',
    inputs: [...RENDERER_INPUTS, 'electron', 'electron.vite.config.ts', WORKERS, PRIVATE_GLIB],
    outputs: [
      'out/main/main.js',
      'out/preload/preload.cjs',
      'out/workers/service-worker.mjs',
      'out/renderer/index.html',
    ],
    build: async () => requireBuilt(await buildPrograms(false)),
  };
}

function requireBuilt({ code, output }: RunResult): void {
  if (code !== 0) throw new Error(`Gesso could not be built.\n${output}`);
}
