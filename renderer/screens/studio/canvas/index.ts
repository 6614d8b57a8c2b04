/** Start reading at `core.ts`. */
export { createCanvasCore } from './core.ts';
export { tryPainting } from './try-painting.ts';
export type { CanvasCore } from './core-types.ts';
export type { CanvasSnapshot } from './snapshot.ts';
export type { EditCommand, EditHistory } from './edit-history.ts';
export type { ProposalLayer } from '../proposal/proposal-layer.ts';
export type { ResultBrush, SelectionMark, ToolName } from './tools/tool.ts';
export { BRUSH_SIZE } from '../../../core/ui/brush-size.ts';
export { photoToScreen, type View } from '../../../viewer/stage/geometry/view.ts';
