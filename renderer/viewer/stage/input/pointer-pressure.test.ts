import { expect, it } from 'vitest';
import { pressureOf } from './pointer-pressure.ts';

it('pen pressure ignores mouse and finger, and a pen that cannot measure it', () => {
  expect(pressureOf({ pointerType: 'mouse', pressure: 0.5 })).toBe(1);
  expect(pressureOf({ pointerType: 'touch', pressure: 0.3 })).toBe(1);
  expect(pressureOf({ pointerType: 'pen', pressure: 0 })).toBe(1);
  expect(pressureOf({ pointerType: 'pen', pressure: 0.25 })).toBe(0.25);
});
