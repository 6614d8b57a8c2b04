/** What every tool of the canvas is: told where the pointer goes, it acts through {@link ToolContext}. */
import type { Point } from '../../../../../shared/geometry/rect.ts';
import type { Modifiers } from '../modifiers.ts';

export type ToolName = 'brush' | 'eraser' | 'rectangle' | 'lasso' | 'hand' | 'text-box';

/** The tools that have a size. */
export type SizedToolName = 'brush' | 'eraser';

/** One position of the pointer. */
export interface PointerSample {
  /** Screen space: CSS pixels from the top left corner of the stage. */
  readonly at: Point;
  /** 0 … 1; 1 for whatever cannot tell. */
  readonly pressure: number;
}

/** Where a gesture begins. */
export interface GestureStart extends PointerSample {
  readonly modifiers: Modifiers;
  /** Takes out of the mask instead of adding to it: Alt, or the right button. */
  readonly subtract: boolean;
  /** Milliseconds, of the event. */
  readonly time: number;
}

/** A closed or open line over the photo. */
export interface Outline {
  /** Photo space. */
  readonly points: readonly Point[];
  readonly isClosed: boolean;
}

/** What tools may do. */
export interface ToolContext {
  toPhoto(at: Point): Point;
  toScreen(at: Point): Point;
  /**
   * Paints (255) or erases (0) from the start of a gesture on.
   *
   * @param size the tool whose size is used
   * @param straight first draws a line from where the last stroke ended
   */
  beginStroke(size: SizedToolName, start: PointerSample, straight: boolean, value: 0 | 255): void;
  extendStroke(samples: readonly PointerSample[]): void;
  endStroke(): void;
  /** Takes the stroke under way back. */
  cancelStroke(): void;
  /** Adds (255) or takes out (0) what lies inside a closed line in photo space; one step of the history. */
  fillShape(points: readonly Point[], value: 0 | 255, label: string): void;
  /** Hands over a rectangle that was drawn between two points of the photo space. */
  drawBox(from: Point, to: Point): void;
  /** Shows a line over the photo, or none. */
  showOutline(outline: Outline | undefined): void;
  panBy(x: number, y: number): void;
  /** The size that a size gesture changes: the eraser's when it is the active tool, else the brush's. */
  toolSize(): number;
  setToolSize(photoPixels: number): void;
  /** CSS pixels per photo pixel. */
  readonly scale: number;
  /** Shows the ring's size in words while it changes. */
  setSizeShown(shown: boolean): void;
}

/** A gesture under way. */
export interface Gesture {
  /** All positions since the last call, also those between two frames. */
  move(samples: readonly PointerSample[], modifiers: Modifiers): void;
  /** The button was released. `open` = goes on with the next press, as a polygon does. */
  end(): 'done' | 'open';
  /** Escape: nothing of it remains. */
  cancel(): void;
  /** An open gesture: the pointer moves without a button. */
  hover?(at: Point): void;
  /** An open gesture: the button is pressed again. */
  press?(start: GestureStart): 'done' | 'open';
  /** An open gesture: a key is pressed; `undefined` when it means nothing to it. */
  key?(key: string): 'done' | 'open' | undefined;
}

export interface Tool {
  readonly name: ToolName | 'size';
  /** `ring`: the ring of the tool's size; `still`: the ring stays where it is; `hand`; `cross`. */
  readonly cursor: 'ring' | 'still' | 'hand' | 'cross';
  /** What the right button does while this tool is active. */
  readonly rightButton: 'eraser' | 'subtract' | 'same';
  begin(context: ToolContext, start: GestureStart): Gesture;
}
