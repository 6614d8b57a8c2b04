import { describe, expect, it } from 'vitest';
import { toolForPress } from './registry.ts';

describe('which tool a press belongs to', () => {
  it.each([
    ['the active tool for the first button', 0, 'brush', false, 'brush'],
    ['the active eraser', 0, 'eraser', false, 'eraser'],
    ['the eraser for the right button', 2, 'brush', false, 'eraser'],
    ['the eraser for the eraser end of a pen', 5, 'brush', false, 'eraser'],
    ['the hand for the middle button', 1, 'brush', false, 'hand'],
    ['the hand while Space is held', 0, 'eraser', true, 'hand'],
    ['the hand while Space is held, also with the right button', 2, 'brush', true, 'hand'],
    ['the hand itself, whatever the button', 2, 'hand', false, 'hand'],
  ] as const)('%s', (_case, button, active, space, expected) => {
    expect(toolForPress(button, active, space).name).toBe(expected);
  });
});
