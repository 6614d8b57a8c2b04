import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Preparation } from '../../../../../shared/geometry/working-frame.ts';
import { noise, pngOf } from '../../../../testing/pictures.ts';
import { testFolder } from '../../../../testing/test-folder.ts';
import { writePaddedPicture } from './padded-picture.ts';
import { probePicture } from '../reading/probe.ts';

const folder = testFolder();

/** Noise of this size as it is sent. */
async function padded(width: number, height: number, padding: NonNullable<Preparation['padding']>) {
  const path = join(folder, 'photo.png');
  const samples = noise(width, height, 3);
  await writeFile(path, await pngOf(samples, width, height, 3));
  const sent = join(folder, `sent ${padding.fill}`);
  const source = { ...(await probePicture(path, 'photo.png')), path };
  await writePaddedPicture(sent, source, { x: 0, y: 0, width, height }, [], padding);
  const { data, info } = await sharp(sent).raw().toBuffer({ resolveWithObject: true });
  const row = (y: number, from: number, to: number) => [
    ...data.subarray((y * info.width + from) * 3, (y * info.width + to) * 3),
  ];
  return { info, data, row, samples };
}

describe('a padded picture', () => {
  it('holds the photo’s own values when it needs no scaling', async () => {
    const { info, row, samples } = await padded(600, 576, { fill: 'color', color: '#0a141e' });
    expect([info.width, info.height, info.channels]).toEqual([1024, 576, 3]);
    expect(row(300, 212, 812)).toEqual([...samples.subarray(300 * 1800, 301 * 1800)]);
    expect(row(300, 211, 212)).toEqual([10, 20, 30]);
    expect(row(300, 812, 813)).toEqual([10, 20, 30]);
  });

  it('is mirrored at its edges, repeatedly when it is narrow', async () => {
    // higher than wide: the frame stands, and the photo fills it 178 pixels wide, from 199 on
    const { info, row } = await padded(100, 576, { fill: 'mirror' });
    expect([info.width, info.height]).toEqual([576, 1024]);
    expect(row(500, 198, 199), 'mirrored').toEqual(row(500, 199, 200));
    expect(row(500, 100, 101), 'mirrored').toEqual(row(500, 297, 298));
    expect(row(500, 20, 21), 'and mirrored back').toEqual(row(500, 376, 377));
  });

  it('has a blurred copy as its background, with similar neighbours', async () => {
    const { row } = await padded(576, 576, { fill: 'blur' });
    const ground = row(288, 20, 200);
    const steps = ground.slice(3).map((value, index) => Math.abs(value - (ground[index] ?? 0)));
    expect(Math.max(...steps)).toBeLessThanOrEqual(3);
    const photo = row(288, 400, 500);
    const rough = photo.slice(3).map((value, index) => Math.abs(value - (photo[index] ?? 0)));
    expect(Math.max(...rough)).toBeGreaterThan(50);
  });
});
