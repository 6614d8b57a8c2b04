/** Draws the newest piece of a stroke; must match the pixels of the tiles. */
import type { Size } from '../../../../shared/geometry/rect.ts';
import { LEVELS } from '../../../viewer/stage/decoding/levels.ts';
import type { DeviceTransform } from '../../../viewer/stage/geometry/device-transform.ts';
import { rasteriseTaper, taperBody, type TaperEnd } from './taper.ts';

/**
 * @param context device pixels (identity transform); its clip may be changed
 * @param photo limits the drawing
 */
export function drawLivePiece(
  context: CanvasRenderingContext2D,
  points: readonly TaperEnd[],
  transform: DeviceTransform,
  photo: Size,
): void {
  if (transform.zoom >= LEVELS.crispFrom) drawPixels(context, points, transform, photo);
  else drawSmooth(context, points, transform, photo);
}

function drawSmooth(
  context: CanvasRenderingContext2D,
  points: readonly TaperEnd[],
  transform: DeviceTransform,
  photo: Size,
): void {
  const device = points.map(({ at, diameter }) => ({
    at: { x: at.x * transform.zoom + transform.x, y: at.y * transform.zoom + transform.y },
    diameter: diameter * transform.zoom,
  }));
  const [first] = device;
  if (first === undefined) return;
  clipToPhoto(context, device, transform, photo);
  if (device.some(({ diameter }) => diameter !== first.diameter)) {
    drawTapers(context, device);
    return;
  }
  if (device.every(({ at }) => at.x === first.at.x && at.y === first.at.y)) {
    // Canvas draws no caps for a line without length.
    drawDisc(context, first);
    return;
  }
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.lineWidth = first.diameter;
  context.beginPath();
  context.moveTo(first.at.x, first.at.y);
  for (const { at } of device.slice(1)) context.lineTo(at.x, at.y);
  context.stroke();
}

/** Clips only if the piece may leave the photo, because clipping is slow. */
function clipToPhoto(
  context: CanvasRenderingContext2D,
  device: readonly TaperEnd[],
  { zoom, x, y }: DeviceTransform,
  photo: Size,
): void {
  const right = x + Math.round(photo.width * zoom);
  const bottom = y + Math.round(photo.height * zoom);
  const isInside = device.every(({ at, diameter }) => {
    const reach = diameter / 2 + 1;
    return (
      at.x - reach >= x && at.y - reach >= y && at.x + reach <= right && at.y + reach <= bottom
    );
  });
  if (isInside) return;
  context.beginPath();
  context.rect(x, y, right - x, bottom - y);
  context.clip();
}

function drawDisc(context: CanvasRenderingContext2D, { at, diameter }: TaperEnd): void {
  context.beginPath();
  context.arc(at.x, at.y, diameter / 2, 0, 2 * Math.PI);
  context.fill();
}

function drawTapers(context: CanvasRenderingContext2D, ends: readonly TaperEnd[]): void {
  for (const [index, to] of ends.entries()) {
    drawDisc(context, to);
    const from = ends[index - 1];
    if (from === undefined) continue;
    const [start, ...rest] = taperBody(from, to);
    if (start === undefined) continue;
    context.beginPath();
    context.moveTo(start.x, start.y);
    for (const corner of rest) context.lineTo(corner.x, corner.y);
    context.fill();
  }
}

/** Draws the exact pixels as squares. */
function drawPixels(
  context: CanvasRenderingContext2D,
  points: readonly TaperEnd[],
  { zoom, x: originX, y: originY }: DeviceTransform,
  photo: Size,
): void {
  const fill = (y: number, fromX: number, toX: number): void => {
    const left = Math.round(fromX * zoom + originX);
    const top = Math.round(y * zoom + originY);
    const width = Math.round(toX * zoom + originX) - left;
    context.fillRect(left, top, width, Math.round((y + 1) * zoom + originY) - top);
  };
  let from = points[0];
  for (const to of points.length === 1 ? points : points.slice(1)) {
    if (from !== undefined) rasteriseTaper(from, to, photo, fill);
    from = to;
  }
}
