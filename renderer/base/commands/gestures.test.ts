import { expect, test } from 'vitest';
import { describeGesture } from './gestures.ts';

test('a gesture names the keys of this system', () => {
  const gesture = { title: 'Zoom', how: 'wheel, or Mod + drag; Alt + click' };
  expect(describeGesture(gesture, false)).toBe('wheel, or Ctrl + drag; Alt + click');
  expect(describeGesture(gesture, true)).toBe('wheel, or Cmd + drag; Option + click');
});
