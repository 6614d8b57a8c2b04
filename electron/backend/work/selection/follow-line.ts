import type { Point } from '../../../../shared/geometry/rect.ts';
import { inRaster } from './finder-geometry.ts';
import { strokeToFound } from './found-stroke.ts';
import { cutStrip, type LineStrip } from './line-strip.ts';
import type { FoundLine, HeldPicture, SelectionWork } from './messages.ts';
import { ridgesOf, type Ridges } from './ridges.ts';
import { lineWithSoftEdge } from './line-edge.ts';

const FOLLOWING = {
  /** Search width on each side, as a fraction of the length, within bounds. */
  reach: 0.12,
  leastReach: 24,
  mostReach: 160,
  /** Most rows that the path moves per column. */
  steepest: 2,
  /** Cost of a row up or down, in strengths. */
  bend: 0.12,
  /** Distance of a clicked point from the line. */
  ends: 20,
  /** Mean strength of a line, and how much it may deviate: a wire, a crack. */
  lines: [
    { strength: 0.25, roughness: 1.2 },
    { strength: 0.85, roughness: 2.5 },
  ],
  /** Columns on each side for the deviation. */
  wander: 15,
  /** Width of a stroke without a detected line, photo pixels. */
  plainWidth: 8,
} as const;

type Place = Point & { readonly width: number };

/** Between consecutive points; see `FOLLOWING`. */
export function followLine(
  picture: HeldPicture,
  { points, width }: SelectionWork['line']['order'],
  goOn: () => void,
): FoundLine {
  const { rect } = picture;
  const scale = picture.width / rect.width;
  const path: Place[] = [];
  const covered: Place[] = [];
  const inPicture = inRaster(points, rect, scale);
  for (const [index, from] of inPicture.entries()) {
    const to = inPicture[index + 1];
    if (to === undefined) break;
    goOn();
    const wanted = width === undefined ? undefined : width * scale;
    const way = between(picture, from, to, wanted, scale);
    path.push(...way);
    covered.push(...lineWithSoftEdge(picture, way));
  }
  const only = inPicture[0];
  if (path.length === 0 && only !== undefined) {
    path.push({ ...only, width: (width ?? FOLLOWING.plainWidth) * scale });
    covered.push(...path);
  }
  const toPhoto = (place: Place): Place => ({
    x: place.x / scale + rect.x,
    y: place.y / scale + rect.y,
    width: place.width / scale,
  });
  const inPhoto = path.map(toPhoto);
  return { ...strokeToFound(covered.map(toPhoto), rect, inPhoto), path: inPhoto };
}

function between(
  picture: HeldPicture,
  from: Point,
  to: Point,
  wanted: number | undefined,
  scale: number,
): Place[] {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const reach = Math.round(
    Math.min(FOLLOWING.mostReach, Math.max(FOLLOWING.leastReach, distance * FOLLOWING.reach)),
  );
  const strip = cutStrip(picture, from, to, reach);
  const ridges = ridgesOf(strip);
  const { rows, strength } = cheapestWay(strip, ridges);
  if (!isLine(strength, roughnessOf(rows))) {
    const width = wanted ?? FOLLOWING.plainWidth * scale;
    return [
      { ...from, width },
      { ...to, width },
    ];
  }
  if (wanted !== undefined) {
    return Array.from(rows, (row, along) => ({
      ...strip.toPicture(along, row - strip.reach),
      width: wanted,
    }));
  }
  const edges = ridges.edgesAlong(rows);
  return Array.from(rows, (row, along) => {
    const { above, below } = edges[along] ?? { above: 0.5, below: 0.5 };
    const middle = row - strip.reach + (below - above) / 2;
    return { ...strip.toPicture(along, middle), width: above + below };
  });
}

/** A path through mere texture is weak and irregular. */
function isLine(strength: number, roughness: number): boolean {
  return FOLLOWING.lines.some((line) => strength >= line.strength && roughness <= line.roughness);
}

/** Deviation of the path from its own mean, rows. */
function roughnessOf(rows: Int32Array): number {
  const half = FOLLOWING.wander;
  let sum = 0;
  let count = 0;
  for (let along = half; along < rows.length - half; along++) {
    const near = rows.subarray(along - half, along + half + 1);
    const mean = near.reduce((total, row) => total + row, 0) / near.length;
    sum += (mean - (rows[along] ?? 0)) ** 2;
    count += 1;
  }
  return Math.sqrt(sum / Math.max(1, count));
}

/** Dynamic programming: rows with the least sum of weakness and bends. */
function cheapestWay(
  { length, reach }: LineStrip,
  { strengths }: Ridges,
): { readonly rows: Int32Array; readonly strength: number } {
  const count = 2 * reach + 1;
  const back = new Int8Array(length * count);
  let costs = new Float64Array(count);
  for (let row = 0; row < count; row++) costs[row] = endCost(row - reach);
  for (let along = 0; along < length; along++) {
    const next = new Float64Array(count);
    for (let row = 0; row < count; row++) {
      let best = Infinity;
      let step = 0;
      for (let bend = -FOLLOWING.steepest; bend <= FOLLOWING.steepest; bend++) {
        const before = row + bend;
        if (before < 0 || before >= count) continue;
        const cost = (costs[before] ?? Infinity) + Math.abs(bend) * FOLLOWING.bend;
        if (cost < best) {
          best = cost;
          step = bend;
        }
      }
      next[row] = best + 1 - (strengths[row * length + along] ?? 0);
      back[row * length + along] = step;
    }
    costs = next;
  }
  let row = reach;
  let least = Infinity;
  for (let end = 0; end < count; end++) {
    const cost = (costs[end] ?? Infinity) + endCost(end - reach);
    if (cost < least) [least, row] = [cost, end];
  }
  const rows = new Int32Array(length);
  let sum = 0;
  for (let along = length - 1; along >= 0; along--) {
    rows[along] = row;
    sum += strengths[row * length + along] ?? 0;
    row += back[row * length + along] ?? 0;
  }
  return { rows, strength: sum / length };
}

function endCost(beside: number): number {
  const away = Math.abs(beside);
  return away > FOLLOWING.ends ? Infinity : away * FOLLOWING.bend;
}
