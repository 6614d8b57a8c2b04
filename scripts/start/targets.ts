import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { copyPrivateSharp } from '../package/private-glib.ts';
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

const VITE = [
  'node_modules/vite/bin/vite.js',
  'build',
  '--config',
  'vite.renderer.config.ts',
] as const;

/** The browser host itself runs from source. */
export function rendererTarget(project: string): BuildTarget {
  return {
    name: 'renderer',
    inputs: RENDERER_INPUTS,
    outputs: ['out/renderer/index.html'],
    build: () => runTool(project, VITE),
  };
}

export function electronTarget(project: string): BuildTarget {
  return {
    name: 'electron',
    inputs: [...RENDERER_INPUTS, 'electron', 'electron.vite.config.ts', WORKERS, PRIVATE_GLIB],
    outputs: [
      'out/main/main.js',
      'out/preload/preload.cjs',
      'out/workers/service-worker.mjs',
      'out/renderer/index.html',
    ],
    build: async () => {
      await runTool(project, ['node_modules/electron-vite/bin/electron-vite.js', 'build']);
      await runTool(project, [WORKERS]);
      copyPrivateSharp(project);
      await runTool(project, VITE);
    },
  };
}

async function runTool(
  project: string,
  args: readonly [string, ...(readonly string[])],
): Promise<void> {
  const [script, ...rest] = args;
  const child = spawn(process.execPath, [join(project, script), ...rest], { cwd: project });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`Gesso could not be built.\n${output}`);
}
