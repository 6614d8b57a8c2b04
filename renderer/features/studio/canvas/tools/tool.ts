/** What every tool of the canvas is: told where the pointer goes, it acts through {@link ToolContext}. */
import type { Point } from '../../../../../shared/geometry/rect.ts';

export type ToolName = 'brush' | 'eraser' | 'hand';

/** The tools that have a size. */
export type SizedToolName = 'brush' | 'eraser';

/** Where a gesture begins. */
export interface GestureStart {
  /** Screen space. */
  readonly at: Point;
  /** Shift is held: a straight line from where the last stroke ended. */
  readonly straight: boolean;
}

/** What tools may do. Points are in screen space: CSS pixels from the top left corner of the stage. */
export interface ToolContext {
  /** Paints (255) or erases (0) with the size of `tool`, from the start of a gesture on. */
  beginStroke(tool: SizedToolName, start: GestureStart): void;
  extendStroke(points: readonly Point[]): void;
  endStroke(): void;
  panBy(x: number, y: number): void;
}

/** A gesture under way, from pointer down to pointer up. */
export interface Gesture {
  /** All positions since the last call, also those between two frames. */
  move(points: readonly Point[]): void;
  end(): void;
}

export interface Tool {
  readonly name: ToolName;
  /** `ring`: the ring of the tool's size; `hand`: an open or closed hand. */
  readonly cursor: 'ring' | 'hand';
  begin(context: ToolContext, start: GestureStart): Gesture;
}
