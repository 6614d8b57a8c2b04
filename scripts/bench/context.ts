/** The parts that every benchmark works with. */
import { writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { noisePhoto } from '../../e2e/canvas/noise-photo.ts';
import type { Size } from '../../shared/geometry/rect.ts';

/** See the file comment. */
export interface BenchContext {
  readonly browser: Browser;
  /** A folder that goes away afterwards. */
  readonly folder: string;
  /** Repetitions of each measurement. */
  readonly repeat: number;
  /** Tells how far the run is. */
  say(line: string): void;
}

/** The window in which everything is measured, CSS pixels. */
export const VIEWPORT: Size = { width: 1440, height: 900 };

/** Sides of a 3 : 2 photo; 24 megapixels are 6000 × 4000. */
export function photoSize(megapixels: number): Size {
  const height = Math.round(Math.sqrt((megapixels * 1e6 * 2) / 3));
  return { width: Math.round(height * 1.5), height };
}

/** A JPEG with the detail of a grainy photograph; made once in a run. */
export async function photoFile(context: BenchContext, megapixels: number): Promise<string> {
  const path = join(context.folder, `photo-${megapixels}.jpg`);
  if (!existsSync(path)) await writeFile(path, await noisePhoto(photoSize(megapixels)));
  return path;
}

/** Milliseconds that an asynchronous action takes. */
export async function timed(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
