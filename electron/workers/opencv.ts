/** OpenCV, loaded when it is first used. It is in a file of its own. */
import { createRequire } from 'node:module';
import type CV from '@techstark/opencv-js';
import { requireOpenCv } from './opencv-file.ts';

/** The parts of OpenCV that Gesso uses. */
export type OpenCv = typeof CV;

/** In the sources a package; beside the bundle of a thread or process a file that the packager has copied. */
const FILE = import.meta.url.endsWith('.ts') ? '@techstark/opencv-js' : './opencv.cjs';

let loaded: Promise<OpenCv> | undefined;

/** After a failure the next caller tries again. @throws whatever the file throws while it starts */
export function loadOpenCv(file = FILE): Promise<OpenCv> {
  loaded ??= load(file).catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(file: string): Promise<OpenCv> {
  return (await requireOpenCv(createRequire(import.meta.url).resolve(file))) as OpenCv;
}
