/** Finds black borders, and areas as a failed network tile leaves them. */
import type { UpscaleFindings } from '../../../../../shared/contract/upscale.ts';
import { rectOfSize, type Rect, type Size } from '../../../../../shared/geometry/rect.ts';
import {
  openResult,
  readSmallPair,
  type SmallPair,
  type UpscalePair,
} from '../sent/original-part.ts';

type ShareRect = UpscaleFindings['flat'][number];
type Side = 'left' | 'top' | 'right' | 'bottom';
type Border = Readonly<Record<Side, number>>;

const FINDINGS = {
  /** Longer side for the comparison, pixels. */
  longest: 768,
  /** Side of a compared block, pixels of the small pictures. */
  block: 16,
  /** Ignored border of a block, pixels. */
  edge: 3,
  /** Largest value of black; lossy photographs have a little noise. */
  blackUpTo: 2,
  /** Least brightness of a non-black original. */
  originalAbove: 20,
  /** Largest standard deviation without detail. */
  flatUpTo: 0.7,
  /** Least standard deviation of the original there. */
  originalSpread: 6,
  /** Greatest width of a border, pixels. */
  borderWithin: 16,
  /** Most reported areas of each kind. */
  most: 50,
} as const;

/** @param canHaveBorder the result was cropped; only then its edges are decoded again */
export async function findInUpscale(
  pair: UpscalePair,
  canHaveBorder = true,
): Promise<Omit<UpscaleFindings, 'rule'>> {
  const small = await readSmallPair(pair, rectOfSize(pair.raw), FINDINGS.longest);
  const { flat, black } = brokenParts(small, pair.raw);
  return { border: canHaveBorder ? await findBorder(pair) : null, flat, black };
}

function brokenParts(small: SmallPair, raw: Size): Pick<UpscaleFindings, 'flat' | 'black'> {
  const flat: ShareRect[] = [];
  const black: ShareRect[] = [];
  const { block, most } = FINDINGS;
  for (let y = 0; y < small.height; y += block) {
    for (let x = 0; x < small.width; x += block) {
      const part = {
        x,
        y,
        width: Math.min(block, small.width - x),
        height: Math.min(block, small.height - y),
      };
      const inner = withoutEdge(part);
      const before = statisticsOf(small.original, small.width, inner);
      const after = statisticsOf(small.result, small.width, inner);
      const isBlack = after.mean <= FINDINGS.blackUpTo && before.mean > FINDINGS.originalAbove;
      const isFlat = after.spread <= FINDINGS.flatUpTo && before.spread >= FINDINGS.originalSpread;
      const list = isBlack ? black : isFlat ? flat : undefined;
      if (list !== undefined && list.length < most) list.push(shareOf(part, small, raw));
    }
  }
  return { flat, black };
}

/** Scaling blends neighbours across a block's border. */
function withoutEdge({ x, y, width, height }: Rect): Rect {
  const across = Math.min(FINDINGS.edge, Math.floor((width - 1) / 2));
  const down = Math.min(FINDINGS.edge, Math.floor((height - 1) / 2));
  return { x: x + across, y: y + down, width: width - 2 * across, height: height - 2 * down };
}

/** Mean and spread over all channels. */
function statisticsOf(rgb: Uint8Array, stride: number, { x, y, width, height }: Rect) {
  let sum = 0;
  let squares = 0;
  const count = width * height * 3;
  for (let row = y; row < y + height; row++) {
    const from = (row * stride + x) * 3;
    for (let index = from; index < from + width * 3; index++) {
      const value = rgb[index] ?? 0;
      sum += value;
      squares += value * value;
    }
  }
  const mean = sum / count;
  return { mean, spread: Math.sqrt(Math.max(0, squares / count - mean * mean)) };
}

function shareOf(part: Rect, small: SmallPair, raw: Size): ShareRect {
  const across = small.part.width / small.width;
  const down = small.part.height / small.height;
  return {
    x: (small.part.x + part.x * across) / raw.width,
    y: (small.part.y + part.y * down) / raw.height,
    width: (part.width * across) / raw.width,
    height: (part.height * down) / raw.height,
  };
}

/** @returns `null` if there is none, or everything is black */
async function findBorder({ resultPath, raw, source, region, patches }: UpscalePair) {
  const border: Border = {
    left: await blackFrom(resultPath, raw, 'left'),
    top: await blackFrom(resultPath, raw, 'top'),
    right: await blackFrom(resultPath, raw, 'right'),
    bottom: await blackFrom(resultPath, raw, 'bottom'),
  };
  if (border.left + border.top + border.right + border.bottom === 0) return null;
  if (border.left + border.right >= raw.width || border.top + border.bottom >= raw.height)
    return null;
  // A black frame in the original is part of the picture.
  const placement = {
    x: border.left,
    y: border.top,
    width: raw.width - border.left - border.right,
    height: raw.height - border.top - border.bottom,
  };
  const small = await readSmallPair(
    { resultPath, raw, placement, source, region, patches },
    placement,
    FINDINGS.longest,
  );
  const kept: Border = {
    left: isEdgeBlack(small, 'left') ? 0 : border.left,
    top: isEdgeBlack(small, 'top') ? 0 : border.top,
    right: isEdgeBlack(small, 'right') ? 0 : border.right,
    bottom: isEdgeBlack(small, 'bottom') ? 0 : border.bottom,
  };
  return kept.left + kept.top + kept.right + kept.bottom === 0 ? null : kept;
}

async function blackFrom(path: string, { width, height }: Size, side: Side): Promise<number> {
  const isAcross = side === 'left' || side === 'right';
  const depth = Math.min(FINDINGS.borderWithin, isAcross ? width : height);
  const { data, info } = await openResult(path)
    .extract({
      left: side === 'right' ? width - depth : 0,
      top: side === 'bottom' ? height - depth : 0,
      width: isAcross ? depth : width,
      height: isAcross ? height : depth,
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isBlackAt = (line: number): boolean => {
    const length = isAcross ? info.height : info.width;
    for (let index = 0; index < length; index++) {
      const pixel = isAcross ? index * info.width + line : line * info.width + index;
      for (let channel = 0; channel < 3; channel++) {
        if ((data[pixel * 3 + channel] ?? 0) > FINDINGS.blackUpTo) return false;
      }
    }
    return true;
  };
  const isFromEnd = side === 'right' || side === 'bottom';
  let lines = 0;
  while (lines < depth && isBlackAt(isFromEnd ? depth - 1 - lines : lines)) lines += 1;
  return lines === depth ? 0 : lines; // Thicker than rounding can cause.
}

function isEdgeBlack({ original, width, height }: SmallPair, side: Side): boolean {
  const part = {
    left: { x: 0, y: 0, width: 1, height },
    right: { x: width - 1, y: 0, width: 1, height },
    top: { x: 0, y: 0, width, height: 1 },
    bottom: { x: 0, y: height - 1, width, height: 1 },
  }[side];
  return statisticsOf(original, width, part).mean <= FINDINGS.blackUpTo * 2;
}
