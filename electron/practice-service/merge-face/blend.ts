/** Laying one face over another, in the other's colours and with a soft edge. */
import type { Raster } from '../pictures/raster.ts';
import type { Ellipse } from './find-face.ts';
import { fromOklab, type Oklab, toOklab } from './oklab.ts';

const BLENDING = {
  /** Part of the radius from which the face fades out; at 1 nothing of it is left. */
  fade: 0.7,
  /** Most change of the contrast by colour matching, either way. */
  contrast: 1.7,
  /** Radius within which colours are compared: the face without hair and ground. */
  compared: 0.8,
} as const;

/** Mean and deviation of colours. */
interface ColourStatistics {
  readonly mean: Oklab;
  readonly deviation: Oklab;
}

/**
 * Puts the face of one picture over that of another, in place: ellipse on ellipse, in the other's
 * colours ("Color transfer between images", Reinhard et al., 2001, in Oklab), with a soft edge.
 * Samples outside the ellipse, and alpha, are not written.
 */
export function blendFace(photo: Raster, onto: Ellipse, source: Raster, from: Ellipse): void {
  const wanted = statistics(photo, onto);
  const given = statistics(source, from);
  const factors = wanted.deviation.map((deviation, channel) =>
    limit(deviation / Math.max(1e-4, given.deviation[channel] as number)),
  );
  const { width, height, channels, samples } = photo;
  const scale = samples instanceof Uint16Array ? 257 : 1;
  const top = Math.max(0, Math.ceil(onto.y - onto.halfHeight));
  const bottom = Math.min(height - 1, Math.floor(onto.y + onto.halfHeight));
  const left = Math.max(0, Math.ceil(onto.x - onto.halfWidth));
  const right = Math.min(width - 1, Math.floor(onto.x + onto.halfWidth));
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const across = (x + 0.5 - onto.x) / onto.halfWidth;
      const down = (y + 0.5 - onto.y) / onto.halfHeight;
      const weight = fadeOut(Math.hypot(across, down));
      if (weight === 0) continue;
      const colour = sample(
        source,
        from.x + across * from.halfWidth - 0.5,
        from.y + down * from.halfHeight - 0.5,
      );
      const lab = toOklab(colour[0], colour[1], colour[2]);
      const matched = fromOklab([matchedTo(lab, 0), matchedTo(lab, 1), matchedTo(lab, 2)]);
      const at = channels * (y * width + x);
      for (let channel = 0; channel < Math.min(3, channels); channel += 1) {
        const before = samples[at + channel] as number;
        const after = scale * (channels === 1 ? luma(matched) : (matched[channel] as number));
        samples[at + channel] = Math.round(before + weight * (after - before));
      }
    }
  }

  function matchedTo(lab: Oklab, channel: 0 | 1 | 2): number {
    const factor = factors[channel] as number;
    return wanted.mean[channel] + factor * (lab[channel] - given.mean[channel]);
  }
}

/** 1 in the middle, 0 at the edge of the ellipse and outside (smoothstep between). */
function fadeOut(radius: number): number {
  if (radius >= 1) return 0;
  const share = Math.max(0, (radius - BLENDING.fade) / (1 - BLENDING.fade));
  return 1 - share * share * (3 - 2 * share);
}

function statistics(photo: Raster, ellipse: Ellipse): ColourStatistics {
  const sums = [0, 0, 0];
  const squares = [0, 0, 0];
  let count = 0;
  const step = Math.max(1, Math.floor(ellipse.halfWidth / 60));
  const reach = BLENDING.compared;
  for (let y = -reach * ellipse.halfHeight; y <= reach * ellipse.halfHeight; y += step) {
    for (let x = -reach * ellipse.halfWidth; x <= reach * ellipse.halfWidth; x += step) {
      if (Math.hypot(x / ellipse.halfWidth, y / ellipse.halfHeight) > reach) continue;
      const [red, green, blue] = sample(photo, ellipse.x + x, ellipse.y + y);
      for (const [channel, value] of toOklab(red, green, blue).entries()) {
        sums[channel] = (sums[channel] as number) + value;
        squares[channel] = (squares[channel] as number) + value * value;
      }
      count += 1;
    }
  }
  const mean = sums.map((sum) => sum / count);
  const deviation = squares.map((square, channel) =>
    Math.sqrt(Math.max(0, square / count - (mean[channel] as number) ** 2)),
  );
  return { mean: asLab(mean), deviation: asLab(deviation) };
}

function asLab(values: readonly number[]): Oklab {
  return [values[0] ?? 0, values[1] ?? 0, values[2] ?? 0];
}

/** Colour between pixels (bilinear), 0 to 255; pictures go on beyond their edge. */
function sample(photo: Raster, x: number, y: number): [number, number, number] {
  const { width, height, channels, samples } = photo;
  const shift = samples instanceof Uint16Array ? 257 : 1;
  const column = Math.max(0, Math.min(width - 1, x));
  const row = Math.max(0, Math.min(height - 1, y));
  const left = Math.floor(column);
  const top = Math.floor(row);
  const right = Math.min(width - 1, left + 1);
  const bottom = Math.min(height - 1, top + 1);
  const fromLeft = column - left;
  const fromTop = row - top;
  const value = (channel: number): number => {
    const offset = channels === 1 ? 0 : channel;
    const at = (px: number, py: number): number =>
      (samples[channels * (py * width + px) + offset] as number) / shift;
    const upper = at(left, top) * (1 - fromLeft) + at(right, top) * fromLeft;
    const lower = at(left, bottom) * (1 - fromLeft) + at(right, bottom) * fromLeft;
    return upper * (1 - fromTop) + lower * fromTop;
  };
  return [value(0), value(1), value(2)];
}

function limit(factor: number): number {
  return Math.max(1 / BLENDING.contrast, Math.min(BLENDING.contrast, factor));
}

function luma([red, green, blue]: readonly [number, number, number]): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}
