import { expect, it } from 'vitest';
import { perceptionWith, readSample } from '../../../testing/perception-bench.ts';
import { findFaces } from './find-faces.ts';

it.each(['fig-in-a-bowl.jpg', 'mountain-path.jpg', 'two-dogs.jpg'])(
  'finds no face in %s',
  async (name) => {
    const { perception } = perceptionWith();
    expect(await findFaces(perception, await readSample(name, 1200))).toEqual([]);
  },
);
