import type { CanvasCore } from './core-types.ts';
import type { ToolState } from './tool-state.ts';
import type { ToolName } from './tools/tool.ts';

export type ToolActions = Pick<
  CanvasCore,
  | 'setTool'
  | 'swapBrushAndEraser'
  | 'setToolSize'
  | 'stepToolSize'
  | 'setSubtracting'
  | 'setPressureChangesSize'
>;

/** @param meaningChanged called when presses mean something else */
export function createToolActions(tools: ToolState, meaningChanged: () => void): ToolActions {
  function setTool(name: ToolName): void {
    tools.setTool(name);
    meaningChanged();
  }

  return {
    setTool,
    swapBrushAndEraser: () => setTool(tools.tool === 'brush' ? 'eraser' : 'brush'),
    setToolSize: (tool, size) => tools.setSize(tool, size),
    stepToolSize: (direction) => tools.stepSize(direction),
    setSubtracting(on) {
      tools.setSubtracting(on);
      meaningChanged();
    },
    setPressureChangesSize: (on) => tools.setPressureChangesSize(on),
  };
}
