import { zoomGesture } from '../../../../viewer/stage/input/gesture.ts';
import type { Tool } from './tool.ts';

export const zoomTool: Tool = {
  name: 'zoom',
  cursor: 'zoom-in',
  rightButton: 'same',
  begin: (context, start) => zoomGesture(start, (factor, at) => context.zoomBy(factor, at)),
};
