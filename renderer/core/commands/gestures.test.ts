import { expect, test } from 'vitest';
import { describeGesture } from './gestures.ts';

test('names the keys of this system in a gesture', () => {
  const gesture = { title: 'Zoom', how: 'wheel, or Mod + drag; Alt + click' };
  expect(describeGesture(gesture, false)).toBe('wheel, or Ctrl + drag; Alt + click');
  expect(describeGesture(gesture, true)).toBe('wheel, or Cmd + drag; Option + click');
});
