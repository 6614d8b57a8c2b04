/**
 * Forecasts sizes: services of this kind round each side down to a multiple of 8; a crop centres
 * the covering picture on a black canvas. Others keep the exact size.
 */
import { isSameSize, type Rect, type Size } from './rect.ts';

export type SizeRule = 'multiples-of-8' | 'exact';

export type WantedSize =
  | { readonly mode: 'factor'; readonly factor: number }
  | {
      readonly mode: 'size';
      readonly width: number;
      readonly height: number;
      readonly crop: boolean;
    };

/** Black pixels on each side. */
interface Border {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface UpscaleForecast {
  /** Pixels of the file. */
  readonly size: Size;
  /** Pixels of the file; may extend beyond (crop) or leave a border. */
  readonly placement: Rect;
  readonly border: Border;
}

export interface UpscaleMeasure {
  readonly sent: Size;
  readonly wanted: WantedSize;
  readonly output: Size;
  /** Known from the border of a crop, whose size doesn't reveal it. */
  readonly rule?: SizeRule | undefined;
}

interface SizeProblem {
  readonly message: string;
  readonly nearest: WantedSize;
}

export const UPSCALE_SIZE = {
  /** Sides are multiples of this, pixels. */
  step: 8,
  /** Largest result that Gesso can show, pixels. */
  maxPixels: 150_000_000,
  /** Longest side of a canvas, pixels. */
  maxSide: 32_767,
  /** Print resolution for centimetres, pixels per inch. */
  printDensity: 300,
} as const;

const CENTIMETRES_PER_INCH = 2.54;
const NO_BORDER: Border = { left: 0, top: 0, right: 0, bottom: 0 };

/** @param sent pixels of the sent picture */
export function forecastSize(sent: Size, wanted: WantedSize, rule: SizeRule): UpscaleForecast {
  const covering = coveringSize(sent, wanted, rule);
  if (wanted.mode === 'factor' || !wanted.crop) {
    return { size: covering, placement: { x: 0, y: 0, ...covering }, border: NO_BORDER };
  }
  const { width, height } = wanted;
  const x = offsetOf(width, covering.width);
  const y = offsetOf(height, covering.height);
  const border = {
    left: Math.max(0, x),
    top: Math.max(0, y),
    right: Math.max(0, width - x - covering.width),
    bottom: Math.max(0, height - y - covering.height),
  };
  return { size: { width, height }, placement: { x, y, ...covering }, border };
}

/** Returns the factor by which the service enlarges; a requested size is covered. */
export function factorOf({ width, height }: Size, wanted: WantedSize): number {
  if (wanted.mode === 'factor') return wanted.factor;
  return Math.max(wanted.width / width, wanted.height / height);
}

export function hasBorder({ left, top, right, bottom }: Border): boolean {
  return left + top + right + bottom > 0;
}

export function withinBorder({ width, height }: Size, { left, top, right, bottom }: Border): Rect {
  return {
    x: left,
    y: top,
    width: Math.max(1, width - left - right),
    height: Math.max(1, height - top - bottom),
  };
}

/** The expected size, and whether this connection's answers confirm it. */
export interface ExpectedUpscale extends UpscaleForecast {
  readonly rule: SizeRule;
  /** False: shown as "likely". */
  readonly isMeasured: boolean;
}

/** @param measures of one connection, newest first */
export function expectedUpscale(
  sent: Size,
  wanted: WantedSize,
  measures: readonly UpscaleMeasure[],
): ExpectedUpscale {
  const { rule, isMeasured } = learnRule(measures);
  const forecast = forecastSize(sent, wanted, rule);
  const same = measures.find((each) => isSameSize(each.sent, sent) && isSameRequest(each, wanted));
  if (same !== undefined && !isSameSize(same.output, forecast.size)) {
    const size = same.output;
    return {
      size,
      placement: placementIn(forecast, size),
      border: NO_BORDER,
      rule,
      isMeasured: true,
    };
  }
  const other = forecastSize(sent, wanted, rule === 'exact' ? 'multiples-of-8' : 'exact');
  const isUndisputed = measures.length > 0 && isSameSize(other.size, forecast.size);
  return { ...forecast, rule, isMeasured: isMeasured || same !== undefined || isUndisputed };
}

/** @returns `isMeasured` false if no answer tells the rules apart */
export function learnRule(measures: readonly UpscaleMeasure[]): {
  readonly rule: SizeRule;
  readonly isMeasured: boolean;
} {
  for (const { sent, wanted, output, rule } of measures) {
    if (rule !== undefined) return { rule, isMeasured: true };
    const isRounded = isSameSize(forecastSize(sent, wanted, 'multiples-of-8').size, output);
    const isExact = isSameSize(forecastSize(sent, wanted, 'exact').size, output);
    if (isRounded !== isExact) {
      return { rule: isExact ? 'exact' : 'multiples-of-8', isMeasured: true };
    }
  }
  return { rule: 'multiples-of-8', isMeasured: false };
}

/** @param size pixels of a result that differs from the forecast */
export function placementIn(forecast: UpscaleForecast, size: Size): Rect {
  const { width, height } = forecast.placement;
  // The forecast was 0 px, but a picture came.
  if (Math.min(width, height) < 1) return { x: 0, y: 0, width: size.width, height: size.height };
  return isSameSize(forecast.size, size) ? forecast.placement : stretched(forecast, size);
}

/** Returns `undefined` if the size is possible. */
export function problemOfSize(
  sent: Size,
  wanted: WantedSize,
  rule: SizeRule,
): SizeProblem | undefined {
  const { size } = forecastSize(sent, wanted, rule);
  const covering = coveringSize(sent, wanted, rule);
  if (Math.min(covering.width, covering.height, size.width, size.height) < 1) {
    return {
      message: `Too small: the service rounds each side down to a multiple of ${UPSCALE_SIZE.step} px, and nothing would be left.`,
      nearest: smallest(sent, wanted, rule),
    };
  }
  if (!isTooLarge(size)) return undefined;
  const limit =
    Math.max(size.width, size.height) > UPSCALE_SIZE.maxSide
      ? `${UPSCALE_SIZE.maxSide} px a side`
      : `${UPSCALE_SIZE.maxPixels / 1e6} megapixels`;
  return {
    message: `Too large: ${size.width} × ${size.height} px. Gesso shows results up to ${limit}.`,
    nearest: largest(sent, wanted, rule),
  };
}

/** Print length, centimetres. */
export function centimetresOf(pixels: number): number {
  return (pixels / UPSCALE_SIZE.printDensity) * CENTIMETRES_PER_INCH;
}

function coveringSize(sent: Size, wanted: WantedSize, rule: SizeRule): Size {
  const factor = factorOf(sent, wanted);
  return { width: rounded(sent.width * factor, rule), height: rounded(sent.height * factor, rule) };
}

function rounded(length: number, rule: SizeRule): number {
  if (rule === 'exact') return Math.max(1, Math.round(length));
  return Math.floor(length / UPSCALE_SIZE.step) * UPSCALE_SIZE.step;
}

/** Centres, rounding both halves down as such services do. */
function offsetOf(canvas: number, picture: number): number {
  return Math.floor(canvas / 2) - Math.floor(picture / 2);
}

function stretched({ size, placement }: UpscaleForecast, to: Size): Rect {
  const across = to.width / size.width;
  const down = to.height / size.height;
  return {
    x: placement.x * across,
    y: placement.y * down,
    width: placement.width * across,
    height: placement.height * down,
  };
}

/** Factors are shown with two digits, so this returns the next higher one that works. */
function smallest(sent: Size, wanted: WantedSize, rule: SizeRule): WantedSize {
  const least = UPSCALE_SIZE.step / Math.min(sent.width, sent.height);
  if (wanted.mode === 'factor') return { mode: 'factor', factor: Math.ceil(least * 100) / 100 };
  const times = least / factorOf(sent, wanted);
  for (let more = 0; ; more += 1) {
    const nearest = {
      ...wanted,
      width: Math.ceil(wanted.width * times - 1e-9) + more,
      height: Math.ceil(wanted.height * times - 1e-9) + more,
    };
    const { width, height } = coveringSize(sent, nearest, rule);
    if (Math.min(width, height) >= 1) return nearest;
  }
}

function largest(sent: Size, wanted: WantedSize, rule: SizeRule): WantedSize {
  const { size } = forecastSize(sent, wanted, rule);
  let share = Math.min(
    Math.sqrt(UPSCALE_SIZE.maxPixels / (size.width * size.height)),
    UPSCALE_SIZE.maxSide / Math.max(size.width, size.height),
  );
  for (;;) {
    const nearest = scaledRequest(wanted, share);
    if (!isTooLarge(forecastSize(sent, nearest, rule).size)) return nearest;
    share *= 0.999; // Sides are whole pixels: one of them was rounded up.
  }
}

function scaledRequest(wanted: WantedSize, share: number): WantedSize {
  if (wanted.mode === 'factor') {
    return { mode: 'factor', factor: Math.floor(wanted.factor * share * 100) / 100 };
  }
  return {
    ...wanted,
    width: Math.max(1, Math.floor(wanted.width * share)),
    height: Math.max(1, Math.floor(wanted.height * share)),
  };
}

function isTooLarge({ width, height }: Size): boolean {
  return width * height > UPSCALE_SIZE.maxPixels || Math.max(width, height) > UPSCALE_SIZE.maxSide;
}

function isSameRequest({ wanted: a }: UpscaleMeasure, b: WantedSize): boolean {
  if (a.mode === 'factor') return b.mode === 'factor' && a.factor === b.factor;
  return b.mode === 'size' && isSameSize(a, b) && a.crop === b.crop;
}
