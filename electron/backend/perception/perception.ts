/** Finds things in pictures, on this computer and for free: objects by a prompt, lines of text, faces. */
import sharp from 'sharp';
import type {
  Face,
  ModelName,
  ObjectPrompt,
  Picture,
  Segmentation,
  TextLine,
} from '../../perception/messages.ts';
import type { PerceptionProcess } from './perception-process.ts';

export type {
  Face,
  ObjectPrompt,
  Picture,
  Reading,
  Segmentation,
  TextLine,
} from '../../perception/messages.ts';

/** Longer side of the picture that the model of objects reads; a larger one is made smaller. */
export const OBJECT_FRAME = 1024;

/** Each may throw AppError `cancelled`, `tool-unavailable`. */
export interface Perception {
  /** Starts the process and loads a model, so that the next order need not wait for it. */
  warm(model: ModelName): Promise<void>;
  /** Whether the picture of this key has been read, and is likely still there. */
  holds(key: string): boolean;
  /** Reads a picture for `segment`, about a second. The last six stay until the process ends. */
  embed(key: string, picture: Picture, signal?: AbortSignal): Promise<void>;
  /**
   * The object that a prompt means, in a tenth of a second. A newer call takes the place of one that waits.
   *
   * @param prompt in pixels of the picture that was read
   * @returns `undefined` when the picture has to be read again
   */
  segment(
    key: string,
    prompt: ObjectPrompt,
    signal?: AbortSignal,
  ): Promise<Segmentation | undefined>;
  /** @param picture its sides are multiples of 32 */
  textLines(picture: Picture, signal?: AbortSignal): Promise<readonly TextLine[]>;
  /** @param picture at most 192 × 192 pixels. @returns each face several times */
  faces(picture: Picture, signal?: AbortSignal): Promise<readonly Face[]>;
  /** Why nothing can be found on this computer; `undefined` while nothing says so. */
  unavailable(): string | undefined;
  /** A tool is in hand: the process stays for some minutes. */
  retain(): void;
  /** The tools have been put away: the process ends soon. */
  release(): void;
  close(): Promise<void>;
}

export function createPerception(process: PerceptionProcess): Perception {
  /** Keys of pictures that were read, with the process that has read them. */
  const read = new Map<string, number>();

  return {
    async warm(model) {
      await process.run('load', { model });
    },
    holds: (key) => read.get(key) === process.generation(),
    async embed(key, picture, signal) {
      const order = { key, picture: await fitted(picture), size: sizeOf(picture) };
      await process.run('embed', order, { signal });
      read.set(key, process.generation());
    },
    async segment(key, prompt, signal) {
      if (read.get(key) !== process.generation()) return undefined;
      const found = await process.run('segment', { key, prompt }, { signal, lane: 'segment' });
      if (found === null) read.delete(key);
      return found ?? undefined;
    },
    textLines: (picture, signal) => process.run('text', { picture }, { signal }),
    faces: (picture, signal) => process.run('faces', { picture }, { signal }),
    unavailable: () => process.unavailable(),
    retain: () => process.retain(),
    release: () => process.release(),
    close: () => process.close(),
  };
}

function sizeOf({ width, height }: Picture): { readonly width: number; readonly height: number } {
  return { width, height };
}

/** The picture with a longer side of {@link OBJECT_FRAME}. */
async function fitted(picture: Picture): Promise<Picture> {
  const { rgb, width, height } = picture;
  if (Math.max(width, height) === OBJECT_FRAME) return picture;
  const { data, info } = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize(OBJECT_FRAME, OBJECT_FRAME, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rgb: data, width: info.width, height: info.height };
}
