import { expect, it } from 'vitest';
import { packFrames, unpackFrames } from './frame-pack.ts';

const FRAMES = [
  { delay: 40, png: new Uint8Array([1, 2, 3]) },
  { delay: 65_000, png: new Uint8Array([]) },
  { delay: 0, png: new Uint8Array([255]) },
];

function bodyOf(frames: typeof FRAMES): Uint8Array {
  return new Uint8Array(packFrames(frames).flatMap((part) => [...part]));
}

it('packed frames survive a round trip', () => {
  expect(unpackFrames(bodyOf(FRAMES), 3)).toEqual(FRAMES);
});

it('packed frames are refused when they are truncated, empty, or too many', () => {
  const body = bodyOf(FRAMES);
  for (let length = 0; length < body.length; length++) {
    const cut = () => unpackFrames(body.subarray(0, length), 3);
    // a whole frame may end there
    if (length === 15 || length === 23) expect(cut()).toHaveLength(length === 15 ? 1 : 2);
    else expect(cut, String(length)).toThrow(TypeError);
  }
  expect(() => unpackFrames(body, 2)).toThrow(TypeError);
  expect(() => unpackFrames(bodyOf([]), 2)).toThrow(TypeError);
});
