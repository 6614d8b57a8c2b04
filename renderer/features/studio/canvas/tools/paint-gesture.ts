import type { Gesture, GestureStart, SizedToolName, ToolContext } from './tool.ts';

/** A stroke that follows the pointer. */
export function paintGesture(
  context: ToolContext,
  tool: SizedToolName,
  start: GestureStart,
): Gesture {
  context.beginStroke(tool, start);
  return {
    move: (points) => context.extendStroke(points),
    end: () => context.endStroke(),
  };
}
