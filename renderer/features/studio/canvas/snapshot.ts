/** What the screen shows of the canvas: an immutable snapshot, renewed at most once per frame. */
import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import type { FrameLoop } from './frame-loop.ts';
import type { ToolName } from './tools/tool.ts';
import type { View } from './view.ts';

export interface CanvasSnapshot {
  /** Device pixels per photo pixel: 1 = 100 %. */
  readonly zoom: number;
  /** Where the photo lies on the stage, in CSS pixels: for boxes drawn over it. */
  readonly view: View;
  /** CSS pixels. */
  readonly stage: Size;
  readonly tool: ToolName;
  /** Diameters in photo pixels. */
  readonly brushSize: number;
  readonly eraserSize: number;
  /** Bounding box of the painted pixels in photo space; `undefined` when nothing is painted. */
  readonly maskBounds: Rect | undefined;
  readonly isPainting: boolean;
  /** The mask is being grown, shrunk, filled or read, away from the painting thread. */
  readonly isMaskBusy: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export interface SnapshotStore {
  get(): CanvasSnapshot;
  /** Something may have changed: compares and tells in the next frame. */
  changed(): void;
  subscribe(listener: () => void): () => void;
}

/**
 * @param read makes a snapshot of the current state; parts that did not change must be the same objects
 */
export function createSnapshotStore(frames: FrameLoop, read: () => CanvasSnapshot): SnapshotStore {
  let current = read();
  const listeners = new Set<() => void>();

  function publish(): void {
    const next = read();
    if (equal(current, next)) return;
    current = next;
    for (const listener of listeners) listener();
  }

  return {
    get: () => current,
    changed: () => frames.request(publish),
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

function equal(a: CanvasSnapshot, b: CanvasSnapshot): boolean {
  return (
    a.zoom === b.zoom &&
    a.view === b.view &&
    a.stage === b.stage &&
    a.tool === b.tool &&
    a.brushSize === b.brushSize &&
    a.eraserSize === b.eraserSize &&
    a.maskBounds === b.maskBounds &&
    a.isPainting === b.isPainting &&
    a.isMaskBusy === b.isMaskBusy &&
    a.canUndo === b.canUndo &&
    a.canRedo === b.canRedo
  );
}
