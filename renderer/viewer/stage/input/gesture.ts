import type { Point } from '../../../../shared/geometry/rect.ts';
import type { Modifiers } from './modifiers.ts';

export interface PointerSample {
  /** CSS pixels from the top left corner of the stage. */
  readonly at: Point;
  /** 0 … 1; 1 for devices without pressure. */
  readonly pressure: number;
}

export interface PressStart extends PointerSample {
  readonly modifiers: Modifiers;
  /** Milliseconds, from the event. */
  readonly time: number;
}

export interface Gesture {
  /** Receives all positions since the last call, including those between frames. */
  move(samples: readonly PointerSample[], modifiers: Modifiers): void;
  /** Called on release. `open` continues with the next press, e.g. a polygon. */
  end(): 'done' | 'open';
  /** Must leave no trace. */
  cancel(): void;
  /** For an open gesture: the pointer moves without a button. */
  hover?(at: Point): void;
  /** For an open gesture: the button is pressed again. */
  press?(start: PressStart): 'done' | 'open';
  /** For an open gesture. Returns `undefined` for keys it does not use. */
  key?(key: string): 'done' | 'open' | undefined;
}

export interface Press {
  /** Pans or zooms, even while a gesture is open. */
  readonly isHand: boolean;
  /** `own`: the target draws it at the pointer. `still`: where the press began. */
  readonly cursor: 'own' | 'still' | 'hand' | 'cross' | 'zoom-in';
  /** @returns `undefined` if there is nothing to work on */
  begin(start: PressStart): Gesture | undefined;
}

/** `PointerEvent.button` values (Pointer Events, section 4.1.1.1). */
export const BUTTON = { first: 0, middle: 1, right: 2, penEraser: 5 } as const;

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

/** Zooms around the point of the press: in to the right, out to the left. */
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
