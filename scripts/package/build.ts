/** Builds everything that goes into a package: the bundles and the icon. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { copyPrivateSharp } from './private-glib.ts';
import { PROJECT, runNode, runTool, type RunResult } from './run.ts';

/** Side of the icon; electron-builder makes every other size from it. */
const ICON_PIXELS = 1024;

/** Bundles main process and preload with electron-vite, worker threads and page with Vite, into `out/`. */
export async function buildPrograms(show: boolean): Promise<RunResult> {
  const built = await runTool('electron-vite', 'electron-vite', ['build'], show);
  if (built.code !== 0) return built;
  const workers = await runNode([join(import.meta.dirname, 'build-workers.ts')], show);
  if (workers.code !== 0) return workers;
  copyPrivateSharp(PROJECT);
  return runTool('vite', 'vite', ['build', '--config', 'vite.renderer.config.ts'], show);
}

/** Bundles everything into `out/`, and draws the icon. */
export async function buildForPackage(show: boolean): Promise<RunResult> {
  const built = await buildPrograms(show);
  if (built.code !== 0) return built;
  const icons = join(PROJECT, 'out', 'icons');
  await mkdir(icons, { recursive: true });
  await sharp(join(PROJECT, 'renderer', 'public', 'icon.svg'), { density: 600 })
    .resize(ICON_PIXELS, ICON_PIXELS, { fit: 'contain', background: '#0000' })
    .png()
    .toFile(join(icons, 'icon.png'));
  return built;
}
