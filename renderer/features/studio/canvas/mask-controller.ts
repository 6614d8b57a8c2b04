/** The mask of the open photo: its edits, their commands, and who wants to know. */
import type { Point, Size, Rect } from '../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import type { EditCommand, EditHistory } from './edit-history.ts';
import { createMaskBitmap, type CombineMode, type MaskBitmap } from './mask-bitmap.ts';
import type { MaskDelta } from './mask-delta.ts';
import type { MaskPainter } from './mask-painter.ts';
import { beginStroke, type Stroke } from './stroke.ts';

export interface MaskController {
  /** A new, empty mask; `undefined` when no photo is open. */
  reset(size: Size | undefined): void;
  readonly isPainting: boolean;
  /** @param straight draws a line from where the last stroke ended */
  beginStroke(start: Point, straight: boolean, diameter: number, value: 0 | 255): void;
  extendStroke(points: readonly Point[]): void;
  /** Ends the stroke and pushes it to the history, when it changed anything. */
  endStroke(): void;
  /** Combines at once; returns the command, which is not pushed. */
  combine(tiles: readonly PackedMaskTile[], mode: CombineMode, label: string): EditCommand;
  /** Other tiles instead of the mask, pushed to the history when that changed anything. */
  replace(tiles: readonly PackedMaskTile[], label: string): void;
  load(tiles: readonly PackedMaskTile[]): void;
  packed(): readonly PackedMaskTile[];
  takeDirty(): readonly PackedMaskTile[];
  bounds(): Rect | undefined;
  onChanged(callback: () => void): () => void;
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
  /** Where the last stroke ended, photo space. */
  let lastPoint: Point | undefined;
  const callbacks = new Set<() => void>();

  function edited(): void {
    stateChanged();
    for (const callback of callbacks) callback();
  }

  function endStroke(): void {
    const delta = stroke?.finish();
    lastPoint = stroke?.last ?? lastPoint;
    stroke = undefined;
    stateChanged();
    if (delta === undefined) return;
    painter.prepare();
    history.push(commandFor(delta, strokeValue === 0 ? 'eraser stroke' : 'brush stroke'));
    edited();
  }

  function commandFor(delta: MaskDelta | undefined, label: string): EditCommand {
    const flip = (): void => {
      if (delta === undefined) return;
      // A stroke under way would mix with this change.
      endStroke();
      bitmap?.flip(delta);
      painter.redrawRect(delta.rect);
      edited();
    };
    return { label, bytes: delta?.bytes ?? 0, undo: flip, redo: flip };
  }

  /** Combines at once and shows it; `undefined` when nothing changed. */
  function apply(tiles: readonly PackedMaskTile[], mode: CombineMode): MaskDelta | undefined {
    endStroke();
    const delta = bitmap?.combine(tiles, mode);
    if (delta !== undefined) {
      painter.redrawRect(delta.rect);
      edited();
    }
    return delta;
  }

  return {
    reset(size) {
      stroke = undefined;
      lastPoint = undefined;
      bitmap = size === undefined ? undefined : createMaskBitmap(size);
      painter.setBitmap(bitmap);
      stateChanged();
    },
    get isPainting() {
      return stroke !== undefined;
    },
    beginStroke(start, straight, diameter, value) {
      if (bitmap === undefined) return;
      endStroke();
      strokeValue = value;
      const from = straight ? (lastPoint ?? start) : start;
      stroke = beginStroke(bitmap, painter, from, start, diameter, value);
      stateChanged();
    },
    extendStroke: (points) => stroke?.extend(points),
    endStroke,
    combine: (tiles, mode, label) => commandFor(apply(tiles, mode), label),
    replace(tiles, label) {
      const delta = apply(tiles, 'replace');
      if (delta !== undefined) history.push(commandFor(delta, label));
    },
    load(tiles) {
      endStroke();
      const delta = bitmap?.combine(tiles, 'replace');
      bitmap?.takeDirty();
      if (delta !== undefined) painter.redrawRect(delta.rect);
      stateChanged();
    },
    packed: () => bitmap?.packed() ?? [],
    takeDirty: () => bitmap?.takeDirty() ?? [],
    bounds: () => bitmap?.bounds(),
    onChanged(callback) {
      callbacks.add(callback);
      return () => {
        callbacks.delete(callback);
      };
    },
  };
}
