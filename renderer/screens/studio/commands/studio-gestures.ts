import type { GestureHint } from '../../../core/commands/gestures.ts';

export const STUDIO_GESTURES: readonly GestureHint[] = [
  { title: 'Paint', how: 'drag' },
  { title: 'Erase', how: 'right button, or Alt + drag' },
  { title: 'Straight line', how: 'Shift + click' },
  { title: 'Cancel a stroke', how: 'Esc' },
  { title: 'Draw by keyboard', how: 'Enter on the canvas, arrow keys, Enter to start and end' },
  { title: 'Brush size', how: 'Mod + wheel' },
  { title: 'Brush size by dragging', how: 'Alt + right button, or S + drag' },
  { title: 'Lasso, freehand', how: 'drag' },
  { title: 'Lasso, polygon', how: 'click; Enter or the first point closes, Backspace removes' },
  { title: 'Select an object', how: 'drag around it or over it' },
  { title: 'More or less of it', how: 'Shift + drag, Alt + drag' },
  { title: 'Select a line', how: 'click along it, or drag; Backspace takes the last point back' },
  { title: 'Add a selection to the mask', how: 'Enter; Esc drops it' },
  { title: 'Subtract a shape', how: 'Alt + drag' },
  { title: 'Square', how: 'Shift while dragging a rectangle' },
  { title: 'Zoom', how: 'wheel, pinch, or Mod + drag' },
  { title: 'Show original', how: 'hold \\' },
  { title: 'Another variant, in the list of results', how: 'left and right arrow' },
  { title: 'Move the split line', how: 'drag, or arrow keys; Shift moves farther' },
  { title: 'Pan', how: 'Space + drag, middle button, or two fingers' },
];
