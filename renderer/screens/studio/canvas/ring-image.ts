/**
 * Draws the brush as a system cursor, which costs the page nothing and is ahead of its frames.
 * `cursor-ring.ts` covers the rest.
 */
import type { Point } from '../../../../shared/geometry/rect.ts';

/** Dark outside, light inside: visible on any ground. */
export const RING_COLOURS = { dark: 'rgba(0, 0, 0, 0.85)', light: 'rgba(255, 255, 255, 0.95)' };

const RING_IMAGE = {
  /** Chromium's limit for cursor images, CSS pixels. */
  maxSide: 128,
  /** For the dark line and the soft edge, CSS pixels per side. */
  margin: 2,
  /** Chromium hides large cursors that are not wholly inside the page; this margin is safe. */
  edge: 4,
  /**
   * A zoomed page differs in inner and outer size, and cursors do not zoom. Zoom steps are a tenth;
   * borders and scroll bars are less.
   */
  zoomTolerance: 0.05,
} as const;

/** CSS pixels. */
type WindowSize = Pick<Window, 'innerWidth' | 'innerHeight' | 'outerWidth'>;

/**
 * @param diameter CSS pixels @param mouse CSS pixels in the page
 * @returns whether the system shows the whole ring at its true size
 */
export function systemShowsRing(diameter: number, mouse: Point, page: WindowSize): boolean {
  const side = sideOf(diameter);
  const zoom = page.outerWidth / page.innerWidth;
  if (side > RING_IMAGE.maxSide || Math.abs(zoom - 1) > RING_IMAGE.zoomTolerance) return false;
  const reach = side / 2 + RING_IMAGE.edge;
  return Math.min(mouse.x, mouse.y, page.innerWidth - mouse.x, page.innerHeight - mouse.y) >= reach;
}

/**
 * @param diameter CSS pixels
 * @returns a CSS `cursor` as bitmap: Chromium renders an SVG cursor again at each move
 */
export function ringCursor(diameter: number, pixelRatio: number): string {
  const side = sideOf(diameter);
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(side * pixelRatio);
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  if (context === null) return 'none';
  context.scale(pixelRatio, pixelRatio);
  for (const [colour, radius] of [
    [RING_COLOURS.dark, diameter / 2 + 0.5],
    [RING_COLOURS.light, diameter / 2 - 0.5],
  ] as const) {
    context.strokeStyle = colour;
    context.beginPath();
    context.arc(side / 2, side / 2, radius, 0, 2 * Math.PI);
    context.stroke();
  }
  const middle = side / 2;
  return `image-set(url("${canvas.toDataURL()}") ${pixelRatio}x) ${middle} ${middle}, none`;
}

/** @returns an even side, so that the centre is a whole pixel */
function sideOf(diameter: number): number {
  return 2 * Math.ceil(diameter / 2 + RING_IMAGE.margin);
}
