/** The interface between the canvas and the screen around it. */
import type { Layer } from 'konva/lib/Layer.js';
import type { Stage } from 'konva/lib/Stage.js';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import type { Point, Rect, Size } from '../../../../shared/geometry/rect.ts';
import type { MaskTileDelta } from '../../../../shared/mask/mask-history.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import type { Turn } from '../../../pictures/viewer/geometry/turn.ts';
import type {
  ComparisonMode,
  PicturePatch,
  ShownPicture,
} from '../../../pictures/viewer/viewer-types.ts';
import type { Viewport } from '../../../pictures/viewer/geometry/viewport.ts';
import type { EditCommand, EditHistory } from './edit-history.ts';
import type { MaskChange } from './mask-controller.ts';
import type { MaskAppearance } from './mask-painter.ts';
import type { MaskPicture } from './mask-worker-protocol.ts';
import type { CanvasSnapshot } from './snapshot.ts';
import type { CombineMode } from './mask-bitmap.ts';
import type { ProposalLayer } from '../proposal/proposal-layer.ts';
import type { ResultBrush, SelectionMark, SizedToolName, ToolName } from './tools/tool.ts';

/** Parts that the screen mounts and hands over; they stay the screen's and are not destroyed by the core. */
export interface CanvasParts {
  readonly stage: Stage;
  /** Three layers, in this order, all with `listening={false}`. */
  readonly photoLayer: Layer;
  readonly maskLayer: Layer;
  readonly overlayLayer: Layer;
  /** The element around the stage, `position: relative` and as large as it; receives the pointer. */
  readonly container: HTMLElement;
  /**
   * The open photo was shown small, but turned out to be damaged when it was decoded completely (the
   * end of the file is missing); it has been closed. Reported as an uncaught error by default.
   */
  readonly onPhotoError?: (error: AppError) => void;
}

/** A photo to work on. */
export type OpenPhoto = ShownPicture;

/** A photo that may be opened next, with the results that it is then shown with. */
export interface AheadPhoto {
  readonly photo: OpenPhoto;
  readonly patches: readonly CanvasPatch[];
}

/** A result over the photo. */
export type CanvasPatch = PicturePatch;

/** Two states of the photo, and how they are compared. */
export interface CanvasComparison {
  readonly mode: ComparisonMode;
  /** The results of each state, the lowest first. */
  readonly first: readonly CanvasPatch[];
  readonly second: readonly CanvasPatch[];
}

/** Turns gestures of the tools that select into selections. */
export interface SelectionListener {
  mark(mark: SelectionMark): void;
  /** See `ToolContext.previewFrom`. */
  previewFrom(at: Point | undefined): void;
  /** A plain key on the canvas; true when it was used. @param isHeld it is repeated by being held */
  key(key: string, isHeld: boolean): boolean;
}

export interface CanvasCore {
  /**
   * Shows another photo with an empty mask; the history is forgotten, patches too. Resolves when the
   * photo is visible for the first time.
   *
   * @throws AppError `damaged-file` (also when it has not the given size), `unreachable`, or `cancelled` when `signal` is aborted or another
   *   photo is opened meanwhile; then no photo is open
   *
   * @param isSeries the photo follows another of its series: the view is kept (see `viewport.ts`), and
   *   the picture of the other may be held ready
   */
  openPhoto(photo: OpenPhoto, signal?: AbortSignal, isSeries?: boolean): Promise<void>;
  /**
   * Decodes photos that may be opened next, the likeliest first, as far as the bound of `ahead.ts` allows;
   * others that were held ready are forgotten.
   */
  prepare(photos: readonly AheadPhoto[]): void;
  /** A file is about to be shown by {@link previewFile}: its decoding begins at once. */
  expectFile(file: Blob): void;
  /**
   * Shows a file while it is being taken in: it can be looked at, not painted on. Resolves when it is
   * visible; then comes {@link adoptPreview}, or `openPhoto`, or `closePhoto`.
   *
   * @throws AppError when the window cannot decode it, which says nothing about the file
   */
  previewFile(file: Blob, signal: AbortSignal): Promise<void>;
  /**
   * The file that is shown has become a photo: it stays as it is seen.
   *
   * @param isSameFile the photo's bytes are the file's; otherwise the picture is replaced silently
   * @returns false when nothing fitting is shown: the photo has to be opened
   */
  adoptPreview(photo: OpenPhoto, isSameFile: boolean): boolean;
  closePhoto(): void;
  /**
   * The results to show, the lowest first. Those with a known id and url are not loaded again.
   * Resolves when all are shown; the former ones stay until then.
   *
   * @throws AppError `damaged-file`, `unreachable`; `cancelled` when called again meanwhile
   */
  setPatches(patches: readonly CanvasPatch[]): Promise<void>;
  /** Shows the photo without patches and mask, while a key is held. */
  setPeekOriginal(on: boolean): void;
  /**
   * Shows two states at the same zoom and pan; `undefined` ends it. Meanwhile the mask is out of sight
   * and every tool moves the photo. Resolves when it is shown; the former picture stays until then.
   *
   * @throws AppError as `setPatches`
   */
  setComparison(comparison: CanvasComparison | undefined): Promise<void>;
  /** Moves the line of a split. @param share of the stage's width, 0 … 1 */
  setSplit(share: number): void;
  /** The visible state of two that flicker. */
  showSide(side: 'first' | 'second'): void;
  /** Tints these pixels above everything else; `undefined` ends it. */
  setCleaned(tiles: readonly PackedMaskTile[] | undefined): void;
  /** @param color of that tint, any CSS colour */
  setCleanedColor(color: string): void;
  /** Frames a part of the photo. @param rect photo space; `undefined` = nothing */
  setMark(rect: Rect | undefined): void;
  /**
   * Brings a part of the photo into the middle, at a zoom at which it can be judged. Where it is in view
   * nothing moves, and its frame blinks.
   */
  showRect(rect: Rect): void;
  /** Where a part of the photo is on the stage at this moment, as shares of its width and height. */
  placeOf(rect: Rect): Rect;
  setTool(tool: ToolName): void;
  /** @param photoPixels diameter, a whole number from 1 */
  setToolSize(tool: SizedToolName, photoPixels: number): void;
  /** The active tool's size, one step: for `[` and `]`. */
  stepToolSize(direction: 1 | -1): void;
  /** Brush for eraser, and the other way round; from another tool the brush. */
  swapBrushAndEraser(): void;
  setMaskAppearance(appearance: MaskAppearance): void;
  /** Turns the view; photo, mask and results stay as they are. */
  setTurn(turn: Turn): void;
  fit(): void;
  zoomToActualSize(): void;
  /** @param zoom device pixels per photo pixel: 1 = 100 %; brought within the limits */
  setZoom(zoom: number): void;
  zoomBy(factor: number): void;
  /** The container has another size. @param size CSS pixels @param pixelRatio device pixels per CSS pixel */
  resize(size: Size, pixelRatio: number): void;
  /** Strokes are pushed by the core, everything else by the screen. */
  readonly history: EditHistory;
  /** A pen's pressure changes the width of strokes (on at first); mouse and finger paint at full size. */
  setPressureChangesSize(on: boolean): void;
  /** Shapes are taken out of the mask, and with Alt they are added; not for brush and eraser. */
  setSubtracting(on: boolean): void;
  /** Takes the mask out of sight, or brings it back; painting brings it back, too. */
  toggleMask(): void;
  /** Paints everything; can be undone. */
  maskWholePhoto(): void;
  /** Empties the mask; can be undone. */
  clearMask(): void;
  /** Paints every unpainted pixel and clears the painted ones; can be undone. */
  invertMask(): void;
  /**
   * Grows the mask; can be undone. Computed away from this thread: resolves when it is shown. Further
   * requests wait in a queue; strokes painted meanwhile stay.
   *
   * @param distance photo pixels, from 1 to `MASK_DISTANCE.max`
   */
  growMask(distance: number): Promise<void>;
  /** The other way round: see {@link growMask}. */
  shrinkMask(distance: number): Promise<void>;
  /** Paints the areas that the mask encloses; see {@link growMask}. */
  fillMaskHoles(): Promise<void>;
  /**
   * Reads a picture as a mask for the open photo, for {@link replaceMask}.
   *
   * @throws AppError `damaged-file`, `invalid-input` when it has another shape, `not-found` without a photo
   */
  readMaskPicture(picture: Blob): Promise<MaskPicture>;
  /**
   * Adds the mask of another photo, scaled when that has another size; can be undone.
   *
   * @throws AppError `invalid-input` when that photo has another shape
   */
  addMask(tiles: readonly PackedMaskTile[], from: Size): Promise<void>;
  /** Other tiles instead of the mask; can be undone. @param label for the menu, "mask" by default */
  replaceMask(tiles: readonly PackedMaskTile[], label?: string): void;
  /** Other tiles instead of the mask, as when a photo is opened again: not undoable, nothing to save. */
  loadMask(tiles: readonly PackedMaskTile[]): void;
  /** A step of the history of an earlier session, for `history.restore`. */
  restoreMaskStep(tiles: readonly MaskTileDelta[], label: string): EditCommand;
  maskTiles(): readonly PackedMaskTile[];
  /** Tiles changed since the last call; those that became empty have `bits` undefined. */
  takeDirtyTiles(): readonly PackedMaskTile[];
  maskBounds(): Rect | undefined;
  /** Takes the tiles out of the mask at once; the returned command is not pushed yet. */
  subtractTiles(tiles: readonly PackedMaskTile[]): EditCommand;
  /** Adds the tiles to the mask at once; the returned command is not pushed yet. */
  uniteTiles(tiles: readonly PackedMaskTile[]): EditCommand;
  /** The photo pixel under the pointer; `undefined` beside the photo. */
  pointerOnPhoto(): Point | undefined;
  /** Calls back at every movement: keep it short. */
  onPointerMoved(callback: () => void): () => void;
  /** The one that selects; without it the tools for it do nothing. */
  setSelecting(listener: SelectionListener | undefined): void;
  /** The one that paints the judged result away and brings it back; without it the tool for it does nothing. */
  setResultBrush(brush: ResultBrush | undefined): void;
  /** Draws the photo and its results at once: the weight of one has changed. */
  drawPatchesNow(): void;
  /** A layer for proposed selections; it takes the place of a former one. */
  addProposalLayer(
    create: (stage: Stage, viewport: Viewport, maskColor: () => string) => ProposalLayer,
  ): ProposalLayer;
  /** Paints the areas inside of closed lines (photo space); one step of the history. */
  fillShapes(shapes: readonly (readonly Point[])[], label: string): void;
  /** Changes the mask by these tiles; one step of the history. @returns whether anything changed */
  editMask(tiles: readonly PackedMaskTile[], mode: CombineMode, label: string): boolean;
  /** Calls back when a box was drawn with the tool for it: two of its corners, photo space. */
  onBoxDrawn(callback: (from: Point, to: Point) => void): () => void;
  /** A press moves the photo: the hand is the tool, or Space is held. For elements over the stage. */
  isHandWanted(): boolean;
  /** Calls back at most once per frame, after the snapshot was renewed. */
  subscribe(listener: () => void): () => void;
  getSnapshot(): CanvasSnapshot;
  /** Calls back after each finished edit of the mask, also undo and redo: time to save. */
  onMaskChanged(callback: (change: MaskChange) => void): () => void;
  destroy(): void;
}
