import { BUTTON } from '../../../../viewer/stage/input/gesture.ts';
import type { Modifiers } from '../../../../viewer/stage/input/modifiers.ts';
import { brushTool, eraserTool, resultBrushTool } from './brushes.ts';
import { handTool, zoomTool } from './view-tools.ts';
import { lassoTool } from './lasso.ts';
import { objectTool } from './object.ts';
import { lineTool, spotsTool, wandTool } from './point-tools.ts';
import { rectangleTool, textBoxTool } from './rectangles.ts';
import { sizeTool } from './size.ts';
import type { Tool, ToolName } from './tool.ts';

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
