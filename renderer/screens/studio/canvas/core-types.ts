import type { Layer } from 'konva/lib/Layer.js';
import type { Stage } from 'konva/lib/Stage.js';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import type { Point } from '../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import type { Comparison } from '../../../viewer/stage/comparing/comparison.ts';
import type { Turn } from '../../../viewer/stage/geometry/turn.ts';
import type { Viewport } from '../../../viewer/stage/geometry/viewport.ts';
import type { PictureStage } from '../../../viewer/stage/layers/picture-stage.ts';
import type { ShownPicture } from '../../../viewer/stage/viewer-types.ts';
import type { ProposalLayer } from '../proposal/proposal-layer.ts';
import type { CleanedPainter } from './cleaned-painter.ts';
import type { EditHistory } from './edit-history.ts';
import type { MaskController } from './mask-controller.ts';
import type { MaskEdits } from './mask-edits.ts';
import type { MaskAppearance } from './mask-painter.ts';
import type { CanvasSnapshot } from './snapshot.ts';
import type { ToolState } from './tool-state.ts';
import type { ResultBrush, SelectionMark } from './tools/tool.ts';

/** Mounted and owned by the screen; not destroyed here. */
export interface CanvasDeps {
  readonly stage: Stage;
  /** Three layers in this order, all with `listening={false}`. */
  readonly photoLayer: Layer;
  readonly maskLayer: Layer;
  readonly overlayLayer: Layer;
  /** Surrounds the stage with `position: relative` and the same size; receives the pointer. */
  readonly container: HTMLElement;
  /** The open photo turned out to be damaged and has been closed. Default: an uncaught error. */
  readonly onPhotoError?: (error: AppError) => void;
}

export interface SelectionListener {
  mark(mark: SelectionMark): void;
  previewFrom(at: Point | undefined): void;
  /** Returns true if the key was used. @param isHeld it is a key repeat */
  key(key: string, isHeld: boolean): boolean;
}

export interface CanvasCore {
  /**
   * Opens a photo with an empty mask, history and no results. Resolves after the first drawing.
   * @param isSeries keeps the view, and the previous picture ready
   * @throws AppError `damaged-file` (also for a wrong size), `unreachable`, `cancelled`; then no
   * photo is open
   */
  openPhoto(photo: ShownPicture, signal?: AbortSignal, isSeries?: boolean): Promise<void>;
  /**
   * Shows a file during its import, without painting. Follow with `picture.adopt`, `openPhoto` or
   * `closePhoto`.
   * @throws AppError if the window cannot decode it, which says nothing about the file
   */
  previewFile(file: Blob, signal: AbortSignal): Promise<void>;
  closePhoto(): void;
  readonly picture: Pick<
    PictureStage,
    | 'expect'
    | 'adopt'
    | 'prepare'
    | 'setPatches'
    | 'drawPictureNow'
    | 'setMark'
    | 'showRect'
    | 'placeOf'
    | 'resize'
  > & {
    readonly viewport: Pick<Viewport, 'fit' | 'zoomToActualSize' | 'setZoom' | 'zoomBy'>;
    /** While states are compared, the mask is hidden and every tool pans. */
    readonly comparison: Pick<Comparison, 'set' | 'setPeek' | 'setSplit' | 'showState'>;
  };
  readonly tools: Pick<
    ToolState,
    | 'setTool'
    | 'swapBrushAndEraser'
    | 'setSize'
    | 'stepSize'
    | 'setSubtracting'
    | 'setPressureChangesSize'
  >;
  readonly mask: MaskController;
  readonly maskEdits: Pick<MaskEdits, 'grow' | 'shrink' | 'fillHoles' | 'add' | 'readPicture'>;
  /** The core pushes strokes, the screen everything else. */
  readonly history: EditHistory;
  /** Tints pixels above everything else. */
  readonly cleaned: Pick<CleanedPainter, 'setTiles' | 'setColor'>;
  setMaskAppearance(appearance: MaskAppearance): void;
  setTurn(turn: Turn): void;
  toggleMask(): void;
  /** `mask.load` with its outline. */
  loadMask(tiles: readonly PackedMaskTile[]): void;
  /** Returns `undefined` outside the photo. */
  pointerOnPhoto(): Point | undefined;
  /** Called at every movement: keep it short. */
  onPointerMoved(callback: () => void): () => void;
  setSelecting(listener: SelectionListener | undefined): void;
  setResultBrush(brush: ResultBrush | undefined): void;
  /** Replaces a previous layer. */
  addProposalLayer(
    create: (stage: Stage, viewport: Viewport, maskColor: () => string) => ProposalLayer,
  ): ProposalLayer;
  /** Passes two corners of a box drawn by its tool, photo space. */
  onBoxDrawn(callback: (from: Point, to: Point) => void): () => void;
  /** True for the hand tool or Space: elements over the stage must not handle a press. */
  isHandWanted(): boolean;
  subscribe(listener: () => void): () => void;
  getSnapshot(): CanvasSnapshot;
  destroy(): void;
}
