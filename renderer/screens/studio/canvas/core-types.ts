import type { Layer } from 'konva/lib/Layer.js';
import type { Stage } from 'konva/lib/Stage.js';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import type { Point, Rect, Size } from '../../../../shared/geometry/rect.ts';
import type { MaskTileDelta } from '../../../../shared/mask/mask-history.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import type { Turn } from '../../../viewer/stage/geometry/turn.ts';
import type {
  ComparisonMode,
  PicturePatch,
  ShownPicture,
} from '../../../viewer/stage/viewer-types.ts';
import type { Viewport } from '../../../viewer/stage/geometry/viewport.ts';
import type { EditCommand, EditHistory } from './edit-history.ts';
import type { MaskChange } from './mask-controller.ts';
import type { MaskAppearance } from './mask-painter.ts';
import type { MaskPicture } from './mask-worker-protocol.ts';
import type { CanvasSnapshot } from './snapshot.ts';
import type { CombineMode } from './mask-bitmap.ts';
import type { ProposalLayer } from '../proposal/proposal-layer.ts';
import type { ResultBrush, SelectionMark, SizedToolName, ToolName } from './tools/tool.ts';

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

export type OpenPhoto = ShownPicture;

export interface AheadPhoto {
  readonly photo: OpenPhoto;
  readonly patches: readonly CanvasPatch[];
}

export type CanvasPatch = PicturePatch;

export interface CanvasComparison {
  readonly mode: ComparisonMode;
  /** Lowest first. */
  readonly first: readonly CanvasPatch[];
  readonly second: readonly CanvasPatch[];
}

/** Handles gestures of the selecting tools. */
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
  openPhoto(photo: OpenPhoto, signal?: AbortSignal, isSeries?: boolean): Promise<void>;
  /** Decodes likely next photos, likeliest first, within the bound of `ahead.ts`. */
  prepare(photos: readonly AheadPhoto[]): void;
  /** Begins to decode a file for {@link previewFile}. */
  expectFile(file: Blob): void;
  /**
   * Shows a file during its import, without painting. Follow with {@link adoptPreview}, `openPhoto`
   * or `closePhoto`.
   * @throws AppError if the window cannot decode it, which says nothing about the file
   */
  previewFile(file: Blob, signal: AbortSignal): Promise<void>;
  /**
   * Turns the visible file into a photo.
   * @param isSameFile false if the bytes differ: they are then replaced silently
   * @returns false if nothing fitting is shown: open the photo
   */
  adoptPreview(photo: OpenPhoto, isSameFile: boolean): boolean;
  closePhoto(): void;
  /**
   * Lowest first. Resolves when all are shown; the old ones stay until then.
   * @throws AppError `damaged-file`, `unreachable`; `cancelled` if called again meanwhile
   */
  setPatches(patches: readonly CanvasPatch[]): Promise<void>;
  /** Hides results and mask while a key is held. */
  setPeekOriginal(on: boolean): void;
  /**
   * `undefined` ends it. Meanwhile the mask is hidden and every tool pans. Resolves when shown.
   * @throws AppError as `setPatches`
   */
  setComparison(comparison: CanvasComparison | undefined): Promise<void>;
  /** @param share of the stage's width, 0 … 1 */
  setSplit(share: number): void;
  showSide(side: 'first' | 'second'): void;
  /** Tints these pixels above everything else. */
  setCleaned(tiles: readonly PackedMaskTile[] | undefined): void;
  /** Any CSS colour. */
  setCleanedColor(color: string): void;
  /** @param rect photo space */
  setMark(rect: Rect | undefined): void;
  /** Centres a part at a zoom at which it can be judged, or blinks its frame if in view. */
  showRect(rect: Rect): void;
  /** Returns where a part is on the stage, as shares of its width and height. */
  placeOf(rect: Rect): Rect;
  setTool(tool: ToolName): void;
  /** @param photoPixels diameter, a whole number from 1 */
  setToolSize(tool: SizedToolName, photoPixels: number): void;
  /** Steps the active tool's size. */
  stepToolSize(direction: 1 | -1): void;
  /** Switches from any other tool to the brush. */
  swapBrushAndEraser(): void;
  setMaskAppearance(appearance: MaskAppearance): void;
  setTurn(turn: Turn): void;
  fit(): void;
  zoomToActualSize(): void;
  /** @param zoom device pixels per photo pixel (1 = 100 %), clamped */
  setZoom(zoom: number): void;
  zoomBy(factor: number): void;
  /** @param size CSS pixels @param pixelRatio device pixels per CSS pixel */
  resize(size: Size, pixelRatio: number): void;
  /** The core pushes strokes, the screen everything else. */
  readonly history: EditHistory;
  /** On by default. Mouse and finger paint at full size. */
  setPressureChangesSize(on: boolean): void;
  /** Makes shapes erase, or paint with Alt. Does not affect brush and eraser. */
  setSubtracting(on: boolean): void;
  toggleMask(): void;
  maskWholePhoto(): void;
  clearMask(): void;
  /** Undoable, like the other edits of the mask. */
  invertMask(): void;
  /**
   * Runs in a worker: requests queue, strokes painted meanwhile stay. Resolves when shown.
   * @param distance photo pixels, from 1 to `MASK_DISTANCE.max`
   */
  growMask(distance: number): Promise<void>;
  shrinkMask(distance: number): Promise<void>;
  /** Runs in a worker, see {@link growMask}. */
  fillMaskHoles(): Promise<void>;
  /**
   * Reads a picture for {@link replaceMask}.
   * @throws AppError `damaged-file`, `invalid-input` for another aspect ratio, `not-found` without
   * a photo
   */
  readMaskPicture(picture: Blob): Promise<MaskPicture>;
  /**
   * Scales and adds another photo's mask.
   * @throws AppError `invalid-input` for another aspect ratio
   */
  addMask(tiles: readonly PackedMaskTile[], from: Size): Promise<void>;
  /** @param label of the undo step, "mask" by default */
  replaceMask(tiles: readonly PackedMaskTile[], label?: string): void;
  /** Loads the stored mask of a reopened photo: no undo step, nothing to save. */
  loadMask(tiles: readonly PackedMaskTile[]): void;
  /** Creates a step of an earlier session for `history.restore`. */
  restoreMaskStep(tiles: readonly MaskTileDelta[], label: string): EditCommand;
  maskTiles(): readonly PackedMaskTile[];
  /** Returns the tiles changed since the last call; `bits` is undefined for empty ones. */
  takeDirtyTiles(): readonly PackedMaskTile[];
  maskBounds(): Rect | undefined;
  subtractTiles(tiles: readonly PackedMaskTile[]): EditCommand;
  /** Like `subtractTiles`, does not push the returned command. */
  uniteTiles(tiles: readonly PackedMaskTile[]): EditCommand;
  /** Returns `undefined` outside the photo. */
  pointerOnPhoto(): Point | undefined;
  /** Called at every movement: keep it short. */
  onPointerMoved(callback: () => void): () => void;
  setSelecting(listener: SelectionListener | undefined): void;
  setResultBrush(brush: ResultBrush | undefined): void;
  /** Draws photo and results at once, because a weight has changed. */
  drawPatchesNow(): void;
  /** Replaces a previous layer. */
  addProposalLayer(
    create: (stage: Stage, viewport: Viewport, maskColor: () => string) => ProposalLayer,
  ): ProposalLayer;
  /** @param shapes closed lines, photo space; one undo step */
  fillShapes(shapes: readonly (readonly Point[])[], label: string): void;
  /** One undo step. @returns whether anything changed */
  editMask(tiles: readonly PackedMaskTile[], mode: CombineMode, label: string): boolean;
  /** Passes two corners of a box drawn by its tool, photo space. */
  onBoxDrawn(callback: (from: Point, to: Point) => void): () => void;
  /** True for the hand tool or Space: elements over the stage must not handle a press. */
  isHandWanted(): boolean;
  subscribe(listener: () => void): () => void;
  getSnapshot(): CanvasSnapshot;
  /** Calls back after each finished edit, undo and redo: time to save. */
  onMaskChanged(callback: (change: MaskChange) => void): () => void;
  destroy(): void;
}
