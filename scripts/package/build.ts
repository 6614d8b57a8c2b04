import { join } from 'node:path';
import { makeIcons } from './icons.ts';
import { copyPrivateSharp } from './private-glib.ts';
import { PROJECT, runNode, runTool, type RunResult } from './run.ts';

export async function buildPrograms(show: boolean): Promise<RunResult> {
  const built = await runTool('electron-vite', 'electron-vite', ['build'], show);
  if (built.code !== 0) return built;
  const workers = await runNode([join(import.meta.dirname, 'build-workers.ts')], show);
  if (workers.code !== 0) return workers;
  copyPrivateSharp(PROJECT);
  return buildRenderer(show);
}

export function buildRenderer(show: boolean): Promise<RunResult> {
  return runTool('vite', 'vite', ['build', '--config', 'vite.renderer.config.ts'], show);
}

export async function buildForPackage(show: boolean): Promise<RunResult> {
  const built = await buildPrograms(show);
  if (built.code !== 0) return built;
  await makeIcons(join(PROJECT, 'renderer', 'public', 'icon.svg'), join(PROJECT, 'out', 'icons'));
  return built;
}
