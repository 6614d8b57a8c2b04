import {
  intersectRects,
  isEmptyRect,
  rectArea,
  unionRects,
  type Point,
  type Rect,
  type Size,
} from './rect.ts';

/** Compass names, clockwise from the top left. */
export const BOX_HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type BoxHandle = (typeof BOX_HANDLES)[number];

export interface BoxLimits {
  readonly photo: Size;
  /** Part that the box must contain, photo space; empty for none. */
  readonly required: Rect;
  /** Photo pixels; less only if the photo is smaller. */
  readonly minSide: number;
  /** Largest area in pixels; may be `Infinity`. */
  readonly maxPixels: number;
  /** Fixed width divided by height, see `box-ratio.ts`. */
  readonly ratio?: number | undefined;
}

export type BoxStop = 'photo' | 'required' | 'smallest' | 'largest';

export interface EditedBox {
  readonly rect: Rect;
  readonly stop: BoxStop | undefined;
}

export function moveBox(box: Rect, by: Point, limits: BoxLimits): EditedBox {
  const { photo, required } = limits;
  const across = moveSpan(box.x, box.width, by.x, photo.width, required.x, required.width);
  const down = moveSpan(box.y, box.height, by.y, photo.height, required.y, required.height);
  const rect = { ...box, x: across.start, y: down.start };
  return { rect, stop: across.stop ?? down.stop };
}

/** @param handle the corner or edge that moves; the opposite one stays */
export function resizeBox(box: Rect, handle: BoxHandle, by: Point, limits: BoxLimits): EditedBox {
  const { photo, required, minSide } = limits;
  const across = resizeSpan(
    { start: box.x, length: box.width },
    sideOf(handle, 'w', 'e'),
    by.x,
    photo.width,
    { start: required.x, length: required.width },
    minSide,
  );
  const down = resizeSpan(
    { start: box.y, length: box.height },
    sideOf(handle, 'n', 's'),
    by.y,
    photo.height,
    { start: required.y, length: required.height },
    minSide,
  );
  const wanted = { x: across.start, y: down.start, width: across.length, height: down.length };
  const stop = across.stop ?? down.stop;
  if (rectArea(wanted) <= limits.maxPixels) return { rect: wanted, stop };
  return { rect: largestBetween(box, wanted, limits.maxPixels), stop: 'largest' };
}

/** @returns `undefined` if they contain no pixel of the photo */
export function boxBetween(from: Point, to: Point, photo: Size, minSide: number): Rect | undefined {
  const across = spanBetween(from.x, to.x, photo.width, minSide);
  const down = spanBetween(from.y, to.y, photo.height, minSide);
  if (across === undefined || down === undefined) return undefined;
  return { x: across.start, y: down.start, width: across.length, height: down.length };
}

/** Returns indices of boxes that overlap one and fit into one call with it. */
export function mergeableBoxes(
  boxes: readonly Rect[],
  index: number,
  maxPixels: number,
): readonly number[] {
  const box = boxes[index];
  if (box === undefined) return [];
  return boxes.flatMap((other, at) => {
    if (at === index || isEmptyRect(intersectRects(box, other))) return [];
    return rectArea(unionRects(box, other)) <= maxPixels ? [at] : [];
  });
}

export function mergeBoxes(boxes: readonly Rect[], a: number, b: number): readonly Rect[] {
  const [first, second] = [boxes[a], boxes[b]];
  if (first === undefined || second === undefined || a === b) return boxes;
  const joined = unionRects(first, second);
  const keep = Math.min(a, b);
  return boxes
    .map((box, index) => (index === keep ? joined : box))
    .filter((_, index) => index !== Math.max(a, b));
}

interface Span {
  readonly start: number;
  readonly length: number;
}

export function moveSpan(
  start: number,
  length: number,
  by: number,
  limit: number,
  requiredStart: number,
  requiredLength: number,
): { readonly start: number; readonly stop: BoxStop | undefined } {
  const wanted = start + Math.round(by);
  const inside = Math.min(Math.max(0, wanted), limit - length);
  if (requiredLength <= 0) return { start: inside, stop: inside === wanted ? undefined : 'photo' };
  const least = requiredStart + requiredLength - length;
  const holding = Math.min(Math.max(least, inside), requiredStart);
  if (holding !== inside) return { start: holding, stop: 'required' };
  return { start: inside, stop: inside === wanted ? undefined : 'photo' };
}

export function sideOf(
  handle: BoxHandle,
  low: 'w' | 'n',
  high: 'e' | 's',
): 'low' | 'high' | undefined {
  if (handle.includes(low)) return 'low';
  return handle.includes(high) ? 'high' : undefined;
}

function resizeSpan(
  span: Span,
  side: 'low' | 'high' | undefined,
  by: number,
  limit: number,
  required: Span,
  minSide: number,
): Span & { readonly stop: BoxStop | undefined } {
  if (side === undefined) return { ...span, stop: undefined };
  // The low side is the high side of the mirrored photo.
  if (side === 'low') {
    const mirrored = resizeSpan(
      mirror(span, limit),
      'high',
      -by,
      limit,
      mirror(required, limit),
      minSide,
    );
    return { ...mirror(mirrored, limit), stop: mirrored.stop };
  }
  const end = span.start + span.length;
  const wanted = end + Math.round(by);
  const smallest = span.start + Math.min(minSide, limit - span.start, span.length);
  const held = required.length > 0 ? required.start + required.length : 0;
  const result = Math.min(limit, Math.max(wanted, smallest, held));
  const length = result - span.start;
  if (result === wanted) return { start: span.start, length, stop: undefined };
  if (wanted > limit) return { start: span.start, length, stop: 'photo' };
  return { start: span.start, length, stop: held >= smallest ? 'required' : 'smallest' };
}

function mirror({ start, length }: Span, limit: number): Span {
  return { start: limit - start - length, length };
}

function largestBetween(from: Rect, to: Rect, maxPixels: number): Rect {
  let low = 0;
  let high = 1;
  // 24 halvings distinguish single pixels in photos of any size.
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (rectArea(between(from, to, middle)) <= maxPixels) low = middle;
    else high = middle;
  }
  return between(from, to, low);
}

function between(from: Rect, to: Rect, share: number): Rect {
  const mix = (a: number, b: number) => Math.round(a + (b - a) * share);
  const x = mix(from.x, to.x);
  const y = mix(from.y, to.y);
  return {
    x,
    y,
    width: mix(from.x + from.width, to.x + to.width) - x,
    height: mix(from.y + from.height, to.y + to.height) - y,
  };
}

function spanBetween(a: number, b: number, limit: number, minSide: number): Span | undefined {
  const start = Math.max(0, Math.round(Math.min(a, b)));
  const end = Math.min(limit, Math.round(Math.max(a, b)));
  if (end <= start) return undefined;
  const length = Math.max(end - start, Math.min(minSide, limit));
  const before = Math.floor((length - (end - start)) / 2);
  return { start: Math.min(Math.max(0, start - before), limit - length), length };
}
