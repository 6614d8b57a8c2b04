/**
 * The soft rim of a thing: how far its own colour reaches beyond its outline, where it fades into that of the
 * surroundings. Measured across the outline, so that it is right for a sharp edge, a blurred one, and at any size.
 */
import {
  intersectRects,
  rectOfSize,
  type Point,
  type Rect,
  type Size,
} from '../../../shared/geometry/rect.ts';
import { fillStroke } from '../../../shared/selection/raster-shapes.ts';
import { traceOutlines } from '../../../shared/selection/trace-outlines.ts';
import type { Selected } from './found-pixels.ts';
import type { HeldPicture } from './messages.ts';

const RIM = {
  /** Widest rim, pixels of the picture. */
  most: 40,
  /** Pixels along the outline between two places that are looked at, and most places. */
  step: 3,
  places: 4000,
  /** Places on each side that are averaged, so that grain and texture even out … */
  averaged: 4,
  /** … and those whose median counts. */
  steadied: 8,
  /** How far beside the outline the edge may lie, in pixels of the raster that the outline was cut in. */
  beside: 4,
  /** A place whose rim is wider than so many times the usual one lies before something else that changes there. */
  wider: 3,
  /** The rim ends where the change has fallen to this share of its steepest. */
  end: 0.1,
  /** Levels between both sides below which an edge tells nothing. */
  leastContrast: 8,
  /** Pixels beyond the rim that tell the surroundings' colour, and how far a halo of sharpening may reach. */
  surroundings: 8,
  halo: 4,
  /** Share of the contrast by which a halo stands out. */
  haloShare: 0.08,
  /** Pixels on both sides of a place that tell the direction of the outline. */
  tangent: 6,
  /** Shorter outlines are pin holes and crumbs: they take what the others say. */
  shortest: 24,
} as const;

/** A place of an outline, pixels of the picture, with the direction that leads out of the thing (length 1). */
export interface RimPlace {
  readonly x: number;
  readonly y: number;
  readonly outX: number;
  readonly outY: number;
}

/**
 * How far the thing reaches beyond its outline at each place.
 *
 * @param lines places in their order, about {@link RIM.step} pixels apart
 * @param beside how far the edge may lie beside the outline, pixels of the picture
 * @returns pixels of the picture, at least 0, one number for each place
 */
export function rimReaches(
  picture: HeldPicture,
  lines: readonly (readonly RimPlace[])[],
  beside: number,
): readonly Float32Array[] {
  const measured = lines.map((line) => {
    const profiles = line.map((place) => profileAt(picture, place));
    return line.map((_place, index) => {
      const near = windowOf(profiles, index, RIM.averaged);
      return near.length <= RIM.averaged ? undefined : reachOf(averageOf(near), beside);
    });
  });
  const all = measured.flat().filter((reach) => reach !== undefined);
  const usual = middleOf(all) ?? 0;
  return measured.map((line) =>
    Float32Array.from(line, (_reach, index) => {
      const known = middleOf(windowOf(line, index, RIM.steadied)) ?? usual;
      return Math.max(usual, Math.min(known, Math.max(RIM.wider * usual, usual + RIM.step)));
    }),
  );
}

/**
 * A selection with its soft rim.
 *
 * @param crop what the selection stands for, pixels of the picture; the selection has as many
 * @param cut pixels of the picture for one of the raster that the outline was cut in
 * @param isKept pixels of the picture that are not taken along
 * @returns over `rect`, pixels of the picture
 */
export function withRim(
  picture: HeldPicture,
  crop: Rect,
  selected: Selected,
  cut: number,
  isKept: (x: number, y: number) => boolean = () => false,
): Selected & { readonly rect: Rect } {
  const ways = traceOutlines(selected.pixels, selected).map((corners) => wayOf(corners, crop));
  const total = ways.reduce((sum, way) => sum + way.length, 0);
  const step = Math.max(RIM.step, Math.ceil(total / RIM.places));
  const lines = ways.map((way) => placesOf(way, step));
  const reaches = rimReaches(picture, lines, RIM.beside * Math.max(1, cut));
  const rect = grownWithin(crop, RIM.most, picture);
  const pixels = new Uint8Array(rect.width * rect.height);
  for (const [index, way] of ways.entries()) {
    for (const [place, reach] of (reaches[index] ?? []).entries()) {
      if (reach === 0) continue;
      const points = way.slice(place * step, (place + 1) * step + 1);
      const inRect = points.map(({ x, y }) => ({ x: x - rect.x, y: y - rect.y }));
      fillStroke(pixels, rect, inRect, reach, 1);
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

/** All corners of pixels on an outline, one pixel apart, in pixels of the picture. */
function wayOf(corners: readonly number[], { x: left, y: top }: Rect): Point[] {
  const way: Point[] = [];
  let x = corners.at(-2) ?? 0;
  let y = corners.at(-1) ?? 0;
  for (let at = 0; at + 1 < corners.length; at += 2) {
    const [toX = 0, toY = 0] = [corners[at], corners[at + 1]];
    while (x !== toX || y !== toY) {
      x += Math.sign(toX - x);
      y += Math.sign(toY - y);
      way.push({ x: left + x, y: top + y });
    }
  }
  return way;
}

/** Outlines have the thing on their right-hand side. */
function placesOf(way: readonly Point[], step: number): RimPlace[] {
  const places: RimPlace[] = [];
  const apart = Math.min(RIM.tangent, Math.floor(way.length / 8));
  for (let at = 0; at < way.length; at += step) {
    const here = way[at] ?? ORIGIN;
    const from = way[(at - apart + way.length) % way.length] ?? ORIGIN;
    const to = way[(at + apart) % way.length] ?? ORIGIN;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const isKnown = way.length >= RIM.shortest && length > 0;
    const [outX, outY] = isKnown ? [(to.y - from.y) / length, (from.x - to.x) / length] : [0, 0];
    places.push({ ...here, outX, outY });
  }
  return places;
}

const ORIGIN: Point = { x: 0, y: 0 };

/** Colours on the way across the outline: red, green, blue by turns, from inside to outside. */
type Profile = Float32Array;
const SAMPLES = 2 * RIM.most + 1;

/** @returns nothing where the way leads out of the picture, or has no direction */
function profileAt(picture: HeldPicture, place: RimPlace): Profile | undefined {
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

/** Where the thing's colour ends, pixels beyond the outline. @returns nothing where no edge is seen */
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

/** Near the outline, those farther from it count less. @returns its place, and levels for a pixel */
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

/** Sharpening draws a line beside an edge: it goes with the thing, too. */
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

/** Those beside a place that are known; an outline is closed. */
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
