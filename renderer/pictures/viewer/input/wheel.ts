/**
 * The meaning of a turn of the wheel. The plain wheel zooms; two fingers on a trackpad that also move
 * sideways, a tilted wheel and Shift with the wheel move the photo. With Ctrl or Cmd it changes a size,
 * but a pinch on a trackpad arrives as a wheel with `ctrlKey` too, without the key being pressed; it
 * zooms. The key itself tells them apart: a Ctrl key seen going down makes it a size change. When
 * the key was pressed before the window got the focus, the movement decides: a pinch comes in small or
 * fractional steps, a wheel in notches.
 */
export const WHEEL = {
  /** One notch of a usual mouse wheel, in CSS pixels. */
  notch: 100,
  /** CSS pixels of a line and a page, for wheels that count so (`deltaMode` 1 and 2). */
  line: 40,
  page: 800,
  /** Zoom factor of one notch. */
  zoomPerNotch: 1.2,
  /** A pinch is finer: factor of one pixel of its movement. */
  zoomPerPinchPixel: 1.01,
  /** Whole-number steps of at least this many pixels with `ctrlKey` are a mouse wheel. */
  smallestNotch: 40,
  /** One event never zooms more than this, against wheels with wild deltas. */
  maxFactor: 2,
  /** Milliseconds within which events belong to one movement of the fingers. */
  gestureGap: 250,
} as const;

/** The parts of a `WheelEvent` that matter. */
export interface WheelInput {
  readonly deltaX: number;
  readonly deltaY: number;
  readonly deltaMode: number;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

export type WheelAction =
  | { readonly type: 'zoom'; readonly factor: number }
  | { readonly type: 'size'; readonly direction: 1 | -1 }
  /** CSS pixels. */
  | { readonly type: 'pan'; readonly x: number; readonly y: number }
  | { readonly type: 'none' };

/** Reads one event after another: a movement that began as moving the photo goes on as that. */
export function createWheelReader(): (
  input: WheelInput,
  controlHeld: boolean,
  time: number,
) => WheelAction {
  let panUntil = -Infinity;
  return (input, controlHeld, time) => {
    const action = wheelAction(input, controlHeld, time < panUntil);
    if (action.type === 'pan') panUntil = time + WHEEL.gestureGap;
    return action;
  };
}

/**
 * @param controlHeld a Ctrl or Cmd key was seen going down and not up again
 * @param isPanning the event goes on with a movement that moved the photo
 */
export function wheelAction(
  input: WheelInput,
  controlHeld: boolean,
  isPanning = false,
): WheelAction {
  const unit = input.deltaMode === 1 ? WHEEL.line : input.deltaMode === 2 ? WHEEL.page : 1;
  const pixels = input.deltaY * unit;
  const isPlain = !input.ctrlKey && !input.metaKey;
  if (isPlain && (isPanning || input.shiftKey || input.deltaX !== 0)) {
    const sideways = input.shiftKey && input.deltaX === 0;
    return sideways
      ? { type: 'pan', x: -pixels, y: 0 }
      : { type: 'pan', x: -input.deltaX * unit, y: -pixels };
  }
  if (pixels === 0) return { type: 'none' };
  if (input.metaKey || (input.ctrlKey && (controlHeld || isNotch(input, pixels)))) {
    return { type: 'size', direction: pixels < 0 ? 1 : -1 };
  }
  const factor = input.ctrlKey
    ? WHEEL.zoomPerPinchPixel ** -pixels
    : WHEEL.zoomPerNotch ** (-pixels / WHEEL.notch);
  return { type: 'zoom', factor: Math.min(WHEEL.maxFactor, Math.max(1 / WHEEL.maxFactor, factor)) };
}

function isNotch(input: WheelInput, pixels: number): boolean {
  if (input.deltaMode !== 0) return true;
  return Number.isInteger(pixels) && Math.abs(pixels) >= WHEEL.smallestNotch;
}
