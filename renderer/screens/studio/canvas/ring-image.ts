/**
 * The ring of the brush as the system's own cursor: an image that the system moves with the mouse, at
 * no cost for the page and ahead of its frames. `cursor-ring.ts` draws what the system does not show.
 */
import type { Point } from '../../../../shared/geometry/rect.ts';

/** Dark outside, light inside: a ring that is seen on any ground. */
export const RING_COLOURS = { dark: 'rgba(0, 0, 0, 0.85)', light: 'rgba(255, 255, 255, 0.95)' };

export const RING_IMAGE = {
  /** Side of the largest image that Chromium takes for a cursor, CSS pixels. */
  maxSide: 128,
  /** Room for the dark line and the soft edge, CSS pixels on each side. */
  margin: 2,
  /** Chromium leaves out a large cursor that is not wholly inside the page; here a little earlier. */
  edge: 4,
  /**
   * A zoomed page has another size inside than outside, and cursors are not zoomed with it. Zoom goes
   * in steps of a tenth; borders and scroll bars are less.
   */
  zoomTolerance: 0.05,
} as const;

/** The sizes of a window, CSS pixels. */
export type WindowSize = Pick<Window, 'innerWidth' | 'innerHeight' | 'outerWidth'>;

/** @returns the side of the square image around a ring; even, so that its middle is a whole pixel */
function sideOf(diameter: number): number {
  return 2 * Math.ceil(diameter / 2 + RING_IMAGE.margin);
}

/**
 * @param diameter of the ring, CSS pixels
 * @param mouse in the page, CSS pixels
 * @returns whether the system shows the whole ring at its true size there
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
 * @param pixelRatio of the screen
 * @returns the value of the style `cursor`. Pixels, not SVG: Chromium draws an SVG cursor anew at each
 *   move of the mouse.
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
