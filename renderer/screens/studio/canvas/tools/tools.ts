import {
  BUTTON,
  handGesture,
  zoomGesture,
  type Gesture,
} from '../../../../viewer/stage/input/gesture.ts';
import type { Modifiers } from '../../../../viewer/stage/input/modifiers.ts';
import { lassoTool } from './lasso.ts';
import { objectTool } from './object.ts';
import { sizeTool } from './size.ts';
import type {
  Tool,
  ToolName,
  SelectionMark,
  GestureStart,
  SizedToolName,
  ToolContext,
} from './tool.ts';
import type { Point } from '../../../../../shared/geometry/rect.ts';

const handTool: Tool = {
  name: 'hand',
  cursor: 'hand',
  rightButton: 'same',
  begin: (context, start) => handGesture(start, (x, y) => context.panBy(x, y)),
};

const zoomTool: Tool = {
  name: 'zoom',
  cursor: 'zoom-in',
  rightButton: 'same',
  begin: (context, start) => zoomGesture(start, (factor, at) => context.zoomBy(factor, at)),
};

/** CSS pixels before a click becomes a drag. */
const DRAG_FROM = 4;

/** Follows edges between clicks; a drag marks both ends. */
const lineTool = pointTool('line');

const wandTool = pointTool('wand');

const spotsTool = pointTool('spots');

function pointTool(name: SelectionMark['tool']): Tool {
  return {
    name,
    cursor: 'cross',
    rightButton: 'subtract',
    hasMode: true,
    begin(context, start) {
      let end = start.at;
      const { shift, alt } = start.modifiers;
      const isLine = (): boolean =>
        name === 'line' && Math.hypot(end.x - start.at.x, end.y - start.at.y) >= DRAG_FROM;
      return {
        move(samples) {
          end = samples.at(-1)?.at ?? end;
          if (isLine()) context.previewFrom(context.toPhoto(start.at));
        },
        end() {
          const ends = isLine() ? [start.at, end] : [start.at];
          context.select({
            tool: name,
            points: ends.map((at) => context.toPhoto(at)),
            isLoop: false,
            width: 1,
            isMore: shift,
            isLess: alt || start.isRightButton,
            subtract: start.subtract,
          });
          context.previewFrom(undefined); // keep the preview until the answer
          return 'done';
        },
        cancel: () => context.previewFrom(undefined),
      };
    },
  };
}

/** Erases in its own size while Alt is held. */
const brushTool: Tool = {
  name: 'brush',
  cursor: 'ring',
  rightButton: 'eraser',
  begin: (context, start) => paintGesture(context, 'brush', start, start.subtract ? 0 : 255),
};

const eraserTool: Tool = {
  name: 'eraser',
  cursor: 'ring',
  rightButton: 'eraser',
  begin: (context, start) => paintGesture(context, 'eraser', start, 0),
};

/** Hides parts of the judged result, or restores them while Alt is held. Uses the brush's size. */
const resultBrushTool: Tool = {
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

/** Shift pressed while dragging makes a square. */
const rectangleTool: Tool = {
  name: 'rectangle',
  cursor: 'cross',
  rightButton: 'subtract',
  hasMode: true,
  begin(context, start) {
    const from = context.toPhoto(start.at);
    let corners: readonly Point[] = [];
    // Shift held from the start means "add"; pressed again, it means "square".
    let isShiftNew = !start.modifiers.shift;
    return {
      move(samples, modifiers) {
        const last = samples.at(-1);
        if (last === undefined) return;
        if (!modifiers.shift) isShiftNew = true;
        corners = rectangleCorners(from, context.toPhoto(last.at), modifiers.shift && isShiftNew);
        context.showOutline(corners.length === 0 ? undefined : { points: corners, isClosed: true });
      },
      end() {
        context.showOutline(undefined);
        if (corners.length > 0) context.fillShape(corners, start.subtract ? 0 : 255, 'rectangle');
        return 'done';
      },
      cancel: () => context.showOutline(undefined),
    };
  },
};

/** CSS pixels; less is a click. */
const LEAST_DRAG = 4;

/** Shift while dragging makes a square. */
const textBoxTool: Tool = {
  name: 'text-box',
  cursor: 'cross',
  rightButton: 'same',
  begin(context, start) {
    const from = context.toPhoto(start.at);
    let corner: Point | undefined;
    return {
      move(samples, modifiers) {
        const last = samples.at(-1);
        if (last === undefined) return;
        const reach = Math.max(Math.abs(last.at.x - start.at.x), Math.abs(last.at.y - start.at.y));
        const points = rectangleCorners(from, context.toPhoto(last.at), modifiers.shift);
        corner = reach < LEAST_DRAG ? undefined : points[2];
        context.showOutline(corner === undefined ? undefined : { points, isClosed: true });
      },
      end() {
        context.showOutline(undefined);
        if (corner !== undefined) context.drawBox(from, corner);
        return 'done';
      },
      cancel: () => context.showOutline(undefined),
    };
  },
};

/**
 * Snaps to pixel edges.
 * @returns photo space, clockwise; empty if no whole pixel is between the points
 */
function rectangleCorners(from: Point, to: Point, isSquare: boolean): readonly Point[] {
  const x = Math.round(from.x);
  const y = Math.round(from.y);
  let across = Math.round(to.x) - x;
  let down = Math.round(to.y) - y;
  if (isSquare) {
    const side = Math.max(Math.abs(across), Math.abs(down));
    across = side * (to.x < from.x ? -1 : 1);
    down = side * (to.y < from.y ? -1 : 1);
  }
  if (across === 0 || down === 0) return [];
  return [
    { x, y },
    { x: x + across, y },
    { x: x + across, y: y + down },
    { x, y: y + down },
  ];
}

const TOOLS: Readonly<Record<ToolName, Tool>> = {
  brush: brushTool,
  eraser: eraserTool,
  rectangle: rectangleTool,
  lasso: lassoTool,
  object: objectTool,
  line: lineTool,
  wand: wandTool,
  spots: spotsTool,
  'result-brush': resultBrushTool,
  hand: handTool,
  'text-box': textBoxTool,
};

export interface ToolPress {
  readonly tool: Tool;
  readonly subtract: boolean;
}

/**
 * Picks the tool for a press from button and modifier keys:
 * - middle button, Space, or the hand tool: the hand
 * - Ctrl or Cmd with the first button: zoom
 * - Alt with the right button, or the size key: brush size
 * - the pen's eraser end: the eraser; the result brush erases itself
 * - the right button: the active tool's choice
 * @param isSubtracting inverts Alt for tools with a mode
 */
export function pressMeans(
  button: number,
  active: ToolName,
  modifiers: Modifiers,
  isSubtracting = false,
): ToolPress {
  const tool = TOOLS[active];
  const { alt } = modifiers;
  if (modifiers.space || button === BUTTON.middle) return { tool: handTool, subtract: false };
  if (modifiers.control && button === BUTTON.first) return { tool: zoomTool, subtract: false };
  if (tool === handTool) return { tool: handTool, subtract: false };
  if (modifiers.sizing || (alt && button === BUTTON.right)) {
    return { tool: sizeTool, subtract: false };
  }
  if (button === BUTTON.penEraser) {
    return { tool: tool === resultBrushTool ? tool : eraserTool, subtract: true };
  }
  if (button !== BUTTON.right)
    return { tool, subtract: tool.hasMode === true ? alt !== isSubtracting : alt };
  return { tool: tool.rightButton === 'eraser' ? eraserTool : tool, subtract: true };
}
