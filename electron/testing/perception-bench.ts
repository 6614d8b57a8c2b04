/** The process that finds things, with all that it starts and says; and sample photos to look at. */
import { resolve } from 'node:path';
import sharp from 'sharp';
import { createPerceptionProcess } from '../backend/vision/perception/perception-process.ts';
import { createPerception, type Picture } from '../backend/vision/perception/perception.ts';
import { forkPerception } from '../perception/fork.ts';
import { DEVELOPMENT_MODELS } from '../perception/model-files.ts';
import { endsWithTest } from './ends-with-test.ts';

export const SAMPLES = resolve(import.meta.dirname, '../../assets/samples');

/** With the processes that it has started; it is closed after the test, or the last one of the file. */
export function perceptionWith(models = DEVELOPMENT_MODELS) {
  const started: ReturnType<typeof forkPerception>[] = [];
  const logged: string[] = [];
  const process = createPerceptionProcess(
    () => {
      const child = forkPerception(models);
      started.push(child);
      return child;
    },
    (line) => void logged.push(line),
  );
  const perception = createPerception(process);
  return endsWithTest({
    perception,
    started,
    logged,
    [Symbol.asyncDispose]: () => perception.close(),
  });
}

/** A sample photo. @param longer its longer side in pixels */
export async function readSample(
  name: string,
  longer: number,
  fit: 'inside' | 'contain' = 'inside',
): Promise<Picture> {
  const { data, info } = await sharp(resolve(SAMPLES, name))
    .rotate()
    .removeAlpha()
    .resize(longer, longer, { fit, position: 'left top' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rgb: data, width: info.width, height: info.height };
}
