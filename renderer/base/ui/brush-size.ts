/** Sizes of brush and eraser, in photo pixels (diameter), and the steps of the keys and the wheel. */
export const BRUSH_SIZE = {
  min: 1,
  /** Wide enough to paint across a photo of 100 megapixels in a few strokes. */
  max: 5000,
  /** The first size of brush and eraser. */
  initial: 60,
  /** Below `until` pixels one step is `step` pixels: fine when small, coarse when large. */
  steps: [
    { until: 10, step: 1 },
    { until: 50, step: 5 },
    { until: 100, step: 10 },
    { until: 300, step: 25 },
    { until: 1000, step: 100 },
    { until: Infinity, step: 250 },
  ],
} as const;

/** A size as the tools use it: a whole number within the limits. */
export function normaliseSize(size: number): number {
  return Math.min(BRUSH_SIZE.max, Math.max(BRUSH_SIZE.min, Math.round(size)));
}

/** The next larger or smaller size, on multiples of the step. */
export function stepSize(size: number, direction: 1 | -1): number {
  // Going down from a boundary uses the finer steps below it.
  const scale = BRUSH_SIZE.steps.find(({ until }) =>
    direction > 0 ? size < until : size <= until,
  );
  const step = scale?.step ?? 1;
  const next =
    direction > 0 ? Math.floor(size / step) * step + step : Math.ceil(size / step) * step - step;
  return normaliseSize(next);
}
