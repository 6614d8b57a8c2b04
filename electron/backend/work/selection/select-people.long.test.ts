import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonInPhoto } from '../../../../shared/contract/selection.ts';
import { createMaskReader } from '../../../../shared/mask/mask-rows.ts';
import { decodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import {
  createBackendFixture,
  SAMPLES_FOLDER,
  type BackendFixture,
} from '../../../testing/backend-fixture.ts';

let fixture: BackendFixture;
beforeAll(async () => {
  fixture = await createBackendFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const sample = (name: string): Promise<Buffer> => readFile(join(SAMPLES_FOLDER, name));

async function peopleIn(file: Uint8Array, withShadow = false): Promise<readonly PersonInPhoto[]> {
  const { id: photoId } = await fixture.importPhoto(file, 'people.jpg');
  return await fixture.client().selection.people({ photoId, withShadow });
}

/** @returns whether a pixel is the person's */
async function pixelsOf(
  { tiles }: PersonInPhoto,
  size: { readonly width: number; readonly height: number },
): Promise<(x: number, y: number) => boolean> {
  const reader = createMaskReader(decodeMaskTiles(new Uint8Array(await tiles.arrayBuffer())));
  const rows = Array.from({ length: size.height }, (_none, y) => {
    const row = new Uint8Array(size.width);
    reader.read(y, 0, row);
    return row;
  });
  return (x, y) => (rows[y]?.[x] ?? 0) !== 0;
}

describe('selecting people', () => {
  it('finds a person complete: face, arms and chest, without the background', async () => {
    const [person, ...others] = await peopleIn(await sample('astronaut.jpg'));
    expect(others).toEqual([]);
    if (person === undefined) throw new Error('No person was found.');
    const isOn = await pixelsOf(person, { width: 512, height: 512 });
    for (const [x, y] of [
      [225, 120],
      [90, 420],
      [180, 400],
      [290, 430],
    ] as const) {
      expect(isOn(x, y), `${x}, ${y}`).toBe(true);
    }
    for (const [x, y] of [
      [30, 60],
      [400, 60],
      [500, 200],
    ] as const) {
      expect(isOn(x, y), `${x}, ${y}`).toBe(false);
    }
  });

  it('separates people who stand close to each other', async () => {
    const [left, right] = [await sample('astronaut.jpg'), await sample('admiral.jpg')];
    const group = await sharp({
      create: { width: 900, height: 600, channels: 3, background: '#777' },
    })
      .composite([
        { input: await sharp(left).resize(480, 600).toBuffer(), left: 0, top: 0 },
        { input: await sharp(right).resize(420, 600).toBuffer(), left: 480, top: 0 },
      ])
      .jpeg()
      .toBuffer();
    const people = await peopleIn(group);
    expect(people).toHaveLength(2);
    const [first, second] = people;
    if (first === undefined || second === undefined) throw new Error('Somebody is missing.');
    expect(first.face.x).toBeLessThan(480);
    const size = { width: 900, height: 600 };
    const isFirst = await pixelsOf(first, size);
    const isSecond = await pixelsOf(second, size);
    expect([isFirst(210, 140), isSecond(210, 140)]).toEqual([true, false]);
    expect([isFirst(700, 500), isSecond(700, 500)]).toEqual([false, true]);
    expect([isFirst(700, 230), isSecond(700, 230)]).toEqual([false, true]);
  });

  it('finds no one in a photo without people', async () => {
    expect(await peopleIn(await sample('two-dogs.jpg'))).toEqual([]);
  });

  it('is superseded by a newer request', async () => {
    const { id: photoId } = await fixture.importPhoto(await sample('admiral.jpg'), 'a.jpg');
    const { selection } = fixture.client();
    const older = selection.people({ photoId, withShadow: false });
    older.catch(() => undefined); // awaited below
    const newer = selection.people({ photoId, withShadow: false });
    await expect(older).rejects.toMatchObject({ data: { kind: 'cancelled' } });
    expect(await newer).toHaveLength(1);
  });
});
