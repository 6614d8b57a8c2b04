import type { PictureStage } from '../../../viewer/stage/layers/picture-stage.ts';
import type { EditHistory } from './edit-history.ts';
import type { MaskController } from './mask-controller.ts';
import type { MaskEdits } from './mask-edits.ts';
import type { ToolState } from './tool-state.ts';
import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import type { ToolName } from './tools/tool.ts';
import type { Turn } from '../../../viewer/stage/geometry/turn.ts';
import type { View } from '../../../viewer/stage/geometry/view.ts';

export interface CanvasSnapshot {
  /** Device pixels per photo pixel: 1 = 100 %. */
  readonly zoom: number;
  /** CSS pixels. */
  readonly view: View;
  /** CSS pixels, before turning. */
  readonly stage: Size;
  readonly turn: Turn;
  readonly tool: ToolName;
  /** Diameters in photo pixels. */
  readonly brushSize: number;
  readonly eraserSize: number;
  readonly isSubtracting: boolean;
  /** Photo space; `undefined` for an empty mask. */
  readonly maskBounds: Rect | undefined;
  readonly isPainting: boolean;
  /** Painting shows it again. */
  readonly isMaskHidden: boolean;
  /** A worker is computing an edit. */
  readonly isMaskBusy: boolean;
  /** Arrow keys move the pointer, and Enter presses it. */
  readonly isKeyboardPointer: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export function readSnapshot(deps: {
  readonly shown: Pick<PictureStage, 'viewport' | 'turn'>;
  readonly tools: ToolState;
  readonly mask: Pick<MaskController, 'bounds' | 'isPainting'>;
  readonly edits: Pick<MaskEdits, 'isBusy'>;
  readonly history: Pick<EditHistory, 'canUndo' | 'canRedo'>;
  readonly isMaskHidden: boolean;
  readonly isKeyboardPointer: boolean;
}): CanvasSnapshot {
  const { shown, tools, mask, edits, history, isMaskHidden, isKeyboardPointer } = deps;
  const { viewport } = shown;
  return {
    zoom: viewport.view.scale * viewport.pixelRatio,
    view: viewport.view,
    stage: viewport.stage,
    turn: shown.turn,
    tool: tools.tool,
    isSubtracting: tools.isSubtracting,
    brushSize: tools.sizes.brush,
    eraserSize: tools.sizes.eraser,
    maskBounds: mask.bounds(),
    isPainting: mask.isPainting,
    isMaskHidden,
    isMaskBusy: edits.isBusy,
    isKeyboardPointer,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
  };
}
