import { paintGesture } from './paint-gesture.ts';
import type { Tool } from './tool.ts';

export const eraserTool: Tool = {
  name: 'eraser',
  cursor: 'ring',
  rightButton: 'eraser',
  begin: (context, start) => paintGesture(context, 'eraser', start, 0),
};
