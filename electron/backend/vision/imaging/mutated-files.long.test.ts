/** Damaged files end in a result or a sentence, within limits, with the main thread free. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { toAppError } from '../../../../shared/errors/app-error.ts';
import { smallAnimation, smallMp4, withOffsets, withSound } from '../../../testing/clips.ts';
import { byDepth } from '../../../testing/depth.ts';
import { mutate } from '../../../testing/mutations.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { testFolder } from '../../../testing/test-folder.ts';
import { createClipMeter } from './clips/clip-facts.ts';
import { configureImaging } from './configure.ts';
import { bmpFile } from './testing/bmp-file.ts';
import { heicFile } from './testing/heic-file.ts';
import { readTrainingFacts } from './reading/training-facts.ts';

const RUN = {
  /** Of each kind; those of formats that a thread of their own decodes take longer. */
  mutations: byDepth(40, 2000),
  slowMutations: byDepth(8, 2000),
  atOnce: 2,
  /** For one file; a sound one takes some ms. */
  milliseconds: 20_000,
  /** That the process may grow by, over all files of a kind. */
  megabytes: 1500,
  /** Between two beats of the main thread: a loop in it would last for minutes. */
  holdMilliseconds: 10_000,
} as const;

const folder = testFolder();
configureImaging();
const meter = createClipMeter({ milliseconds: 1000, megabytes: 64, idleMilliseconds: 60_000 });
afterAll(() => meter.close());

const SIZE = { width: 48, height: 32 };
const COLOURS = Array.from({ length: 12 * 8 }, (_none, at) => [at % 7, at % 5, 200] as const);

async function photo() {
  return sharp(await noisePng(64, 48))
    .withIccProfile('p3')
    .withExif({ IFD0: { Model: 'Camera 7', Orientation: '6' } });
}

const asPhoto = async (path: string) => void (await readTrainingFacts(path, 'a picture'));
const asClip = (mediaType: string) => async (path: string) => {
  await meter.measure(path, mediaType);
  if (mediaType.startsWith('image/')) await asPhoto(path);
};

/** A sound file of each kind, and its readers. */
const KINDS: Readonly<
  Record<
    string,
    {
      readonly samples: () => Promise<readonly Uint8Array[]>;
      readonly read: (path: string) => Promise<void>;
      readonly isSlow?: boolean;
    }
  >
> = {
  MP4: {
    samples: async () => {
      const film = await smallMp4(14, SIZE);
      return [film, withOffsets(film, [[7, 0], [7, 400]]), await withSound(film)]; // prettier-ignore
    },
    read: asClip('video/mp4'),
  },
  GIF: {
    samples: async () => [await smallAnimation('gif', [40, 170, 10], SIZE)],
    read: asClip('image/gif'),
  },
  WebP: {
    samples: async () => [
      await smallAnimation('webp', [160, 170], SIZE),
      await (await photo()).webp().toBuffer(),
    ],
    read: asClip('image/webp'),
  },
  PNG: { samples: async () => [await (await photo()).png().toBuffer()], read: asPhoto },
  JPEG: {
    samples: async () => [
      await (await photo()).jpeg().toBuffer(),
      await (await photo()).jpeg({ progressive: true }).toBuffer(),
    ],
    read: asPhoto,
  },
  TIFF: {
    samples: async () => [
      await (await photo()).tiff({ compression: 'lzw' }).toBuffer(),
      await (await photo()).tiff({ compression: 'none', tile: true }).toBuffer(),
    ],
    read: asPhoto,
  },
  AVIF: { samples: async () => [await (await photo()).avif().toBuffer()], read: asPhoto },
  HEIC: {
    samples: () => Promise.resolve([heicFile()]),
    read: asPhoto,
    isSlow: true,
  },
  BMP: {
    samples: () =>
      Promise.resolve([
        bmpFile({ width: 12, height: 8, bits: 8, colours: COLOURS, kind: 'runs' }),
        bmpFile({ width: 12, height: 8, bits: 24, colours: COLOURS }),
        bmpFile({ width: 12, height: 8, bits: 16, colours: COLOURS, kind: 'top-down' }),
      ]),
    read: asPhoto,
    isSlow: true,
  },
};

/** How long the main thread was held at most since `stop` was last asked for, ms. */
function watchMainThread(): { stop(): number } {
  let last = performance.now();
  let worst = 0;
  const beat = (): void => {
    const now = performance.now();
    worst = Math.max(worst, now - last);
    last = now;
  };
  const beating = setInterval(beat, 10);
  return {
    stop() {
      beat();
      clearInterval(beating);
      return worst;
    },
  };
}

/** @returns `undefined` when it ended as it should; else what is wrong */
async function faultOf(read: Promise<void>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), RUN.milliseconds);
  });
  try {
    return (await Promise.race([read, late])) === 'late' ? 'no end' : undefined;
  } catch (error) {
    const { kind, details } = toAppError(error);
    return kind === 'unexpected' ? `unexpected: ${JSON.stringify(details)}` : undefined;
  } finally {
    clearTimeout(timer);
  }
}

describe('S49 damaged files', () => {
  it.each(Object.entries(KINDS))(
    'of the kind %s end in a result or an error message',
    async (name, { samples, read, isSlow = false }) => {
      const sound = await samples();
      // the samples themselves are good: the damage is what is tested
      for (const [index, bytes] of sound.entries()) {
        const path = join(folder, `${name}-sound-${index}`);
        await writeFile(path, bytes);
        await read(path);
      }
      const before = process.memoryUsage().rss;
      const watch = watchMainThread();
      const faults: string[] = [];
      const count = isSlow ? RUN.slowMutations : RUN.mutations;
      let next = 0;
      async function work(): Promise<void> {
        while (next < count) {
          const seed = next++;
          const bytes = mutate(sound[seed % sound.length] ?? new Uint8Array(), seed);
          const path = join(folder, `${name}-${seed}`);
          await writeFile(path, bytes);
          const fault = await faultOf(read(path));
          if (fault !== undefined) faults.push(`${name} ${seed}: ${fault}`);
          await rm(path);
        }
      }
      await Promise.all(Array.from({ length: RUN.atOnce }, work));
      const held = watch.stop();
      expect(faults).toEqual([]);
      expect(held).toBeLessThan(RUN.holdMilliseconds);
      expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(RUN.megabytes);
    },
    byDepth(120_000, 3_600_000),
  );
});
