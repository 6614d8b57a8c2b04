import { paintGesture } from './paint-gesture.ts';
import type { Tool } from './tool.ts';

/** Paints the mask. */
export const brushTool: Tool = {
  name: 'brush',
  cursor: 'ring',
  begin: (context, start) => paintGesture(context, 'brush', start),
};
