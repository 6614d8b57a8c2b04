/** Contexts are in photo space, sizes in CSS pixels. */
import type { Point } from '../../../../shared/geometry/rect.ts';
import { rememberedBy } from '../../../../shared/remembered-by.ts';
import type { Viewport } from '../../../viewer/stage/geometry/viewport.ts';
import { stepOf, type Outlines } from './contour.ts';

export const ANTS = {
  /** Milliseconds per step of the marching ants. */
  step: 120,
  /** Steps per dash. */
  steps: 4,
  dash: 5,
} as const;

const LINE = {
  width: 2,
  /** Per side, for contrast on any ground. */
  casing: 1,
  color: '#fff',
  casingColor: 'rgb(0 0 0 / 55%)',
  /** For the current spot or block of text. */
  currentColor: '#ffd43b',
  /** Side of a clicked point's square. */
  corner: 6,
} as const;

const SOFT = {
  /** Standard deviation of the blur, in pixels of a coarse outline's raster. */
  blur: 1.1,
  /** CSS pixels. */
  least: 3,
  most: 24,
} as const;

export function pathOf(things: readonly Outlines[]): Path2D {
  const path = new Path2D();
  for (const outline of things.flat()) {
    for (let at = 0; at + 1 < outline.length; at += 2) {
      const [x = 0, y = 0] = [outline[at], outline[at + 1]];
      if (at === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    path.closePath();
  }
  return path;
}

const coarseOf = rememberedBy((things: readonly Outlines[]) => ({
  step: stepOf(things.flat()),
  path: pathOf(things),
}));

/** Hides the raster of coarse outlines behind a soft edge. */
export function fillSoftly(
  context: CanvasRenderingContext2D,
  things: readonly Outlines[],
  { view, pixelRatio }: Viewport,
): void {
  const { step, path } = coarseOf(things);
  const blur = SOFT.blur * step * view.scale;
  context.filter = `blur(${Math.min(SOFT.most, Math.max(SOFT.least, blur)) * pixelRatio}px)`;
  context.fill(path);
  context.filter = 'none';
}

export function strokeStill(
  context: CanvasRenderingContext2D,
  path: Path2D,
  scale: number,
  isCurrent: boolean,
): void {
  strokeCased(context, path, scale, isCurrent ? LINE.currentColor : LINE.color, []);
}

/** @param offset steps of the ants */
export function strokeAnts(
  context: CanvasRenderingContext2D,
  path: Path2D,
  scale: number,
  offset: number,
): void {
  const dash = ANTS.dash / scale;
  context.lineDashOffset = (-offset * dash) / ANTS.steps;
  strokeCased(context, path, scale, LINE.color, [dash, dash]);
}

function strokeCased(
  context: CanvasRenderingContext2D,
  path: Path2D,
  scale: number,
  color: string,
  dash: number[],
): void {
  context.lineJoin = 'round';
  context.setLineDash([]);
  context.lineWidth = (LINE.width + 2 * LINE.casing) / scale;
  context.strokeStyle = LINE.casingColor;
  context.stroke(path);
  context.setLineDash(dash);
  context.lineWidth = LINE.width / scale;
  context.strokeStyle = color;
  context.stroke(path);
}

/** @param context in device pixels */
export function drawCorners(
  context: CanvasRenderingContext2D,
  corners: readonly Point[],
  { transform: { zoom, x, y }, pixelRatio }: Viewport,
): void {
  const side = LINE.corner * pixelRatio;
  context.setLineDash([]);
  context.lineWidth = pixelRatio;
  context.fillStyle = '#fff';
  context.strokeStyle = '#000';
  for (const corner of corners) {
    const left = Math.round(corner.x * zoom + x - side / 2) + 0.5;
    const top = Math.round(corner.y * zoom + y - side / 2) + 0.5;
    context.fillRect(left, top, side, side);
    context.strokeRect(left, top, side, side);
  }
}
