/** Sizes and zooms that are typed, and the zooms that can be selected. */

/** 1 = 100 %, device pixels per photo pixel. */
export const ZOOM_PRESETS = [0.25, 0.5, 1, 2, 4, 8] as const;

/**
 * The zoom that was typed.
 *
 * @param text e.g. "150", "33.3 %", "2,5"
 * @returns 1 = 100 %; `undefined` when it is no number above 0
 */
export function zoomOfText(text: string): number | undefined {
  const plain = text.replace('%', '').replace(',', '.').trim();
  const percent = plain === '' ? Number.NaN : Number(plain);
  return Number.isFinite(percent) && percent > 0 ? percent / 100 : undefined;
}

/** Most photo pixels of a line. */
const WIDEST_LINE = 2000;

/**
 * The width of a line that was typed, whole photo pixels.
 *
 * @returns `auto` for nothing, or that word; `undefined` when it is no number above 0
 */
export function lineWidthOfText(text: string): number | 'auto' | undefined {
  if (/^(?:auto\b.*)?$/iu.test(text.trim())) return 'auto';
  const size = sizeOfText(text);
  return size && Math.min(WIDEST_LINE, Math.max(1, Math.round(size)));
}

/** A whole number from 0 that was typed, brought within bounds; `undefined` when it is none. */
export function levelOfText(text: string, most: number): number | undefined {
  const plain = text.trim();
  const level = plain === '' ? Number.NaN : Number(plain);
  return Number.isFinite(level) ? Math.min(most, Math.max(0, Math.round(level))) : undefined;
}

/** The size of a tool that was typed, photo pixels; `undefined` when it is no number above 0. */
export function sizeOfText(text: string): number | undefined {
  const plain = text.replace('px', '').replace(',', '.').trim();
  const size = plain === '' ? Number.NaN : Number(plain);
  return Number.isFinite(size) && size > 0 ? size : undefined;
}
