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

/** The end of the slider's range, which starts at 0; logarithmic, so that a step feels the same at every size. */
const SLIDER_MAX = 100;

/** From 0–100 to photo pixels. */
export function sizeOfSlider(value: number): number {
  const ratio = BRUSH_SIZE.max / BRUSH_SIZE.min;
  return normaliseSize(BRUSH_SIZE.min * ratio ** (value / SLIDER_MAX));
}

/** From photo pixels to 0–100. */
export function sliderOfSize(size: number): number {
  const ratio = BRUSH_SIZE.max / BRUSH_SIZE.min;
  return (Math.log(size / BRUSH_SIZE.min) / Math.log(ratio)) * SLIDER_MAX;
}

/**
 * The size after an arrow key on the slider: the same step as `[` and `]`. A step of the scale
 * would be less than a pixel for small sizes.
 * @param key as in `KeyboardEvent.key`
 * @returns `undefined` for other keys
 */
export function sizeAfterKey(key: string, size: number): number | undefined {
  if (key === 'ArrowUp' || key === 'ArrowRight') return stepSize(size, 1);
  if (key === 'ArrowDown' || key === 'ArrowLeft') return stepSize(size, -1);
  return undefined;
}
