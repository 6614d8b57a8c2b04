import { resolve } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { perceptionWith, SAMPLES } from '../../../testing/perception-bench.ts';
import { findFaces } from './find-faces.ts';
import type { Picture } from './perception.ts';

const { perception } = perceptionWith();

async function raw(image: Sharp): Promise<Picture> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { rgb: data, width: info.width, height: info.height };
}

const portrait = (name: string, side: number) =>
  sharp(resolve(SAMPLES, name)).resize(side, side, { fit: 'cover', position: 'top' }).toBuffer();

/** A group: one near, one farther away, one far. */
async function group(): Promise<Picture> {
  const ground = sharp({
    create: { width: 1600, height: 760, channels: 3, background: '#8a93a0' },
  });
  return raw(
    ground.composite([
      { input: await portrait('admiral.jpg', 500), left: 60, top: 130 },
      { input: await portrait('astronaut.jpg', 500), left: 640, top: 250 },
      { input: await portrait('admiral.jpg', 240), left: 1260, top: 120 },
    ]),
  );
}

describe('finding faces', () => {
  it('finds each face of a group once, the largest first', { tags: 'second' }, async () => {
    const faces = await findFaces(perception, await group());
    expect(faces.map(({ box }) => Math.floor((box.x + box.width / 2) / 620))).toEqual([0, 1, 2]);
    expect(faces.every(({ problems }) => problems.length === 0)).toBe(true);
  });

  it('names the problem of a face: cut by the edge, or too few pixels', async () => {
    const photo = sharp(resolve(SAMPLES, 'admiral.jpg'));
    const [whole] = await findFaces(perception, await raw(photo.clone()));
    const left = Math.round((whole?.box.x ?? 0) + (whole?.box.width ?? 0) * 0.25);
    const half = await raw(
      photo.clone().extract({ left, top: 60, width: 512 - left, height: 400 }),
    );
    const [cut] = await findFaces(perception, half);
    expect(cut?.problems).toContain('cut');
    const few = await raw(photo.clone().resize({ width: 120 }));
    const [small] = await findFaces(perception, few);
    expect(small?.problems).toContain('small');
    const [enough] = await findFaces(perception, few, 4);
    expect(enough?.problems).toEqual([]);
  });
});
