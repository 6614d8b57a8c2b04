import { resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { perceptionWith, SAMPLES } from '../../../testing/perception-bench.ts';
import { tilesOf } from './cut-part.ts';
import { findText, hasText, TEXT_TILES } from './find-text.ts';
import type { Picture } from './perception.ts';

const { perception } = perceptionWith();

/** A sample photo with words over it. @param rows number of rows from the top; all unless given */
async function withWords(
  name: string,
  width: number,
  words: string,
  rows?: number,
): Promise<Picture> {
  const photo = sharp(resolve(SAMPLES, name)).rotate().resize({ width }).removeAlpha();
  if (rows !== undefined) photo.extract({ left: 0, top: 0, width, height: rows });
  const { data: plain, info } = await photo.raw().toBuffer({ resolveWithObject: true });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${info.width}" height="${info.height}" font-family="DejaVu Sans, sans-serif">${words}</svg>`;
  const { width: wide, height } = info;
  const data = await sharp(plain, { raw: { width: wide, height, channels: 3 } })
    .composite([{ input: Buffer.from(svg) }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return { rgb: data, width: wide, height };
}

describe('finding text', () => {
  it('finds a translucent and a rotated line, and nothing in the photo itself', async () => {
    const words =
      '<text x="60" y="80" font-size="40" fill="#fff" opacity="0.5">Translucent line</text>' +
      '<text x="120" y="560" font-size="34" fill="#fff" transform="rotate(-35 120 560)">turned aside</text>';
    const lines = await findText(
      perception,
      await withWords('fig-in-a-bowl.jpg', 900, words),
      'fine',
    );
    expect(lines).toHaveLength(2);
    const none = await findText(perception, await withWords('fig-in-a-bowl.jpg', 900, ''), 'fine');
    expect(none).toEqual([]);
  });

  it.each([
    ['mountain-path.jpg', { left: 0, top: 560, width: 1280, height: 1280 }],
    ['bridge-cables.jpg', { left: 2900, top: 1168, width: 1280, height: 1280 }],
  ])('ignores what looks like letters at one size only in %s', async (name, part) => {
    const photo = sharp(resolve(SAMPLES, name)).extract(part).removeAlpha();
    const { data: rgb, info } = await photo.raw().toBuffer({ resolveWithObject: true });
    const picture = { rgb, width: info.width, height: info.height };
    expect(await findText(perception, picture, 'coarse')).not.toEqual([]);
    expect(await findText(perception, picture, 'fine')).toEqual([]);
  });

  it('reports text at the first large line, and searches on', { tags: 'second' }, async () => {
    let looks = 0;
    const counting: Pick<typeof perception, 'textLines'> = {
      textLines: (picture, signal) => {
        looks += 1;
        return perception.textLines(picture, signal);
      },
    };
    const large = '<text x="200" y="250" font-size="160" fill="#123">Harbour lights</text>';
    const picture = await withWords('bridge-cables.jpg', 4000, large, 400);
    expect(await hasText(counting, picture)).toBe(true);
    // the whole, and the line once more
    expect(looks).toBeLessThanOrEqual(3);
    looks = 0;
    const small = '<text x="900" y="200" font-size="13" fill="#123">www.harbour-lights.com</text>';
    expect(await hasText(counting, await withWords('bridge-cables.jpg', 4000, small, 400))).toBe(
      true,
    );
    expect(looks).toBeGreaterThan(tilesOf({ width: 4000, height: 400 }, TEXT_TILES).length);
    expect(await hasText(counting, await withWords('bridge-cables.jpg', 4000, '', 400))).toBe(
      false,
    );
  });

  it('stops between two tiles when cancelled', { tags: 'second' }, async () => {
    const rgb = Uint8Array.from({ length: 3000 * 900 * 3 }, (_none, index) => (index * 7) % 251);
    const picture = { rgb, width: 3000, height: 900 };
    const stop = new AbortController();
    const looks: number[] = [];
    const counting = {
      textLines: () => {
        looks.push(1);
        if (looks.length === 2) stop.abort();
        return Promise.resolve([]);
      },
    };
    await expect(findText(counting, picture, 'fine', stop.signal)).rejects.toThrow();
    expect(looks).toHaveLength(2);
  });

  it('ignores a line beside the picture, which is padded for the model', async () => {
    const corners = [205, 220, 220, 205].map((x, index) => ({ x, y: index < 2 ? 50 : 60 }));
    const seen: Picture[] = [];
    const beside = {
      textLines: (shown: Picture) => {
        seen.push(shown);
        return Promise.resolve([{ corners: corners as never, score: 0.9 }]);
      },
    };
    const picture = { rgb: new Uint8Array(100 * 100 * 3), width: 100, height: 100 };
    expect(await findText(beside, picture, 'fine')).toEqual([]);
    expect(seen.map(({ width, height }) => [width, height])).toEqual([[224, 224]]);
  });

  it('covers every pixel by overlapping tiles', () => {
    const parts = tilesOf({ width: 3000, height: 900 }, TEXT_TILES);
    expect(parts[0]).toMatchObject({ x: 0, width: 1280, height: 900 });
    const last = parts.at(-1);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBe(3000);
    for (const [index, part] of parts.slice(1).entries()) {
      expect(part.x).toBeLessThanOrEqual((parts[index]?.x ?? 0) + 1280 - 192);
    }
  });
});
