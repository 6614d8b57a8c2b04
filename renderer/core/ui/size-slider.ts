/** The logarithmic scale of the size slider, where a step feels the same at every size. */
import { BRUSH_SIZE, normaliseSize, stepSize } from './brush-size.ts';

/** The end of the slider's range, which starts at 0. */
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
