import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import type { Selected } from './found-pixels.ts';
import type { HeldPicture } from './messages.ts';
import { interpolate } from '../../../../shared/numbers.ts';
import { boxMean } from './box-mean.ts';
import { greyOf } from './spot-scales.ts';

const EDGE = {
  /** Tile side, pixels. */
  tile: 256,
  /** Radius of the filter, selection pixels. */
  reach: 2,
  /** Brightness variance below which there is no edge. */
  even: 40,
} as const;

/** Guided filter (He, Sun, Tang 2010). @param crop area of the selection in picture pixels */
export function followEdge(
  picture: HeldPicture,
  crop: Rect,
  selected: Selected,
  goOn: () => void,
): Selected {
  const { width, height } = crop;
  if (width === selected.width && height === selected.height) return selected;
  const larger = enlarged(selected, crop);
  const ratio = width / selected.width;
  const reach = Math.max(1, Math.round(ratio * EDGE.reach));
  const pixels = new Uint8Array(width * height);
  for (let top = 0; top < height; top += EDGE.tile) {
    goOn();
    for (let left = 0; left < width; left += EDGE.tile) {
      const tile = {
        x: left,
        y: top,
        width: Math.min(EDGE.tile, width - left),
        height: Math.min(EDGE.tile, height - top),
      };
      fillTile(picture, crop, larger, pixels, tile, reach);
    }
  }
  return { width, height, pixels };
}

/** Bilinear coverage, 0 to 1. */
interface Shares {
  readonly width: number;
  readonly height: number;
  at(x: number, y: number): number;
}

function enlarged({ width, height, pixels }: Selected, size: Rect): Shares {
  const across = width / size.width;
  const down = height / size.height;
  return {
    width: size.width,
    height: size.height,
    at(x, y) {
      const fromX = Math.min(width - 1, Math.max(0, (x + 0.5) * across - 0.5));
      const fromY = Math.min(height - 1, Math.max(0, (y + 0.5) * down - 0.5));
      const left = Math.floor(fromX);
      const top = Math.floor(fromY);
      const right = Math.min(width - 1, left + 1);
      const bottom = Math.min(height - 1, top + 1);
      const shareX = fromX - left;
      const upper = interpolate(pixels[top * width + left], pixels[top * width + right], shareX);
      const lower = interpolate(
        pixels[bottom * width + left],
        pixels[bottom * width + right],
        shareX,
      );
      return interpolate(upper, lower, fromY - top);
    },
  };
}

function fillTile(
  picture: HeldPicture,
  crop: Rect,
  shares: Shares,
  pixels: Uint8Array,
  tile: Rect,
  reach: number,
): void {
  const margin = 2 * reach;
  const left = Math.max(0, tile.x - margin);
  const top = Math.max(0, tile.y - margin);
  const width = Math.min(crop.width, tile.x + tile.width + margin) - left;
  const height = Math.min(crop.height, tile.y + tile.height + margin) - top;
  const share = new Float32Array(width * height);
  let least = 1;
  let most = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = shares.at(left + x, top + y);
      share[y * width + x] = value;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  if (most === 0) return;
  const filtered =
    least === 1
      ? share
      : guidedMean(
          greyOf(picture, { x: crop.x + left, y: crop.y + top, width, height }),
          share,
          { width, height },
          reach,
          EDGE.even,
        );
  for (let y = 0; y < tile.height; y++) {
    for (let x = 0; x < tile.width; x++) {
      const from = (tile.y + y - top) * width + tile.x + x - left;
      if ((filtered[from] ?? 0) >= 0.5) pixels[(tile.y + y) * crop.width + tile.x + x] = 1;
    }
  }
}

/** @param guide brightness @param even variance of the guide below which there is no edge */
function guidedMean(
  guide: Float32Array,
  values: Float32Array,
  { width, height }: Size,
  reach: number,
  even: number,
): Float32Array {
  const mean = (of: Float32Array): Float32Array => boxMean(of, width, height, reach);
  const meanGuide = mean(guide);
  const meanValues = mean(values);
  const both = mean(guide.map((value, index) => value * (values[index] ?? 0)));
  const squares = mean(guide.map((value) => value * value));
  const slopes = new Float32Array(guide.length);
  const starts = new Float32Array(guide.length);
  for (let index = 0; index < guide.length; index++) {
    const middle = meanGuide[index] ?? 0;
    const level = meanValues[index] ?? 0;
    const slope =
      ((both[index] ?? 0) - middle * level) / ((squares[index] ?? 0) - middle * middle + even);
    slopes[index] = slope;
    starts[index] = level - slope * middle;
  }
  const meanSlopes = mean(slopes);
  const meanStarts = mean(starts);
  return guide.map((value, index) => (meanSlopes[index] ?? 0) * value + (meanStarts[index] ?? 0));
}
