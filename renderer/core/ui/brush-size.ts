/** Sizes of brush and eraser (diameter in photo pixels), and the steps of keys and wheel. */
export const BRUSH_SIZE = {
  min: 1,
  /** Wide enough to cover a photo of 100 megapixels in a few strokes. */
  max: 5000,
  initial: 60,
  /** Below `until` pixels, a step is `step` pixels: fine when small, coarse when large. */
  steps: [
    { until: 10, step: 1 },
    { until: 50, step: 5 },
    { until: 100, step: 10 },
    { until: 300, step: 25 },
    { until: 1000, step: 100 },
    { until: Infinity, step: 250 },
  ],
} as const;

/** Rounds, and clamps to the limits. */
export function normaliseSize(size: number): number {
  return Math.min(BRUSH_SIZE.max, Math.max(BRUSH_SIZE.min, Math.round(size)));
}

/** The next size, on multiples of the step. */
export function stepSize(size: number, direction: 1 | -1): number {
  // down from a boundary, the finer steps below it apply
  const scale = BRUSH_SIZE.steps.find(({ until }) =>
    direction > 0 ? size < until : size <= until,
  );
  const step = scale?.step ?? 1;
  const next =
    direction > 0 ? Math.floor(size / step) * step + step : Math.ceil(size / step) * step - step;
  return normaliseSize(next);
}
