import type { Gesture } from '../../../../viewer/stage/input/gesture.ts';
import type { GestureStart, SizedToolName, ToolContext } from './tool.ts';

export function paintGesture(
  context: ToolContext,
  tool: SizedToolName,
  start: GestureStart,
  value: 0 | 255,
): Gesture {
  context.beginStroke(tool, start, start.modifiers.shift, value);
  return {
    move: (samples) => context.extendStroke(samples),
    end() {
      context.endStroke();
      return 'done';
    },
    cancel: () => context.cancelStroke(),
  };
}
