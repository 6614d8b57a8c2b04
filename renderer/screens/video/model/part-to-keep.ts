/** Chooses the part for the working frame so that faces and the main object stay in. */
import type { PhotoFace } from '../../../../shared/contract/faces.ts';
import type { ObjectInSight } from '../../../../shared/contract/selection.ts';
import { unionRects, type Rect, type Size } from '../../../../shared/geometry/rect.ts';
import { likelyFrame, useOfFrame } from '../../../../shared/geometry/working-frame.ts';

const KEEPING = {
  /**
   * Room around a face, which reaches from brows to chin, relative to its sides: hair above, neck
   * below.
   */
  beside: 0.35,
  above: 0.8,
  below: 0.4,
  /** Share of the picture that a main object covers; others are details or the whole scene. */
  leastObject: 0.02,
  mostObject: 0.7,
} as const;

/**
 * @param kept what has to stay in, photo space
 * @returns `undefined` if the centre, which the service takes, has all of it already
 */
export function partToKeep(photo: Size, kept: readonly Rect[]): Rect | undefined {
  const [first, ...others] = kept;
  if (first === undefined) return undefined;
  const wanted = others.reduce(unionRects, first);
  const { used } = useOfFrame(photo, 'CROP_TO_ASPECT_RATIO', likelyFrame(photo));
  const width = Math.min(photo.width, Math.round(used.width));
  const height = Math.min(photo.height, Math.round(used.height));
  const x = placed(wanted.x, wanted.width, used.x, width, photo.width);
  const y = placed(wanted.y, wanted.height, used.y, height, photo.height);
  if (Math.abs(x - used.x) <= 1 && Math.abs(y - used.y) <= 1) return undefined;
  return { x, y, width, height };
}

/**
 * Returns the start of a stretch that holds the wanted range, as near to the middle as possible.
 */
function placed(
  from: number,
  length: number,
  middle: number,
  stretch: number,
  whole: number,
): number {
  const start =
    length > stretch
      ? from + (length - stretch) / 2
      : Math.min(from, Math.max(middle, from + length - stretch));
  return Math.round(Math.min(Math.max(0, start), whole - stretch));
}

export function headOf({ bounds }: Pick<PhotoFace, 'bounds'>, photo: Size): Rect {
  const { x, y, width, height } = bounds;
  const left = Math.max(0, x - KEEPING.beside * width);
  const top = Math.max(0, y - KEEPING.above * height);
  const right = Math.min(photo.width, x + (1 + KEEPING.beside) * width);
  const bottom = Math.min(photo.height, y + (1 + KEEPING.below) * height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the largest object that is neither a detail nor the scene itself. */
export function mainObject(
  objects: readonly Pick<ObjectInSight, 'outlines'>[],
  photo: Size,
): Rect | undefined {
  const whole = photo.width * photo.height;
  const share = ({ width, height }: Rect): number => (width * height) / whole;
  return objects
    .flatMap(({ outlines }) => boundsOfOutlines(outlines) ?? [])
    .filter((rect) => share(rect) >= KEEPING.leastObject && share(rect) <= KEEPING.mostObject)
    .toSorted((a, b) => share(b) - share(a))[0];
}

function boundsOfOutlines(outlines: ObjectInSight['outlines']): Rect | undefined {
  const numbers = outlines.flat();
  const across = numbers.filter((_, index) => index % 2 === 0);
  const down = numbers.filter((_, index) => index % 2 === 1);
  if (across.length === 0) return undefined;
  const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b));
  const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b));
  const [x, y] = [least(across), least(down)];
  return { x, y, width: most(across) - x, height: most(down) - y };
}
