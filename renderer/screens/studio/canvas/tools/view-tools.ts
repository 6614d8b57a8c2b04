import { handGesture, zoomGesture } from '../../../../viewer/stage/input/gesture.ts';
import type { Tool } from './tool.ts';

export const handTool: Tool = {
  name: 'hand',
  cursor: 'hand',
  rightButton: 'same',
  begin: (context, start) => handGesture(start, (x, y) => context.panBy(x, y)),
};

export const zoomTool: Tool = {
  name: 'zoom',
  cursor: 'zoom-in',
  rightButton: 'same',
  begin: (context, start) => zoomGesture(start, (factor, at) => context.zoomBy(factor, at)),
};
