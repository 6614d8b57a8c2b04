import type { Gesture } from '../../../../viewer/stage/input/gesture.ts';
import type { GestureStart, SizedToolName, Tool, ToolContext } from './tool.ts';

/** Erases in its own size while Alt is held. */
export const brushTool: Tool = {
  name: 'brush',
  cursor: 'ring',
  rightButton: 'eraser',
  begin: (context, start) => paintGesture(context, 'brush', start, start.subtract ? 0 : 255),
};

export const eraserTool: Tool = {
  name: 'eraser',
  cursor: 'ring',
  rightButton: 'eraser',
  begin: (context, start) => paintGesture(context, 'eraser', start, 0),
};

/** Hides parts of the judged result, or restores them while Alt is held. Uses the brush's size. */
export const resultBrushTool: Tool = {
  name: 'result-brush',
  cursor: 'ring',
  rightButton: 'subtract',
  hasMode: true,
  begin(context, start) {
    const brush = context.resultBrush();
    brush?.begin(context.toPhoto(start.at), context.toolSize(), start.subtract);
    return {
      move: (samples) => brush?.extend(samples.map(({ at }) => context.toPhoto(at))),
      end() {
        brush?.end();
        return 'done';
      },
      cancel: () => brush?.cancel(),
    };
  },
};

function paintGesture(
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
