/** 1 = 100 %, device pixels per photo pixel. */
export const ZOOM_PRESETS = [0.25, 0.5, 1, 2, 4, 8] as const;

/**
 * @param text e.g. "150", "33.3 %", "2,5"
 * @returns 1 = 100 %; `undefined` unless it is a number above 0
 */
export function zoomOfText(text: string): number | undefined {
  const plain = text.replace('%', '').replace(',', '.').trim();
  const percent = plain === '' ? Number.NaN : Number(plain);
  return Number.isFinite(percent) && percent > 0 ? percent / 100 : undefined;
}

/** Photo pixels. */
const WIDEST_LINE = 2000;

/** @returns whole photo pixels, `auto` (also if empty), or `undefined` unless above 0 */
export function lineWidthOfText(text: string): number | 'auto' | undefined {
  if (/^(?:auto\b.*)?$/iu.test(text.trim())) return 'auto';
  const size = sizeOfText(text);
  return size && Math.min(WIDEST_LINE, Math.max(1, Math.round(size)));
}

/** Parses and clamps a whole number from 0; `undefined` if it is none. */
export function levelOfText(text: string, most: number): number | undefined {
  const plain = text.trim();
  const level = plain === '' ? Number.NaN : Number(plain);
  return Number.isFinite(level) ? Math.min(most, Math.max(0, Math.round(level))) : undefined;
}

/** Returns photo pixels; `undefined` unless it is a number above 0. */
export function sizeOfText(text: string): number | undefined {
  const plain = text.replace('px', '').replace(',', '.').trim();
  const size = plain === '' ? Number.NaN : Number(plain);
  return Number.isFinite(size) && size > 0 ? size : undefined;
}
