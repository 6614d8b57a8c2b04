import type { Point } from '../../../../../shared/geometry/rect.ts';
import type { Gesture, PointerSample, PressStart } from '../../../../viewer/stage/input/gesture.ts';

export type ToolName =
  | 'brush'
  | 'eraser'
  | 'rectangle'
  | 'lasso'
  | 'object'
  | 'line'
  | 'wand'
  | 'spots'
  | 'result-brush'
  | 'hand'
  | 'text-box';

export type SizedToolName = 'brush' | 'eraser';

export interface GestureStart extends PressStart {
  /** Alt or the right button: erases instead of painting. */
  readonly subtract: boolean;
  readonly isRightButton: boolean;
}

/** A gesture of a selecting tool. Photo space. */
export interface SelectionMark {
  readonly tool: 'object' | 'line' | 'wand' | 'spots';
  /** One for a click. */
  readonly points: readonly Point[];
  /** The line surrounds something. */
  readonly isLoop: boolean;
  /** Photo pixels; for lines that are no loop. */
  readonly width: number;
  /** Shift: adds to the proposed selection. */
  readonly isMore: boolean;
  /** Alt or the right button: removes from it. */
  readonly isLess: boolean;
  /** Without a proposal: erases the selection from the mask. */
  readonly subtract: boolean;
}

/** Hides or restores parts of a result. Photo space. */
export interface ResultBrush {
  /** @param diameter photo pixels @param isBack restores the result */
  begin(at: Point, diameter: number, isBack: boolean): void;
  extend(points: readonly Point[]): void;
  end(): void;
  cancel(): void;
}

export interface DrawnOutline {
  /** Photo space. */
  readonly points: readonly Point[];
  readonly isClosed: boolean;
  /** Photo space. */
  readonly corners?: readonly Point[];
  readonly closing?: Closing | undefined;
}

export interface Closing {
  /** Photo space. */
  readonly at: Point;
  /** CSS pixels. */
  readonly radius: number;
  readonly isUnderPointer: boolean;
}

export interface ToolContext {
  toPhoto(at: Point): Point;
  toScreen(at: Point): Point;
  /**
   * @param size the tool whose size is used
   * @param straight starts with a line from the last stroke's end
   * @param value 255 paints, 0 erases
   */
  beginStroke(size: SizedToolName, start: PointerSample, straight: boolean, value: 0 | 255): void;
  extendStroke(samples: readonly PointerSample[]): void;
  endStroke(): void;
  cancelStroke(): void;
  /** @param points closed line, photo space; one undo step @param value 255 paints, 0 erases */
  fillShape(points: readonly Point[], value: 0 | 255, label: string): void;
  /** Photo space. */
  drawBox(from: Point, to: Point): void;
  select(mark: SelectionMark): void;
  /** `undefined` if no result is judged. */
  resultBrush(): ResultBrush | undefined;
  /** Previews a line from here to the pointer. Photo space; `undefined` ends it. */
  previewFrom(at: Point | undefined): void;
  showOutline(outline: DrawnOutline | undefined): void;
  panBy(x: number, y: number): void;
  /** @param at screen point that stays in place */
  zoomBy(factor: number, at: Point): void;
  /** Returns the eraser's size if it is active, else the brush's. */
  toolSize(): number;
  setToolSize(photoPixels: number): void;
  /** CSS pixels per photo pixel. */
  readonly scale: number;
  setSizeShown(shown: boolean): void;
}

export interface Tool {
  readonly name: ToolName | 'size' | 'zoom';
  /** `still`: the ring stays in place. */
  readonly cursor: 'ring' | 'still' | 'hand' | 'cross' | 'zoom-in';
  readonly rightButton: 'eraser' | 'subtract' | 'same';
  /** True if options choose between painting and erasing; Alt inverts it. */
  readonly hasMode?: boolean;
  begin(context: ToolContext, start: GestureStart): Gesture;
}
