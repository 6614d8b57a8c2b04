import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import type { RecipeStep, StepOf } from '../../../../../shared/contract/recipes.ts';
import { noise, pngOf, storedSamples } from '../../../../testing/pictures.ts';
import { pictureFile, savedAfter } from '../../../../testing/recipes.ts';
import { readFileDensity } from '../../../vision/imaging/reading/density.ts';
import { attachToPng } from '../../../vision/imaging/writing/embed-metadata.ts';
import { startPracticeBench } from '../../testing/practice-bench.ts';

const CROP: StepOf<'crop'> = { kind: 'crop', turn: 0, mirror: false };

const bench = await startPracticeBench({ isHurried: true });
const { fixture } = bench;

const cropped = async (path: string, step: RecipeStep) =>
  fixture.bytes(await savedAfter(fixture, path, step));

/** Changes one after another, each in a pipeline of its own. */
async function after(path: string, ...changes: readonly ((picture: Sharp) => Sharp)[]) {
  let png: string | Buffer = path;
  for (const change of changes) png = await change(sharp(png)).png().toBuffer();
  return await storedSamples(png);
}

it('turns first, then mirrors, then cuts at the anchor', async () => {
  const path = await pictureFile(fixture.folder, 'turned.png', { width: 40, height: 24 });
  const cut = { by: 'pixels', width: 10, height: 12, anchor: 'left' } as const;
  for (const turn of [0, 90, 180, 270] as const) {
    const mirrored = await storedSamples(await cropped(path, { ...CROP, turn, mirror: true }));
    const turnedBy = (picture: Sharp) => picture.rotate(turn);
    const whole = await after(path, turnedBy, (picture) => picture.flop());
    expect(mirrored.data.equals(whole.data), `${turn}°`).toBe(true);
    const part = await storedSamples(await cropped(path, { ...CROP, turn, mirror: true, cut }));
    const top = ((turn % 180 === 0 ? 24 : 40) - 12) / 2;
    const expected = await after(
      path,
      turnedBy,
      (picture) => picture.flop(),
      (picture) => picture.extract({ left: 0, top, width: 10, height: 12 }),
    );
    expect(part.data.equals(expected.data), `${turn}°, cut`).toBe(true);
  }
});

it('turns the print size of a picture whose pixels are not square', async () => {
  const path = join(fixture.folder, 'fax.png');
  const png = await pngOf(noise(6, 4, 3), 6, 4, 3);
  await writeFile(path, attachToPng(png, { density: { x: 204, y: 98 } }));
  const densityAfter = async (turn: 0 | 90): Promise<unknown> => {
    const saved = join(fixture.folder, `saved ${turn}.png`);
    await writeFile(saved, await cropped(path, { ...CROP, turn, mirror: true }));
    return await readFileDensity(saved);
  };
  expect(await densityAfter(0)).toEqual({ x: 204, y: 98 });
  expect(await densityAfter(90)).toEqual({ x: 98, y: 204 });
});

it('keeps 16 bits and transparency when it turns and mirrors', async () => {
  const path = join(fixture.folder, 'deep.png');
  const samples = noise(7, 1, 4, 16);
  await writeFile(path, await pngOf(samples, 7, 1, 4));
  const picture = await cropped(path, { ...CROP, turn: 180, mirror: true });
  expect(await sharp(picture).metadata()).toMatchObject({ depth: 'ushort', hasAlpha: true });
  const { data } = await storedSamples(picture);
  const { data: before } = await storedSamples(path);
  expect(data.equals(before)).toBe(true); // One row, turned and mirrored.
});
