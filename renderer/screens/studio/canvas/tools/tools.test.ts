import { expect, it } from 'vitest';
import { NO_MODIFIERS } from '../../../../viewer/stage/input/modifiers.ts';
import { pressMeans } from './tools.ts';

const none = NO_MODIFIERS;
const space = { ...NO_MODIFIERS, space: true };
const alt = { ...NO_MODIFIERS, alt: true };
const control = { ...NO_MODIFIERS, control: true };
const sizing = { ...NO_MODIFIERS, sizing: true };

it.each([
  ['the active tool for the first button', 0, 'brush', none, 'brush', false],
  ['the active eraser', 0, 'eraser', none, 'eraser', false],
  ['the brush subtracting while Alt is held', 0, 'brush', alt, 'brush', true],
  ['the lasso subtracting while Alt is held', 0, 'lasso', alt, 'lasso', true],
  ['the eraser for the right button', 2, 'brush', none, 'eraser', true],
  ['the rectangle subtracting for the right button', 2, 'rectangle', none, 'rectangle', true],
  ['the eraser for the eraser end of a pen', 5, 'lasso', none, 'eraser', true],
  ['the result brush for the eraser end', 5, 'result-brush', none, 'result-brush', true],
  ['the result brush restoring with Alt', 0, 'result-brush', alt, 'result-brush', true],
  ['the hand for the middle button', 1, 'brush', none, 'hand', false],
  ['the text box, whatever the button', 2, 'text-box', none, 'text-box', true],
  ['the hand while Space is held', 0, 'eraser', space, 'hand', false],
  ['the hand while Space is held, even with the right button', 2, 'brush', space, 'hand', false],
  ['the hand itself, whatever the button', 2, 'hand', alt, 'hand', false],
  ['the zoom for Ctrl and the first button', 0, 'brush', control, 'zoom', false],
  ['the zoom for Ctrl, even with the hand', 0, 'hand', control, 'zoom', false],
  ['the eraser for Ctrl and the right button', 2, 'brush', control, 'eraser', true],
  ['the size for Alt and the right button', 2, 'brush', alt, 'size', false],
  ['the size while its key is held', 0, 'brush', sizing, 'size', false],
] as const)(
  'the tool for a press is %s',
  (_case, button, active, modifiers, expected, subtract) => {
    const press = pressMeans(button, active, modifiers);
    expect([press.tool.name, press.subtract]).toEqual([expected, subtract]);
  },
);
