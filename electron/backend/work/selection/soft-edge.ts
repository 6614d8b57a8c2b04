/** Measures how far an object's colour fades beyond its outline, across it. */
import {
  intersectRects,
  rectOfSize,
  type Point,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';
import { MASK_VALUE } from '../../../../shared/api/cleanup.ts';
import { fillStroke } from '../../../../shared/selection/raster-shapes.ts';
import { nearestDistances } from '../../vision/imaging/sent/mask-ring.ts';
import type { Selected } from './found-pixels.ts';
import type { HeldPicture } from './messages.ts';

const RIM = {
  /** Widest soft edge, picture pixels. */
  most: 40,
  /** Distance between samples along the outline, pixels, and their largest number. */
  step: 3,
  places: 4000,
  /** Samples this far apart don't represent what is between them: the usual width is taken. */
  ragged: 16,
  /** Outline pixels per selected pixel above which a selection is grain and has no soft edge. */
  grain: 0.5,
  /** Samples averaged on each side against grain and texture. */
  averaged: 4,
  /** Samples on each side for the median. */
  steadied: 8,
  /** Largest offset of the edge from the outline, raster pixels. */
  beside: 4,
  /** A multiple of the usual width beyond which another edge was included. */
  wider: 3,
  /** The soft edge ends where the slope has fallen to this fraction of its maximum. */
  end: 0.1,
  /** Least contrast of both sides, levels. */
  leastContrast: 8,
  /** Pixels beyond the edge for the background colour, and the largest sharpening halo. */
  surroundings: 8,
  halo: 4,
  /** Least contrast of a halo, as a fraction. */
  haloShare: 0.08,
  /** Pixels on both sides for the tangent. */
  tangent: 6,
  /** Shorter outlines are holes and crumbs, which take the usual width. */
  shortest: 24,
  /** Most measured outlines, longest first; others take the usual width. */
  outlines: 400,
} as const;

/** Picture pixels, with the outward normal. */
export interface EdgePlace {
  readonly x: number;
  readonly y: number;
  readonly outX: number;
  readonly outY: number;
}

/** @param beside largest offset of the edge, picture pixels @returns whole picture pixels */
export function edgeReaches(
  picture: HeldPicture,
  lines: readonly (readonly EdgePlace[])[],
  beside: number,
): { readonly usual: number; readonly reaches: readonly Uint8Array[] } {
  const measured = lines.map((line) => {
    const profiles = line.map((place) => profileAt(picture, place));
    return line.map((_place, index) => {
      const near = windowOf(profiles, index, RIM.averaged);
      return near.length <= RIM.averaged ? undefined : reachOf(averageOf(near), beside);
    });
  });
  const all = measured.flat().filter((reach) => reach !== undefined);
  const usual = middleOf(all) ?? 0;
  const widest = Math.max(RIM.wider * usual, usual + RIM.step);
  const reaches = measured.map((line) =>
    Uint8Array.from(line, (_reach, index) => {
      const known = middleOf(windowOf(line, index, RIM.steadied)) ?? usual;
      return Math.max(usual, Math.min(known, widest));
    }),
  );
  return { usual, reaches };
}

interface TracedSelection extends Selected {
  /** Area in picture pixels, at full resolution. */
  readonly crop: Rect;
  /** Result of `edgesOf`. */
  readonly edges: readonly (readonly number[])[];
}

/** @param cut picture pixels per raster pixel @param isKept excludes picture pixels */
export function withSoftEdge(
  picture: HeldPicture,
  selected: TracedSelection,
  cut: number,
  isKept: (x: number, y: number) => boolean = () => false,
): Selected & { readonly rect: Rect } {
  const { crop, edges } = selected;
  const ways = edges
    .filter((corners) => lengthOf(corners) >= RIM.shortest)
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, RIM.outlines)
    .map(wayOf);
  const total = ways.reduce((sum, way) => sum + way.length / 2, 0);
  const step = Math.max(RIM.step, Math.ceil(total / RIM.places));
  const lines = ways.map((way) => placesOf(way, step, crop));
  const all = edges.reduce((sum, corners) => sum + lengthOf(corners), 0);
  const count = selected.pixels.reduce((sum, value) => sum + value, 0);
  const isGrain = all > RIM.places * RIM.ragged && all > RIM.grain * count;
  const { usual, reaches } = edgeReaches(
    picture,
    isGrain ? [] : lines,
    RIM.beside * Math.max(1, cut),
  );
  const rect = grownWithin(crop, RIM.most, picture);
  const pixels = widened(selected, { x: crop.x - rect.x, y: crop.y - rect.y }, rect, usual);
  for (const [index, way] of (step > RIM.ragged ? [] : ways).entries()) {
    for (const [place, reach] of (reaches[index] ?? new Uint8Array()).entries()) {
      if (reach <= usual) continue;
      const points: Point[] = [];
      for (let at = place * step; at <= (place + 1) * step && 2 * at < way.length; at++) {
        const [x = 0, y = 0] = way.subarray(2 * at, 2 * at + 2);
        points.push({ x: x + crop.x - rect.x, y: y + crop.y - rect.y });
      }
      fillStroke(pixels, rect, points, reach, 1);
    }
  }
  for (let y = 0; y < rect.height; y++) {
    for (let x = 0; x < rect.width; x++) {
      const at = y * rect.width + x;
      if (pixels[at] === 1 && isKept(rect.x + x, rect.y + y)) pixels[at] = 0;
    }
  }
  for (let y = 0; y < selected.height; y++) {
    const start = (crop.y + y - rect.y) * rect.width + crop.x - rect.x;
    for (let x = 0; x < selected.width; x++) {
      if (selected.pixels[y * selected.width + x] === 1) pixels[start + x] = 1;
    }
  }
  return { width: rect.width, height: rect.height, pixels, rect };
}

/** @param at position in the raster */
function widened(selected: Selected, at: Point, size: Size, by: number): Uint8Array {
  const { width, height } = size;
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < selected.height; y++) {
    const row = selected.pixels.subarray(y * selected.width, (y + 1) * selected.width);
    pixels.set(
      row.map((value) => value * MASK_VALUE.remove),
      (at.y + y) * width + at.x,
    );
  }
  return nearestDistances({ width, height, pixels }, by).map((distance) =>
    distance <= by ? 1 : 0,
  );
}

function lengthOf(corners: readonly number[]): number {
  let length = 0;
  for (let at = 0; at < corners.length; at++) {
    length += Math.abs(
      (corners[at] ?? 0) - (corners[at < 2 ? corners.length - 2 + at : at - 2] ?? 0),
    );
  }
  return length;
}

/** All pixel corners of an outline, alternating x and y. */
function wayOf(corners: readonly number[]): Int32Array {
  const way = new Int32Array(2 * lengthOf(corners));
  let x = corners.at(-2) ?? 0;
  let y = corners.at(-1) ?? 0;
  let count = 0;
  for (let at = 0; at + 1 < corners.length; at += 2) {
    const [toX = 0, toY = 0] = [corners[at], corners[at + 1]];
    while (x !== toX || y !== toY) {
      x += Math.sign(toX - x);
      y += Math.sign(toY - y);
      way[count] = x;
      way[count + 1] = y;
      count += 2;
    }
  }
  return way;
}

/** The object is on the right of its outlines. */
function placesOf(way: Int32Array, step: number, { x: left, y: top }: Rect): EdgePlace[] {
  const length = way.length / 2;
  const pointAt = (at: number): Point => {
    const index = 2 * ((at + length) % length);
    return { x: left + (way[index] ?? 0), y: top + (way[index + 1] ?? 0) };
  };
  const places: EdgePlace[] = [];
  const apart = Math.min(RIM.tangent, Math.floor(length / 8));
  for (let at = 0; at < length; at += step) {
    const from = pointAt(at - apart);
    const to = pointAt(at + apart);
    const distance = Math.hypot(to.x - from.x, to.y - from.y);
    const [outX, outY] =
      distance === 0 ? [0, 0] : [(to.y - from.y) / distance, (from.x - to.x) / distance];
    places.push({ ...pointAt(at), outX, outY });
  }
  return places;
}

type Profile = Float32Array;
const SAMPLES = 2 * RIM.most + 1;

/** @returns nothing if the profile leaves the picture, or has no direction */
function profileAt(picture: HeldPicture, place: EdgePlace): Profile | undefined {
  const { x, y, outX, outY } = place;
  const { width, height, rgb } = picture;
  if (outX === 0 && outY === 0) return undefined;
  const outside = { x: x + outX * RIM.surroundings, y: y + outY * RIM.surroundings };
  if (outside.x < 0 || outside.y < 0 || outside.x > width || outside.y > height) return undefined;
  const profile = new Float32Array(SAMPLES * 3);
  for (let sample = 0; sample < SAMPLES; sample++) {
    const away = sample - RIM.most;
    const atX = Math.min(width - 1, Math.max(0, x + outX * away - 0.5));
    const atY = Math.min(height - 1, Math.max(0, y + outY * away - 0.5));
    const left = Math.floor(atX);
    const top = Math.floor(atY);
    const right = Math.min(width - 1, left + 1);
    const bottom = Math.min(height - 1, top + 1);
    for (let channel = 0; channel < 3; channel++) {
      const at = (row: number, column: number): number =>
        rgb[(row * width + column) * 3 + channel] ?? 0;
      const upper = at(top, left) + (at(top, right) - at(top, left)) * (atX - left);
      const lower = at(bottom, left) + (at(bottom, right) - at(bottom, left)) * (atX - left);
      profile[sample * 3 + channel] = upper + (lower - upper) * (atY - top);
    }
  }
  return profile;
}

function averageOf(profiles: readonly Profile[]): Profile {
  const sum = new Float32Array(SAMPLES * 3);
  for (const profile of profiles) {
    for (let index = 0; index < sum.length; index++) {
      sum[index] = (sum[index] ?? 0) + (profile[index] ?? 0) / profiles.length;
    }
  }
  return sum;
}

/** Where the object's colour ends, pixels beyond the outline. @returns nothing without an edge */
function reachOf(profile: Profile, beside: number): number | undefined {
  const slope = (away: number, channel: number): number => {
    const at = (away + RIM.most) * 3 + channel;
    return ((profile[at + 3] ?? 0) - (profile[at - 3] ?? 0)) / 2;
  };
  const [steepest, most] = steepestOf(slope, Math.min(beside, RIM.most - 2));
  const along = (away: number): number =>
    [0, 1, 2].reduce((sum, each) => sum + slope(away, each) * slope(steepest, each), 0) / most;
  const endOf = (direction: 1 | -1): number => {
    let away = steepest;
    while (Math.abs(away + direction) < RIM.most - 1 && along(away) > RIM.end * most)
      away += direction;
    return away;
  };
  const outer = endOf(1);
  const inner = endOf(-1);
  const contrast = differenceOf(profile, inner, outer);
  if (contrast < RIM.leastContrast) return undefined;
  return Math.max(0, withHalo(profile, outer, contrast));
}

function steepestOf(
  slope: (away: number, channel: number) => number,
  beside: number,
): readonly [number, number] {
  let [steepest, most, best] = [0, 0, -1];
  for (let away = -Math.floor(beside); away <= beside; away++) {
    const size = Math.hypot(slope(away, 0), slope(away, 1), slope(away, 2));
    const weighed = size * (1 - Math.abs(away) / (2 * beside + 2));
    if (weighed > best) [steepest, most, best] = [away, size, weighed];
  }
  return [steepest, most];
}

function withHalo(profile: Profile, outer: number, contrast: number): number {
  const last = Math.min(RIM.most, outer + RIM.halo + RIM.surroundings);
  const around = [0, 1, 2].map((channel) => {
    const levels: number[] = [];
    for (let away = outer + RIM.halo; away <= last; away++) {
      levels.push(profile[(away + RIM.most) * 3 + channel] ?? 0);
    }
    const middle = middleOf(levels) ?? 0;
    return { middle, spread: middleOf(levels.map((level) => Math.abs(level - middle))) ?? 0 };
  });
  for (let away = Math.min(RIM.most, outer + RIM.halo); away > outer; away--) {
    const at = (away + RIM.most) * 3;
    const off = around.map(({ middle }, each) => (profile[at + each] ?? 0) - middle);
    const spread = Math.hypot(...around.map((each) => each.spread));
    if (Math.hypot(...off) > Math.max(RIM.haloShare * contrast, 3 * spread)) return away;
  }
  return outer;
}

function differenceOf(profile: Profile, from: number, to: number): number {
  const differences = [0, 1, 2].map(
    (channel) =>
      (profile[(to + RIM.most) * 3 + channel] ?? 0) -
      (profile[(from + RIM.most) * 3 + channel] ?? 0),
  );
  return Math.hypot(...differences);
}

/** Known neighbours on a closed outline. */
function windowOf<Value>(
  values: readonly (Value | undefined)[],
  index: number,
  beside: number,
): Value[] {
  const near: Value[] = [];
  const reach = Math.min(beside, Math.floor((values.length - 1) / 2));
  for (let off = -reach; off <= reach; off++) {
    const value = values[(index + off + values.length) % values.length];
    if (value !== undefined) near.push(value);
  }
  return near;
}

function middleOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

function grownWithin({ x, y, width, height }: Rect, by: number, size: Size): Rect {
  const grown = { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
  return intersectRects(grown, rectOfSize(size));
}
