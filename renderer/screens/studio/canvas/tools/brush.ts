import { paintGesture } from './paint-gesture.ts';
import type { Tool } from './tool.ts';

/** Erases in its own size while Alt is held. */
export const brushTool: Tool = {
  name: 'brush',
  cursor: 'ring',
  rightButton: 'eraser',
  begin: (context, start) => paintGesture(context, 'brush', start, start.subtract ? 0 : 255),
};
