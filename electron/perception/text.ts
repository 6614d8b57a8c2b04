/**
 * Lines of text in any script, by the detector of PaddleOCR (PP-OCRv4): a probability a pixel of a band
 * along the middle of each line, whose outlines are widened to the letters.
 */
import { join } from 'node:path';
import { loadOpenCv, type OpenCv } from '../workers/opencv.ts';
import type { Picture, TextLine } from './messages.ts';
import { loadRuntime, loadSession, MODEL_FILES, NotLoaded, once } from './models.ts';
import { linesOf } from './text-lines.ts';

const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;

/** See the file comment. */
export interface TextModel {
  /** @throws NotLoaded */
  load(): Promise<void>;
  /** @param picture its sides are multiples of 32 */
  find(picture: Picture): Promise<readonly TextLine[]>;
}

/** @param folder of the models */
export function createTextModel(folder: string): TextModel {
  const parts = once(async () => ({
    runtime: await loadRuntime(),
    session: await loadSession(join(folder, MODEL_FILES.text)),
    cv: await contours(),
  }));
  return {
    async load() {
      await parts();
    },
    async find(picture) {
      const { runtime, session, cv } = await parts();
      const { width, height } = picture;
      const x = new runtime.Tensor('float32', planesOf(picture), [1, 3, height, width]);
      const [found] = Object.values(await session.run({ x }));
      return linesOf(cv, { width, height, probability: found?.data as Float32Array });
    },
  };
}

async function contours(): Promise<OpenCv> {
  try {
    return await loadOpenCv();
  } catch (error) {
    throw new NotLoaded(`OpenCV cannot be loaded: ${String(error)}`);
  }
}

/** Normalised, one plane a colour. */
function planesOf({ rgb, width, height }: Picture): Float32Array {
  const pixels = width * height;
  const planes = new Float32Array(3 * pixels);
  for (let channel = 0; channel < 3; channel += 1) {
    const [mean, deviation] = [MEAN[channel] ?? 0, DEVIATION[channel] ?? 1];
    for (let pixel = 0; pixel < pixels; pixel += 1) {
      planes[channel * pixels + pixel] = ((rgb[pixel * 3 + channel] ?? 0) / 255 - mean) / deviation;
    }
  }
  return planes;
}
