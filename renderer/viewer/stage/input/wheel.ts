/**
 * The wheel zooms; Shift, a tilted wheel and sideways scrolling pan; Ctrl or Cmd changes a size. A
 * pinch zooms, though it also has `ctrlKey`: no Ctrl keydown, small or fractional deltas.
 */
export const WHEEL = {
  /** CSS pixels of a usual mouse wheel. */
  notch: 100,
  /** CSS pixels of a line and a page (`deltaMode` 1 and 2). */
  line: 40,
  page: 800,
  zoomPerNotch: 1.2,
  zoomPerPinchPixel: 1.01,
  /** Whole-number deltas of at least this many pixels with `ctrlKey` are a mouse wheel. */
  smallestNotch: 40,
  /** Limit per event, against wheels with erratic deltas. */
  maxFactor: 2,
  /** Milliseconds within which events belong to one movement. */
  gestureGap: 250,
} as const;

interface WheelInput {
  readonly deltaX: number;
  readonly deltaY: number;
  readonly deltaMode: number;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

type WheelAction =
  | { readonly type: 'zoom'; readonly factor: number }
  | { readonly type: 'size'; readonly direction: 1 | -1 }
  /** CSS pixels. */
  | { readonly type: 'pan'; readonly x: number; readonly y: number }
  | { readonly type: 'none' };

/** Keeps panning for the rest of a movement that began as a pan. */
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

/** @param controlHeld a Ctrl or Cmd keydown was seen @param isPanning continues a pan */
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
