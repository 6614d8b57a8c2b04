import { expect, it } from 'vitest';
import { lookCloser } from './look-closer.ts';
import type { Picture } from './perception.ts';

it('keeps the brightness of large letters that it scales down', async () => {
  const seen: Picture[] = [];
  const perception = {
    textLines: (picture: Picture) => {
      seen.push(picture);
      return Promise.resolve([]);
    },
  };
  const white = { rgb: new Uint8Array(900 * 300 * 3).fill(255), width: 900, height: 300 };
  const [left, top, right, bottom] = [100, 50, 800, 250];
  const corners = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ] as const;
  await lookCloser(perception, white, { corners, score: 1 });
  expect(new Set(seen[0]?.rgb)).toEqual(new Set([255]));
});
