/** The size slider's scale: logarithmic, so that one step feels the same at every size. */
import { BRUSH_SIZE, normaliseSize, stepSize } from './brush-size.ts';

/** The slider's largest value; its smallest is 0. */
const SLIDER_MAX = 100;

/** Slider value 0 to 100 → photo pixels. */
export function sizeOfSlider(value: number): number {
  const ratio = BRUSH_SIZE.max / BRUSH_SIZE.min;
  return normaliseSize(BRUSH_SIZE.min * ratio ** (value / SLIDER_MAX));
}

/** Photo pixels → slider value 0 to 100. */
export function sliderOfSize(size: number): number {
  const ratio = BRUSH_SIZE.max / BRUSH_SIZE.min;
  return (Math.log(size / BRUSH_SIZE.min) / Math.log(ratio)) * SLIDER_MAX;
}

/**
 * The size after an arrow key on the slider: a step as with `[` and `]`. A step of the scale itself
 * would come to less than a pixel at the small end, and nothing would move.
 *
 * @param key as in `KeyboardEvent.key`
 * @returns `undefined` for any other key
 */
export function sizeAfterKey(key: string, size: number): number | undefined {
  if (key === 'ArrowUp' || key === 'ArrowRight') return stepSize(size, 1);
  if (key === 'ArrowDown' || key === 'ArrowLeft') return stepSize(size, -1);
  return undefined;
}
