/** The mask of the open photo: its edits, their commands, and who wants to know. */
import { createCallbacks } from '../../../../shared/callbacks.ts';
import type { Point, Size, Rect } from '../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import type { MaskTileDelta } from '../../../../shared/mask/mask-history.ts';
import type { EditCommand, EditHistory } from './edit-history.ts';
import { createMaskBitmap, type CombineMode, type MaskBitmap } from './mask-bitmap.ts';
import { maskDelta, type MaskDelta } from './mask-delta.ts';
import type { MaskPainter } from './mask-painter.ts';
import { rasterisePolygon } from './polygon.ts';
import { beginStroke, type Stroke } from './stroke.ts';
import type { TaperEnd } from './taper.ts';

/** A finished edit of the mask. */
export interface MaskChange {
  /** Holds every pixel that changed, photo space. */
  readonly rect: Rect;
  /** A stroke follows the one before at once; a step through the history stands alone. */
  readonly by: 'stroke' | 'edit' | 'step';
}

export interface MaskController {
  /** A new, empty mask; `undefined` when no photo is open. */
  reset(size: Size | undefined): void;
  readonly isPainting: boolean;
  /** @param straight draws a line from where the last stroke ended */
  beginStroke(start: TaperEnd, straight: boolean, value: 0 | 255): void;
  extendStroke(points: readonly TaperEnd[]): void;
  /** Resolves when no stroke is under way. */
  whenStill(): Promise<void>;
  /** Ends the stroke and pushes it to the history, when it changed anything. */
  endStroke(): void;
  /** Takes the stroke under way back. */
  cancelStroke(): void;
  /** Fills a closed line (photo space), pushed to the history when that changed anything. */
  fillShape(points: readonly Point[], value: 0 | 255, label: string): void;
  /** Fills many, as one step. */
  fillShapes(shapes: readonly (readonly Point[])[], value: 0 | 255, label: string): void;
  /** Inverts the whole mask; pushed to the history. */
  invert(): void;
  /** Combines at once; returns the command, which is not pushed. */
  combine(tiles: readonly PackedMaskTile[], mode: CombineMode, label: string): EditCommand;
  /** Combines at once, pushed to the history when that changed anything; tells whether it did. */
  edit(tiles: readonly PackedMaskTile[], mode: CombineMode, label: string): boolean;
  load(tiles: readonly PackedMaskTile[]): void;
  /** A step of the history of an earlier session, which has been made. */
  restoreCommand(tiles: readonly MaskTileDelta[], label: string): EditCommand;
  packed(): readonly PackedMaskTile[];
  takeDirty(): readonly PackedMaskTile[];
  bounds(): Rect | undefined;
  onChanged(callback: (change: MaskChange) => void): () => void;
}

/** @param stateChanged called whenever bounds or `isPainting` may have changed */
export function createMaskController(
  painter: MaskPainter,
  history: EditHistory,
  stateChanged: () => void,
): MaskController {
  let bitmap: MaskBitmap | undefined;
  let stroke: Stroke | undefined;
  let strokeValue: 0 | 255 = 255;
  /** Where the last stroke ended. */
  let lastPoint: TaperEnd | undefined;
  const callbacks = createCallbacks<[change: MaskChange]>();
  let waiting: (() => void)[] = [];

  function strokeOver(): void {
    stroke = undefined;
    stateChanged();
    for (const resume of waiting) resume();
    waiting = [];
  }

  function edited(change: MaskChange): void {
    stateChanged();
    callbacks.call(change);
  }

  function endStroke(): void {
    const delta = stroke?.finish();
    lastPoint = stroke?.last ?? lastPoint;
    strokeOver();
    if (delta === undefined) return;
    painter.prepare();
    history.push(commandFor(delta, strokeValue === 0 ? 'eraser stroke' : 'brush stroke'));
    edited({ rect: delta.rect, by: 'stroke' });
  }

  function cancelStroke(): void {
    const rect = stroke?.cancel();
    if (rect !== undefined) painter.redrawRect(rect);
    strokeOver();
  }

  /** @param redraw in the frame: the key's handler makes the change, and drawing it can wait */
  function commandFor(
    delta: MaskDelta | undefined,
    label: string,
    redraw = painter.redrawInFrame,
  ): EditCommand {
    const flip = (): void => {
      if (delta === undefined) return;
      // A stroke under way would mix with this change.
      endStroke();
      bitmap?.flip(delta);
      redraw(delta.rect);
      edited({ rect: delta.rect, by: 'step' });
    };
    const tiles = delta?.tiles ?? [];
    return { label, bytes: delta?.bytes ?? 0, kept: { tiles }, undo: flip, redo: flip };
  }

  /**
   * Makes an edit at once and shows it; `undefined` when nothing changed.
   *
   * @param label pushes it to the history under this name
   */
  function apply(
    change: (bitmap: MaskBitmap) => MaskDelta | undefined,
    label?: string,
  ): MaskDelta | undefined {
    endStroke();
    const delta = bitmap === undefined ? undefined : change(bitmap);
    if (delta === undefined) return undefined;
    painter.redrawRect(delta.rect);
    if (label !== undefined) history.push(commandFor(delta, label));
    edited({ rect: delta.rect, by: 'edit' });
    return delta;
  }

  function fillShapes(shapes: readonly (readonly Point[])[], value: 0 | 255, label: string): void {
    apply((mask) => {
      mask.beginEdit();
      for (const points of shapes) {
        mask.paintSpans((span) => rasterisePolygon(points, mask.size, span), value);
      }
      return mask.commitEdit();
    }, label);
  }

  return {
    reset(size) {
      strokeOver();
      lastPoint = undefined;
      bitmap = size === undefined ? undefined : createMaskBitmap(size);
      painter.setBitmap(bitmap);
      stateChanged();
    },
    get isPainting() {
      return stroke !== undefined;
    },
    beginStroke(start, straight, value) {
      if (bitmap === undefined) return;
      endStroke();
      strokeValue = value;
      const from = straight && lastPoint !== undefined ? { ...start, at: lastPoint.at } : start;
      stroke = beginStroke(bitmap, painter, from, start, value);
      stateChanged();
    },
    whenStill() {
      if (stroke === undefined) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.push(resolve);
      });
    },
    extendStroke: (points) => stroke?.extend(points),
    endStroke,
    cancelStroke,
    fillShape: (points, value, label) => fillShapes([points], value, label),
    fillShapes,
    invert: () => void apply((mask) => mask.invert(), 'invert mask'),
    combine: (tiles, mode, label) =>
      commandFor(
        apply((mask) => mask.combine(tiles, mode)),
        label,
        painter.redrawRect, // with the results that the caller shows
      ),
    edit: (tiles, mode, label) => apply((mask) => mask.combine(tiles, mode), label) !== undefined,
    load(tiles) {
      endStroke();
      const delta = bitmap?.combine(tiles, 'replace');
      bitmap?.takeDirty();
      if (delta !== undefined) painter.redrawRect(delta.rect);
      stateChanged();
    },
    restoreCommand: (tiles, label) => commandFor(maskDelta(tiles), label),
    packed: () => bitmap?.packed() ?? [],
    takeDirty: () => bitmap?.takeDirty() ?? [],
    bounds: () => bitmap?.bounds(),
    onChanged: callbacks.on,
  };
}
