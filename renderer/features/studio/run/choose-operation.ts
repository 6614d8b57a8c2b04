/** Choosing what Run does, and the tool that goes with it. */
import type { CanvasCore, ToolName } from '../canvas/index.ts';
import { planText } from './text-plan.ts';
import { textBoxesOf, useRun, type RunOperation, type RunState } from './run-store.ts';
import { useStudio } from '../session/studio-store.ts';

/** The tool to paint with again when boxes around text are not wanted any more. */
const PAINTING: ToolName = 'brush';

/** Clean up or remove text. The text box becomes the tool where boxes are what is needed, and gives way again. */
export function chooseOperation(core: CanvasCore | undefined, operation: RunOperation): void {
  useRun.setState({ operation });
  fitTool(core);
}

/** How text is removed. */
export function chooseTextMode(
  core: CanvasCore | undefined,
  textMode: NonNullable<RunState['textMode']>,
): void {
  useRun.setState({ textMode });
  fitTool(core);
}

/** A tool; the one for boxes around text means that text is to be removed by boxes. */
export function chooseTool(core: CanvasCore | undefined, tool: ToolName): void {
  if (tool === 'text-box') useRun.setState({ operation: 'remove-text', textMode: 'boxes' });
  core?.setTool(tool);
}

function fitTool(core: CanvasCore | undefined): void {
  const { photo } = useStudio.getState();
  if (core === undefined || photo === undefined) return;
  const state = useRun.getState();
  const { mode } = planText(photo, textBoxesOf(state, photo.id), state.textMode);
  const wantsBoxes = state.operation === 'remove-text' && mode === 'boxes';
  const hasBoxes = core.getSnapshot().tool === 'text-box';
  if (wantsBoxes && !hasBoxes) core.setTool('text-box');
  if (!wantsBoxes && hasBoxes) core.setTool(PAINTING);
}
