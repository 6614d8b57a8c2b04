import { createCallbacks } from '../../../../shared/callbacks.ts';
import type { Point, Size, Rect } from '../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import type { MaskTileDelta } from '../../../../shared/mask/mask-history.ts';
import type { EditCommand, EditHistory } from './edit-history.ts';
import { createMaskBitmap, type CombineMode, type MaskBitmap } from './mask-bitmap.ts';
import { maskDelta, type MaskDelta } from './mask-delta.ts';
import type { MaskPainter } from './mask-painter.ts';
import { rasterisePolygon } from './polygon.ts';
import { type TaperEnd, rasteriseTaper } from './rasteriser.ts';

export interface MaskChange {
  /** Photo space; contains all changed pixels. */
  readonly rect: Rect;
  /** A `stroke` may follow another at once; a `step` is undo or redo. */
  readonly by: 'stroke' | 'edit' | 'step';
}

export type MaskController = ReturnType<typeof createMaskController>;

/** @param stateChanged called whenever bounds or `isPainting` may have changed */
export function createMaskController(
  painter: MaskPainter,
  history: EditHistory,
  stateChanged: () => void,
) {
  let bitmap: MaskBitmap | undefined;
  let stroke: ReturnType<typeof beginStroke> | undefined;
  let strokeValue: 0 | 255 = 255;
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

  /** @param redraw defers drawing to the next frame, to keep the key handler short */
  function commandFor(
    delta: MaskDelta | undefined,
    label: string,
    redraw = painter.redrawInFrame,
  ): EditCommand {
    const flip = (): void => {
      if (delta === undefined) return;
      // An active stroke would mix with this change.
      endStroke();
      bitmap?.flip(delta);
      redraw(delta.rect);
      edited({ rect: delta.rect, by: 'step' });
    };
    const tiles = delta?.tiles ?? [];
    return { label, kept: { tiles }, undo: flip, redo: flip };
  }

  /** Returns `undefined` if nothing changed. @param label pushes the edit under this name */
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

  function combine(
    tiles: readonly PackedMaskTile[],
    mode: CombineMode,
    label: string,
  ): EditCommand {
    const delta = apply((mask) => mask.combine(tiles, mode));
    return commandFor(delta, label, painter.redrawRect); // in the same frame as the caller's results
  }

  /** @param shapes closed lines, photo space; one undo step */
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
    /** Creates an empty mask; `undefined` without a photo. */
    reset(size: Size | undefined): void {
      strokeOver();
      lastPoint = undefined;
      bitmap = size === undefined ? undefined : createMaskBitmap(size);
      painter.setBitmap(bitmap);
      stateChanged();
    },
    get isPainting(): boolean {
      return stroke !== undefined;
    },
    /** @param straight starts with a line from the last stroke's end */
    beginStroke(start: TaperEnd, straight: boolean, value: 0 | 255): void {
      if (bitmap === undefined) return;
      endStroke();
      strokeValue = value;
      const from = straight && lastPoint !== undefined ? { ...start, at: lastPoint.at } : start;
      stroke = beginStroke(bitmap, painter, from, start, value);
      stateChanged();
    },
    /** Resolves once no stroke is active. */
    whenStill(): Promise<void> {
      if (stroke === undefined) return Promise.resolve();
      return new Promise((resolve) => waiting.push(resolve));
    },
    extendStroke: (points: readonly TaperEnd[]): void => stroke?.extend(points),
    endStroke,
    cancelStroke,
    /** @param points closed line, photo space */
    fillShape: (points: readonly Point[], value: 0 | 255, label: string): void =>
      fillShapes([points], value, label),
    fillShapes,
    fillAll: (): void => void apply((mask) => mask.fill(), 'mask whole photo'),
    invert: (): void => void apply((mask) => mask.invert(), 'invert mask'),
    /** Does not push the returned command. */
    unite: (tiles: readonly PackedMaskTile[]): EditCommand =>
      combine(tiles, 'unite', 'add to mask'),
    /** Does not push the returned command. */
    subtract: (tiles: readonly PackedMaskTile[]): EditCommand =>
      combine(tiles, 'subtract', 'subtract from mask'),
    /** @returns whether it changed and pushed anything */
    edit: (tiles: readonly PackedMaskTile[], mode: CombineMode, label: string): boolean =>
      apply((mask) => mask.combine(tiles, mode), label) !== undefined,
    /** Loads the stored mask of a reopened photo: no undo step, nothing to save. */
    load(tiles: readonly PackedMaskTile[]): void {
      endStroke();
      const delta = bitmap?.combine(tiles, 'replace');
      bitmap?.takeDirty();
      if (delta !== undefined) painter.redrawRect(delta.rect);
      stateChanged();
    },
    /** Creates a step of an earlier session for `history.restore`. */
    restoreCommand: (tiles: readonly MaskTileDelta[], label: string): EditCommand =>
      commandFor(maskDelta(tiles), label),
    packed: (): readonly PackedMaskTile[] => bitmap?.packed() ?? [],
    /** Returns the tiles changed since the last call; `bits` is undefined for empty ones. */
    takeDirty: (): readonly PackedMaskTile[] => bitmap?.takeDirty() ?? [],
    bounds: (): Rect | undefined => bitmap?.bounds(),
    /** Calls back after each finished edit, undo and redo: time to save. */
    onChanged: callbacks.on,
  };
}

/** @param from start of a leading straight line @param value 255 paints, 0 erases */
function beginStroke(
  bitmap: MaskBitmap,
  painter: MaskPainter,
  from: TaperEnd,
  start: TaperEnd,
  value: 0 | 255,
) {
  let last = start;

  function paint(a: TaperEnd, b: TaperEnd): void {
    bitmap.paintSpans((span) => rasteriseTaper(a, b, bitmap.size, span), value);
  }

  bitmap.beginEdit();
  paint(from, start);
  painter.drawLive([from, start], value);

  return {
    /** Photo space. */
    extend(points: readonly TaperEnd[]): void {
      let previous = last;
      for (const point of points) {
        paint(previous, point);
        previous = point;
      }
      if (points.length > 0) painter.drawLive([last, ...points], value);
      last = previous;
    },
    get last(): TaperEnd {
      return last;
    },
    /** Returns `undefined` if nothing changed. */
    finish: (): MaskDelta | undefined => bitmap.commitEdit(),
    /** @returns the area to redraw */
    cancel: (): Rect | undefined => bitmap.cancelEdit(),
  };
}
