/** Tests that the plan, a condition and the step analyse the same pixels once. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { noisePng } from '../../../testing/pictures.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import { testFolder } from '../../../testing/test-folder.ts';
import type { Perception, TextLine } from '../../vision/perception/perception.ts';
import type { SelectionTools } from '../selection/selection.ts';
import { createFinder } from './finder.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

const SIZE = { width: 60, height: 40 };

async function pictureIn(name: string, seed: number) {
  const path = join(folder, name);
  await writeFile(path, await noisePng(SIZE.width, SIZE.height, seed));
  const source = { path, depth: 8, hasAlpha: false, isCmyk: false } as const;
  return { source, patches: [], size: SIZE };
}

function finderWith(perception: Partial<Perception>, tools: Partial<SelectionTools> = {}) {
  const selection = { close: () => Promise.resolve(), ...tools } as SelectionTools;
  return createFinder({ perception: perception as Perception, selection });
}

it('searches the same pixels for text once, wherever the file is', async () => {
  let looks = 0;
  /** A line across the middle of whatever is looked at. */
  const lineIn = ({ width, height }: Size): TextLine => ({
    corners: [
      { x: width * 0.1, y: height * 0.3 },
      { x: width * 0.9, y: height * 0.3 },
      { x: width * 0.9, y: height * 0.7 },
      { x: width * 0.1, y: height * 0.7 },
    ],
    score: 0.9,
  });
  const finder = finderWith({
    textLines: (picture) => {
      looks += 1;
      return Promise.resolve([lineIn(picture)]);
    },
  });
  const planned = await pictureIn('planned.png', 1);
  const found = await finder.text(planned);
  expect(found).toHaveLength(1);
  const first = looks;
  expect(first).toBeGreaterThan(0);
  expect(await finder.has('text', planned)).toBe(true);
  expect(await finder.text(await pictureIn('in the library.png', 1))).toEqual(found);
  expect(looks).toBe(first);
  await finder.text(await pictureIn('another.png', 2));
  expect(looks).toBeGreaterThan(first);
  await finder.close();
});

it('finds people of a photo once, like the Studio, and people of a file by their faces', async () => {
  let asked = 0;
  let faces = 0;
  const finder = finderWith(
    {
      faces: () => {
        faces += 1;
        return Promise.resolve([]);
      },
    },
    {
      people: () => {
        asked += 1;
        return Promise.resolve([]);
      },
    },
  );
  const picture = await pictureIn('people.png', 3);
  expect(await finder.has('people', picture)).toBe(false);
  expect([asked, faces > 0]).toEqual([0, true]);
  const photo = { ...picture, photoId: 'p' };
  faces = 0;
  expect(await finder.has('people', photo)).toBe(false);
  expect(await finder.people(photo, false)).toEqual([]);
  expect([asked, faces]).toEqual([1, 0]);
  await finder.people({ ...photo, photoId: 'q' }, false);
  expect(asked).toBe(2);
  await finder.close();
});

it('stops a search whose request has ended, and starts the next one', async () => {
  const own = new AbortController();
  let looks = 0;
  const finder = finderWith({
    textLines: () => {
      looks += 1;
      if (looks === 1) own.abort();
      return Promise.resolve([]);
    },
  });
  const path = join(folder, 'large.png');
  const size = { width: 2000, height: 40 };
  await writeFile(path, await noisePng(size.width, size.height, 3));
  const large = {
    source: { path, depth: 8, hasAlpha: false, isCmyk: false } as const,
    patches: [],
    size,
  };
  await expect(finder.until(own.signal).text(large)).rejects.toThrow();
  expect(looks).toBe(1);
  await expect(finder.until(own.signal).text(large)).rejects.toThrow();
  expect(looks).toBe(1);
  expect(await finder.text(large)).toEqual([]);
  expect(looks).toBeGreaterThan(2);
  await finder.close();
});
