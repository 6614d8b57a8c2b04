import { expect, it } from 'vitest';
import { movedByKey } from './arrow-steps.ts';

const STAGE = { width: 100, height: 60 };
const at = { x: 50, y: 30 };
const key = (name: string, shiftKey = false) => ({ key: name, shiftKey });

it('arrow keys move the pointer, farther with Shift', () => {
  expect(movedByKey(at, key('ArrowLeft'), STAGE)).toEqual({ x: 46, y: 30 });
  expect(movedByKey(at, key('ArrowRight', true), STAGE)).toEqual({ x: 82, y: 30 });
  expect(movedByKey(at, key('ArrowUp'), STAGE)).toEqual({ x: 50, y: 26 });
  expect(movedByKey(at, key('ArrowDown'), STAGE)).toEqual({ x: 50, y: 34 });
});

it('keeps the pointer on the stage', () => {
  expect(movedByKey(at, key('ArrowUp', true), STAGE)).toEqual({ x: 50, y: 0 });
  expect(movedByKey({ x: 90, y: 55 }, key('ArrowRight', true), STAGE)).toEqual({ x: 100, y: 55 });
});

it('ignores other keys', () => {
  expect(movedByKey(at, key('Enter'), STAGE)).toBeUndefined();
});
