/** A tool of the canvas: it follows the pointer and acts through {@link ToolContext}. */
import type { Point } from '../../../../../shared/geometry/rect.ts';
import type {
  Gesture,
  PointerSample,
  PressStart,
} from '../../../../pictures/viewer/input/gesture.ts';

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

/** The tools that have a size. */
export type SizedToolName = 'brush' | 'eraser';

/** Where a gesture of a tool begins. */
export interface GestureStart extends PressStart {
  /** Takes out of the mask instead of adding to it: Alt, or the right button. */
  readonly subtract: boolean;
  readonly isRightButton: boolean;
}

/** A gesture of a tool that selects: the screen finds the pixels that are meant. Photo space. */
export interface SelectionMark {
  readonly tool: 'object' | 'line' | 'wand' | 'spots';
  /** One for a click. */
  readonly points: readonly Point[];
  /** The line surrounds something. */
  readonly isLoop: boolean;
  /** Width of the line where it does not, photo pixels. */
  readonly width: number;
  /** Shift: more of the selection that is proposed. */
  readonly isMore: boolean;
  /** Alt or the right button: less of it. */
  readonly isLess: boolean;
  /** Without a proposal: the selection is taken out of the mask. */
  readonly subtract: boolean;
}

/** Paints a result away or brings it back; the screen draws it. Photo space. */
export interface ResultBrush {
  /** @param diameter photo pixels @param isBack brings the result back */
  begin(at: Point, diameter: number, isBack: boolean): void;
  extend(points: readonly Point[]): void;
  end(): void;
  cancel(): void;
}

/** A closed or open line over the photo. */
export interface Outline {
  /** Photo space. */
  readonly points: readonly Point[];
  readonly isClosed: boolean;
  /** Points that are shown as corners, photo space. */
  readonly corners?: readonly Point[];
  /** A click here closes the line. */
  readonly closing?: Closing | undefined;
}

/** Where a click closes a line. */
export interface Closing {
  /** Photo space. */
  readonly at: Point;
  /** CSS pixels. */
  readonly radius: number;
  /** The pointer is there. */
  readonly isUnderPointer: boolean;
}

/** The actions that tools may use. */
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
  /** Adds (255) or takes out (0) the area inside a closed line in photo space; one step of the history. */
  fillShape(points: readonly Point[], value: 0 | 255, label: string): void;
  /** Hands over a rectangle that was drawn between two points of the photo space. */
  drawBox(from: Point, to: Point): void;
  /** Hands over a gesture of a tool that selects. */
  select(mark: SelectionMark): void;
  /** Takes strokes over the result that is judged; `undefined` without one. */
  readonly resultBrush: ResultBrush | undefined;
  /** A line is being drawn from here to the pointer, or (`undefined`) no longer. Photo space. */
  previewFrom(at: Point | undefined): void;
  /** Shows a line over the photo, or none. */
  showOutline(outline: Outline | undefined): void;
  panBy(x: number, y: number): void;
  /** @param at screen point that stays in place */
  zoomBy(factor: number, at: Point): void;
  /** The size that a size gesture changes: the eraser's when it is the active tool, else the brush's. */
  toolSize(): number;
  setToolSize(photoPixels: number): void;
  /** CSS pixels per photo pixel. */
  readonly scale: number;
  /** Shows the ring's size in words while it changes. */
  setSizeShown(shown: boolean): void;
}

export interface Tool {
  readonly name: ToolName | 'size' | 'zoom';
  /** `ring`: the ring of the tool's size; `still`: the ring stays where it is; `hand`; `cross`; `zoom-in`. */
  readonly cursor: 'ring' | 'still' | 'hand' | 'cross' | 'zoom-in';
  /** The right button's action while this tool is active. */
  readonly rightButton: 'eraser' | 'subtract' | 'same';
  /** It adds to the mask, or takes out of it, as the options say; Alt does the other. */
  readonly hasMode?: boolean;
  begin(context: ToolContext, start: GestureStart): Gesture;
}
