/** A gesture that begins with a press on the stage and follows the pointer. */
import type { Point } from '../../../../shared/geometry/rect.ts';
import type { Modifiers } from './modifiers.ts';

/** One position of the pointer. */
export interface PointerSample {
  /** Screen space: CSS pixels from the top left corner of the stage. */
  readonly at: Point;
  /** 0 … 1; 1 for devices without pressure. */
  readonly pressure: number;
}

/** Where a gesture begins. */
export interface PressStart extends PointerSample {
  readonly modifiers: Modifiers;
  /** Milliseconds, of the event. */
  readonly time: number;
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
  press?(start: PressStart): 'done' | 'open';
  /** An open gesture: a key is pressed; `undefined` when it means nothing to it. */
  key?(key: string): 'done' | 'open' | undefined;
}

/** The meaning of a press with a button. */
export interface Press {
  /** It moves or zooms the picture, also while a gesture is open. */
  readonly isHand: boolean;
  /**
   * How the pointer looks: `own` is drawn by the target at the pointer, `still` by the target where the
   * press began.
   */
  readonly cursor: 'own' | 'still' | 'hand' | 'cross' | 'zoom-in';
  /** @returns `undefined` when there is nothing to work on */
  begin(start: PressStart): Gesture | undefined;
}

/** `PointerEvent.button` values (Pointer Events, section 4.1.1.1). */
export const BUTTON = { first: 0, middle: 1, right: 2, penEraser: 5 } as const;

/** Moves the picture with the pointer. @param panBy CSS pixels */
export function handGesture(start: PointerSample, panBy: (x: number, y: number) => void): Gesture {
  let last = start.at;
  return {
    move(samples) {
      const next = samples.at(-1)?.at;
      if (next === undefined) return;
      panBy(next.x - last.x, next.y - last.y);
      last = next;
    },
    end: () => 'done',
    cancel: () => panBy(start.at.x - last.x, start.at.y - last.y),
  };
}

/** CSS pixels to the right that double the zoom. */
const DOUBLING = 120;

/**
 * Zooms with the pointer: in to the right, out to the left; the point of the press stays where it is.
 *
 * @param zoomBy at a screen point
 */
export function zoomGesture(
  start: PointerSample,
  zoomBy: (factor: number, at: Point) => void,
): Gesture {
  let last = start.at.x;
  const zoomTo = (x: number): void => {
    zoomBy(2 ** ((x - last) / DOUBLING), start.at);
    last = x;
  };
  return {
    move(samples) {
      const next = samples.at(-1)?.at;
      if (next !== undefined) zoomTo(next.x);
    },
    end: () => 'done',
    cancel: () => zoomTo(start.at.x),
  };
}
