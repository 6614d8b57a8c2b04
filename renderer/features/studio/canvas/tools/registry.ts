import { brushTool } from './brush.ts';
import { eraserTool } from './eraser.ts';
import { handTool } from './hand.ts';
import type { Tool, ToolName } from './tool.ts';

const TOOLS: Readonly<Record<ToolName, Tool>> = {
  brush: brushTool,
  eraser: eraserTool,
  hand: handTool,
};

/** `PointerEvent.button` values (Pointer Events, section 4.1.1.1). */
const BUTTON = { middle: 1, right: 2, penEraser: 5 } as const;

/**
 * Which tool a press belongs to: the hand for the middle button and while Space is held, the eraser
 * for the right button and the eraser end of a pen (but the hand stays the hand), else the active one.
 */
export function toolForPress(button: number, active: ToolName, spaceHeld: boolean): Tool {
  if (spaceHeld || button === BUTTON.middle || active === 'hand') return handTool;
  if (button === BUTTON.right || button === BUTTON.penEraser) return eraserTool;
  return TOOLS[active];
}
