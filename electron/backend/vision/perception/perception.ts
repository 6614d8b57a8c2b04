import sharp from 'sharp';
import type {
  Face,
  ModelName,
  ObjectPrompt,
  Picture,
  Segmentation,
  TextLine,
} from '../../../perception/messages.ts';
import type { PerceptionProcess } from './perception-process.ts';

export type {
  Face,
  ObjectPrompt,
  Picture,
  FoundCandidate,
  Segmentation,
  TextLine,
} from '../../../perception/messages.ts';

export const OBJECT_FRAME = 1024;

/** All may throw AppError `cancelled`, `tool-unavailable`. */
export type Perception = ReturnType<typeof createPerception>;

export function createPerception(process: PerceptionProcess) {
  /** Embedded pictures by key, with the generation of the process. */
  const read = new Map<string, number>();

  return {
    async warm(model: ModelName): Promise<void> {
      await process.run('load', { model });
    },
    /** Whether the picture with this key is probably still embedded. */
    holds: (key: string): boolean => read.get(key) === process.generation(),
    /** About a second. The last six are cached until the process ends. */
    async embed(key: string, picture: Picture, signal?: AbortSignal): Promise<void> {
      const { width, height } = picture;
      const order = { key, picture: await fitted(picture), size: { width, height } };
      await process.run('embed', order, { signal });
      read.set(key, process.generation());
    },
    /** About 0.1 s. @returns `undefined` if the picture must be embedded again */
    async segment(
      key: string,
      prompt: ObjectPrompt,
      signal?: AbortSignal,
    ): Promise<Segmentation | undefined> {
      if (read.get(key) !== process.generation()) return undefined;
      const found = await process.run('segment', { key, prompt }, { signal, lane: key });
      if (found === null) read.delete(key);
      return found ?? undefined;
    },
    /** @param picture sides are multiples of 32 */
    textLines: (picture: Picture, signal?: AbortSignal): Promise<readonly TextLine[]> =>
      process.run('text', { picture }, { signal }),
    /** @param picture at most 192 × 192 pixels. @returns overlapping detections of each face */
    faces: (picture: Picture, signal?: AbortSignal): Promise<readonly Face[]> =>
      process.run('faces', { picture }, { signal }),
    /** Why objects cannot be found. */
    unavailable: (): string | undefined => process.unavailable('objects'),
    retain: (): void => process.retain(),
    release: (): void => process.release(),
    close: (): Promise<void> => process.close(),
  };
}

async function fitted(picture: Picture): Promise<Picture> {
  const { rgb, width, height } = picture;
  if (Math.max(width, height) === OBJECT_FRAME) return picture;
  const { data, info } = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize(OBJECT_FRAME, OBJECT_FRAME, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rgb: data, width: info.width, height: info.height };
}
