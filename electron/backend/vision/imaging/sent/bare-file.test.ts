/** No private byte of a file is sent, whatever the container, and it looks the same. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { noisePng } from '../../../../testing/pictures.ts';
import { checkPicture } from '../testing/check-file.ts';
import { createImagingBench } from '../testing/imaging-bench.ts';
import { PRIVATE_FILES, SECRET } from '../testing/private-files.ts';
import { readWholeFile } from '../reading/whole-file.ts';
import { bareFile, type KeptMetadata } from './bare-file.ts';

const bench = createImagingBench();

async function bytesOf(file: Buffer, kept: KeptMetadata): Promise<Buffer> {
  const bare = await bareFile(file, kept);
  if (bare === undefined) throw new Error('It could not be followed.');
  const bytes = Buffer.concat(
    bare.parts.map((part) =>
      part instanceof Uint8Array ? part : file.subarray(part.start, part.end),
    ),
  );
  expect(bytes.length).toBe(bare.byteLength);
  return bytes;
}

const animated = { animated: true } as const;

describe.each(PRIVATE_FILES)('$name', ({ name, make }) => {
  it('is rebuilt for training without private data, and looks the same', async () => {
    const file = await make();
    expect(file.includes(SECRET)).toBe(true);
    const bare = await bytesOf(file, 'look');
    expect(bare.includes(SECRET)).toBe(false);
    expect(checkPicture(bare).faults).toEqual([]);
    const seen = (bytes: Buffer) =>
      sharp(bytes, animated).autoOrient().ensureAlpha().raw().toBuffer();
    expect(await seen(bare)).toEqual(await seen(file));
    const facts = async (bytes: Buffer) => {
      const { icc, orientation, pages, delay, loop, space, hasAlpha } = await sharp(
        bytes,
        animated,
      ).metadata();
      return { icc, orientation: orientation ?? 1, pages, delay, loop, space, hasAlpha };
    };
    expect(await facts(bare)).toEqual(await facts(file));
    expect((await bareFile(file, 'look'))?.leavesOut).toBe(true);
    expect((await bareFile(bare, 'look'))?.leavesOut).toBe(false);
    expect(await bytesOf(bare, 'look')).toEqual(bare);
  });

  it('is sent to the other tools without private data', async () => {
    const file = await make();
    const { width, height } = (await sharp(file).metadata()).autoOrient;
    const source = await bench.source(file, { isCmyk: name === 'cmyk.jpg' });
    const region = { x: 0, y: 0, width, height };
    const whole = (await readWholeFile(source, region, 1e6)) ?? Buffer.alloc(0);
    for (const bytes of [whole, await bench.encode(source, region, [], 1e6)]) {
      expect(bytes.includes(SECRET)).toBe(false);
    }
  });
});

it.each(['jpeg', 'png', 'webp'] as const)(
  'keeps a %s that holds only its picture unchanged',
  async (format) => {
    const file = await sharp(await noisePng(50, 30, 3))
      .toFormat(format)
      .toBuffer();
    const bare = await bareFile(file, 'look');
    expect(bare?.leavesOut).toBe(false);
    expect(await bytesOf(file, 'look')).toEqual(file);
  },
);

it('completes a JPEG that lacks its last bytes', async () => {
  const file = await sharp(await noisePng(50, 30, 3))
    .jpeg()
    .toBuffer();
  expect(await bytesOf(file.subarray(0, -2), 'look')).toEqual(file);
});

it('rebuilds a truncated or changed file without an error, or not at all', async () => {
  for (const { make } of PRIVATE_FILES) {
    const file = await make();
    for (let at = 0; at < file.length; at += 37) {
      await expect(bareFile(file.subarray(0, at), 'look')).resolves.not.toThrow();
      const changed = Buffer.from(file);
      changed[at] = 0xff;
      await expect(bareFile(changed, 'look')).resolves.not.toThrow();
    }
  }
});
