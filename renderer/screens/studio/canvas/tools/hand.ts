import { handGesture } from '../../../../viewer/stage/input/gesture.ts';
import type { Tool } from './tool.ts';

export const handTool: Tool = {
  name: 'hand',
  cursor: 'hand',
  rightButton: 'same',
  begin: (context, start) => handGesture(start, (x, y) => context.panBy(x, y)),
};
