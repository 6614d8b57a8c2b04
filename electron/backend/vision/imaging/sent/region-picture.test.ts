import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { noise, noisePng, pngOf } from '../../../../testing/pictures.ts';
import { decodeAnswer } from './region-picture.ts';
import { composed, createImagingBench, samplesAt } from '../testing/imaging-bench.ts';
import { HEIGHT, KINDS, plain, WIDTH } from '../testing/picture-kinds.ts';

const bench = createImagingBench();

describe('the picture that is sent', () => {
  const region = { x: 11, y: 7, width: 80, height: 70 };

  it('is 8-bit RGB without profile and orientation, for any photo', async () => {
    for (const kind of KINDS) {
      const { file } = await kind.make();
      const sent = await bench.encode(await bench.open(file), region, [], 30_000_000);
      expect([sent.readUInt8(24), sent.readUInt8(25)], kind.name).toEqual([8, 2]);
      const metadata = await sharp(sent).metadata();
      expect(metadata, kind.name).toMatchObject({ width: 80, height: 70, hasProfile: false });
      expect(metadata.orientation ?? 1).toBe(1);
    }
  });

  it('has the photo’s own values, 16 bits shortened to 8, with results', async () => {
    for (const depth of [8, 16] as const) {
      const { file, expected } = await plain('', 3, depth).make();
      const source = await bench.open(file);
      const painted = { x: 20, y: 20, width: 30, height: 30 };
      const { patch, answer, alpha } = await bench.cleanUpAndSave(source, region, [painted]);
      const wanted = composed(expected, region, alpha, answer);
      const sent = await samplesAt(
        await bench.put(await bench.encode(source, region, [patch], 30_000_000)),
        8,
      );
      let worst = 0;
      for (let index = 0; index < sent.length; index++) {
        const pixel = Math.floor(index / 3);
        const x = region.x + (pixel % region.width);
        const y = region.y + Math.floor(pixel / region.width);
        const value = wanted[(y * WIDTH + x) * 3 + (index % 3)] ?? 0;
        const eight = depth === 8 ? value : value / 257;
        worst = Math.max(worst, Math.abs((sent[index] ?? 0) - eight));
      }
      expect(worst, `${depth} bits`).toBeLessThan(depth === 8 ? 1e-9 : 1);
    }
  });

  it('has white where the photo is transparent', async () => {
    const file = await pngOf(new Uint8Array(WIDTH * HEIGHT * 4), WIDTH, HEIGHT, 4);
    const sent = await bench.encode(await bench.open(file), region, [], 30_000_000);
    expect((await samplesAt(await bench.put(sent), 8)).every((value) => value === 255)).toBe(true);
  });

  it('is a JPEG of falling quality when the PNG would exceed the limit', async () => {
    const source = await bench.open(await noisePng(WIDTH, HEIGHT));
    const sizes: number[] = [];
    for (const limit of [30_000_000, 15_000, 11_000, 9_000]) {
      const sent = await bench.encode(source, region, [], limit);
      const { format, width } = await sharp(sent).metadata();
      expect([format, width]).toEqual([limit === 30_000_000 ? 'png' : 'jpeg', 80]);
      sizes.push(sent.byteLength);
    }
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  });
});

describe('the limit of 30 MB', () => {
  it('is kept by JPEG even for pure noise of 16 megapixels, so that no region is split for it', async () => {
    const side = 400;
    const hardest = [
      noise(side, side, 3) as Uint8Array,
      (noise(side, side, 3, 8, 5) as Uint8Array).map((value) =>
        value < 128 ? value >> 2 : 128 + (value >> 1),
      ),
    ];
    for (const samples of hardest) {
      const source = await bench.open(await pngOf(samples, side, side, 3));
      const whole = { x: 0, y: 0, width: side, height: side };
      // As much a pixel as 30 MB for 16 megapixels are.
      const sent = await bench.encode(source, whole, [], (30 / 16) * side * side);
      expect(sent.byteLength).toBeLessThanOrEqual((30 / 16) * side * side);
      expect((await sharp(sent).metadata()).format).toBe('jpeg');
    }
  });
});

describe('an answer that cannot be used', () => {
  const region = { x: 0, y: 0, width: 40, height: 30 };

  async function failureOf(answer: Buffer) {
    return await decodeAnswer(await bench.put(answer), region).then(
      () => undefined,
      (error: unknown) => error,
    );
  }

  it('is an error when it has another size, is broken, no picture or of a forbidden kind', async () => {
    const good = await noisePng(40, 30);
    expect(await failureOf(good)).toBeUndefined();
    const answers = [
      await noisePng(30, 40),
      good.subarray(0, good.length / 2),
      Buffer.from('<html></html>'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>'),
      await sharp(good).tiff().toBuffer(),
      Buffer.alloc(0),
    ];
    for (const answer of answers) {
      expect(await failureOf(answer)).toMatchObject({ kind: 'bad-answer', action: 'retry' });
    }
  });

  it('S37 is not decoded when its header claims a huge picture', async () => {
    const good = await noisePng(40, 30);
    const bomb = Buffer.from(good);
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    expect(await failureOf(bomb)).toMatchObject({ kind: 'bad-answer' });
  });

  it('may be grey, 16 bits deep, transparent, JPEG or WebP', async () => {
    const picture = sharp(await noisePng(40, 30));
    const answers = [
      await picture.clone().greyscale().png().toBuffer(),
      await picture.clone().toColourspace('rgb16').png().toBuffer(),
      await picture.clone().ensureAlpha(0.5).png().toBuffer(),
      await picture.clone().jpeg().toBuffer(),
      await picture.clone().webp().toBuffer(),
    ];
    for (const answer of answers) expect(await failureOf(answer)).toBeUndefined();
  });
});
