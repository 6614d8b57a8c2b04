import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { RecipeStep } from '../../../../../shared/contract/recipes.ts';
import { SAMPLES_FOLDER } from '../../../../testing/backend-fixture.ts';
import { savedAfter } from '../../../../testing/recipes.ts';
import { startPracticeBench } from '../../testing/practice-bench.ts';

const bench = await startPracticeBench({ isHurried: true });
const { fixture } = bench;

const saved = async (path: string, step: RecipeStep) =>
  fixture.bytes(await savedAfter(fixture, path, step));

/** A portrait in Display P3 at 240 pixels an inch, transparent at the right if wanted. */
async function portrait(name: string, isTransparent: boolean): Promise<string> {
  const path = join(fixture.folder, name);
  const bytes = await readFile(join(SAMPLES_FOLDER, 'astronaut.jpg'));
  const picture = sharp(await sharp(bytes).flop().png().toBuffer());
  const wide = isTransparent ? picture.extend({ right: 40, background: '#00000000' }) : picture;
  await wide.withIccProfile('p3').withMetadata({ density: 240 }).png().toFile(path);
  return path;
}

async function factsOf(picture: Buffer) {
  const { icc, density, hasAlpha } = await sharp(picture).metadata();
  return { hasProfile: icc !== undefined, density, hasAlpha };
}

it('a merged face keeps profile, print size and transparency of its picture', async () => {
  const bytes = await readFile(join(SAMPLES_FOLDER, 'astronaut.jpg'));
  const face = await fixture.importPhoto(bytes, 'face.jpg');
  const { faceId } = await fixture.client().recipes.keepFace({ photoId: face.id });
  const merge: RecipeStep = { kind: 'merge-face', faceId, responseType: 'png' };
  const plain = await saved(await portrait('plain.png', false), merge);
  expect(await factsOf(plain)).toEqual({ hasProfile: true, density: 240, hasAlpha: false });
  const clear = await saved(await portrait('clear.png', true), merge);
  expect(await factsOf(clear)).toEqual({ hasProfile: true, density: 240, hasAlpha: true });
  const { data, info } = await sharp(clear).raw().toBuffer({ resolveWithObject: true });
  expect(data[info.width * 4 - 1], 'the upper right corner').toBe(0);
  expect(data[3], 'the upper left corner').toBe(255);
});

it('an enlargement keeps profile, print size and transparency of its picture', async () => {
  const upscale: RecipeStep = {
    kind: 'upscale',
    parameters: { upscaler: 'Lanczos', size: { mode: 'factor', factor: 1.5 } },
  };
  for (const hasAlpha of [false, true]) {
    const large = await saved(await portrait(`large ${hasAlpha}.png`, hasAlpha), upscale);
    expect(await factsOf(large)).toEqual({ hasProfile: true, density: 240, hasAlpha });
  }
});
