/** PaddleOCR's PP-OCRv4: a probability per pixel of a band along each line of any script. */
import { join } from 'node:path';
import type { OpenCv } from '../workers/opencv.ts';
import type { Picture, TextLine } from './messages.ts';
import { MODEL_FILES } from './model-files.ts';
import { loadRuntime, loadSession, once, readModel } from './models.ts';
import { netOf, openCv } from './opencv-net.ts';
import { linesOf } from './text-lines.ts';

const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;

/** `opencv` is five times slower, but runs everywhere, even in threads. */
type TextEngine = 'runtime' | 'opencv';

export type TextModel = ReturnType<typeof createTextModel>;

type Detect = (picture: Picture) => Promise<Float32Array>;

/** @param engine `runtime` falls back to OpenCV where it is unavailable */
export function createTextModel(folder: string, engine: TextEngine = 'runtime') {
  const parts = once(async () => {
    const cv = await openCv();
    const detect = engine === 'opencv' ? undefined : await byRuntime(folder);
    return { cv, detect: detect ?? (await byOpenCv(cv, folder)) };
  });
  return {
    /** @throws NotLoaded */
    async load(): Promise<void> {
      await parts();
    },
    /** @param picture sides are multiples of 32 */
    async find(picture: Picture): Promise<readonly TextLine[]> {
      const { cv, detect } = await parts();
      const { width, height } = picture;
      return linesOf(cv, { width, height, probability: await detect(picture) });
    },
  };
}

/** @returns `undefined` if the runtime cannot be loaded */
async function byRuntime(folder: string): Promise<Detect | undefined> {
  const runtime = await loadRuntime().catch(() => undefined);
  if (runtime === undefined) return undefined;
  const session = await loadSession(join(folder, MODEL_FILES.text));
  return async (picture) => {
    const { width, height } = picture;
    const x = new runtime.Tensor('float32', planesOf(picture), [1, 3, height, width]);
    const [found] = Object.values(await session.run({ x }));
    return found?.data as Float32Array;
  };
}

async function byOpenCv(cv: OpenCv, folder: string): Promise<Detect> {
  const net = netOf(cv, 'text.onnx', await readModel(folder, 'text'));
  return ({ rgb, width, height }) => {
    const matrix = cv.matFromArray(height, width, cv.CV_8UC3, rgb);
    const mean = new cv.Scalar(...MEAN.map((each) => each * 255));
    // The model doesn't mind one deviation for all channels.
    const deviation = 255 * ((DEVIATION[0] + DEVIATION[1] + DEVIATION[2]) / 3);
    const size = new cv.Size(width, height);
    const blob = cv.blobFromImage(matrix, 1 / deviation, size, mean, false, false, cv.CV_32F);
    try {
      net.setInput(blob);
      const found = net.forward('sigmoid_0.tmp_0');
      const probability = Float32Array.from(found.data32F);
      found.delete();
      return Promise.resolve(probability);
    } finally {
      matrix.delete();
      blob.delete();
    }
  };
}

/** Normalised planes. */
function planesOf({ rgb, width, height }: Picture): Float32Array {
  const pixels = width * height;
  const planes = new Float32Array(3 * pixels);
  for (let channel = 0; channel < 3; channel += 1) {
    const plane = planes.subarray(channel * pixels, (channel + 1) * pixels);
    const [mean, deviation] = [MEAN[channel] ?? 0, DEVIATION[channel] ?? 1];
    const values = Float32Array.from(
      { length: 256 },
      (_, value) => (value / 255 - mean) / deviation,
    );
    for (let pixel = 0, at = channel; pixel < pixels; pixel += 1, at += 3) {
      plane[pixel] = values[rgb[at] ?? 0] ?? 0;
    }
  }
  return planes;
}
