/** Plans regions, fast enough to run on every change of the mask. */
import { AppError, invalidInput } from '../errors/app-error.ts';
import type { PackedMaskTile } from '../mask/mask-tiles.ts';
import { assignPixels } from './region-assignment.ts';
import { maskBounds } from './mask-bounds.ts';
import {
  CELL_SIDE,
  connectedGroups,
  createPixelCounter,
  groupOf,
  joinGroups,
  paintedCells,
  tilesOfGroups,
  type CellGroup,
} from './mask-cells.ts';
import { cutMask } from './mask-cut.ts';
import {
  containsRect,
  intersectRects,
  isEmptyRect,
  rectArea,
  rectOfSize,
  unionRects,
  type Rect,
  type Size,
} from './rect.ts';
import { LIMITS } from '../api/limits.ts';

/** Photo pixels. */
export const REGION = {
  /** Least padding on each side: the fill needs something to continue. */
  minPadding: 96,
  /** Least padding as a fraction of the painted box's longer side, so that large holes get more. */
  paddingShare: 0.5,
  /** Smaller crops are grown to this side, because models work poorly on tiny pictures. */
  minSide: 512,
  maxPixels: LIMITS.cleanup.maxPixels,
  /** Above this area, the thickness of the paint sets the padding: a long line needs little. */
  largePixels: 4_000_000,
  /** Largest ratio of length to thickness that counts. */
  mostLength: 4,
} as const;

/**
 * @param painted inside the photo, photo space
 * @param thickness average across the longer side; default: that of a full box
 * @returns photo space; padding shrinks to stay within `REGION.maxPixels`
 * @throws AppError `empty-mask`, `too-large` if the painted box alone exceeds the limit
 */
export function planRegion(painted: Rect, photo: Size, thickness: number = Infinity): Rect {
  if (isEmptyRect(painted)) {
    throw new AppError(
      'empty-mask',
      'Nothing is painted yet. Paint over the parts to remove, then run the clean-up.',
    );
  }
  if (rectArea(painted) > REGION.maxPixels) {
    throw new AppError(
      'too-large',
      `The painted area is ${megapixels(painted)} megapixels. One clean-up takes up to 16. Paint and clean up one part at a time.`,
      { details: { width: painted.width, height: painted.height } },
    );
  }
  const longer = Math.max(painted.width, painted.height);
  const usual = pad(painted, photo, largestPadding(painted, photo, paddingOf(longer)));
  if (rectArea(usual) <= REGION.largePixels) return usual;
  const length = Math.min(longer, thickness * REGION.mostLength);
  return pad(painted, photo, largestPadding(painted, photo, paddingOf(length)));
}

function paddingOf(length: number): number {
  return Math.max(REGION.minPadding, Math.ceil(length * REGION.paddingShare));
}

/** Returns the largest padding up to `wanted` within the pixel limit. */
function largestPadding(painted: Rect, photo: Size, wanted: number): number {
  let low = 0;
  let high = wanted;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (rectArea(pad(painted, photo, middle)) <= REGION.maxPixels) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function fitsOneCall(painted: Rect, photo: Size): boolean {
  return rectArea(pad(painted, photo, REGION.minPadding)) <= REGION.maxPixels;
}

function pad(painted: Rect, photo: Size, padding: number): Rect {
  const across = padSpan(painted.x, painted.width, photo.width, padding);
  const down = padSpan(painted.y, painted.height, photo.height, padding);
  return { x: across.start, y: down.start, width: across.length, height: down.length };
}

/** Shifts a span at the border inside instead of cropping it. */
function padSpan(start: number, length: number, limit: number, padding: number) {
  const least = padding === 0 ? length : REGION.minSide;
  const wanted = Math.min(limit, Math.max(length + 2 * padding, least));
  const before = Math.floor((wanted - length) / 2);
  return { start: Math.min(Math.max(0, start - before), limit - wanted), length: wanted };
}

function megapixels(rect: Rect): string {
  return (rectArea(rect) / 1_000_000).toFixed(1);
}

export interface MaskRegion {
  /** Sent area, photo space. */
  readonly region: Rect;
  /** Bounds of its own paint, photo space. */
  readonly painted: Rect;
  /** Its own paint; each painted pixel belongs to exactly one region. */
  readonly tiles: readonly PackedMaskTile[];
  /** Sent with the mask, because it will be removed too, but not used from the answer. */
  readonly others: readonly PackedMaskTile[];
}

/**
 * Paint whose regions would overlap is sent together if one call takes it. A long line is split if
 * that sends much less.
 * @returns from top to bottom, then left to right; deterministic
 * @throws AppError `empty-mask`
 */
export function planRegions(tiles: readonly PackedMaskTile[], photo: Size): readonly MaskRegion[] {
  const parts = placeParts(tiles, photo);
  const owned = tilesOfGroups(
    tiles,
    parts.map(({ group }) => group),
  );
  return withOthers(
    parts.map(({ group, region }, index) => ({
      region,
      painted: group.painted,
      tiles: owned[index] ?? [],
    })),
  );
}

/** Areas of {@link planRegions}, without copying pixels. */
export function placeRegions(tiles: readonly PackedMaskTile[], photo: Size): readonly Rect[] {
  return placeParts(tiles, photo).map(({ region }) => region);
}

function placeParts(tiles: readonly PackedMaskTile[], photo: Size): readonly Part[] {
  const groups = connectedGroups(paintedCells(tiles));
  if (groups.length === 0) planRegion(maskBounds([]), photo); // Throws `empty-mask`.
  const partOf = createPartOf(tiles, photo);
  const parts = groups.flatMap((group, line) =>
    partsOf(group, photo, partOf).map((part) => ({ ...part, lines: [line] })),
  );
  return [...merge(parts, photo, partOf)].sort(byPlace);
}

/** A pixel in several regions belongs to the one with most surroundings. @throws AppError */
export function useRegions(
  tiles: readonly PackedMaskTile[],
  regions: readonly Rect[],
  photo: Size,
): readonly MaskRegion[] {
  const bounds = maskBounds(tiles);
  if (isEmptyRect(bounds)) planRegion(bounds, photo); // Throws `empty-mask`.
  for (const region of regions) requireUsable(region, photo);
  const { owned, left } = assignPixels(tiles, regions, photo);
  if (left.length > 0) {
    const { x, y } = maskBounds(left);
    throw invalidInput(
      'Some of the mask is outside all boxes. Enlarge a box, add one, or reset the boxes.',
      { details: { x, y } },
    );
  }
  return withOthers(
    regions.flatMap((region, index) => {
      const own = owned[index] ?? [];
      return own.length === 0 ? [] : [{ region, painted: maskBounds(own), tiles: own }];
    }),
  );
}

function requireUsable(region: Rect, photo: Size): void {
  if (isEmptyRect(region) || !containsRect(rectOfSize(photo), region)) {
    throw invalidInput(
      `A box reaches outside the photo (${photo.width} × ${photo.height} pixels). Move it back, or reset the boxes.`,
    );
  }
  if (rectArea(region) > REGION.maxPixels) {
    throw new AppError(
      'too-large',
      `A box is ${megapixels(region)} megapixels. One clean-up takes up to 16. Make the box smaller, or use two.`,
      { details: { width: region.width, height: region.height } },
    );
  }
}

interface Part {
  readonly group: CellGroup;
  readonly region: Rect;
}

/** `lines`: indices of its groups; parts of one group are not merged again. */
interface PartOfLines extends Part {
  readonly lines: readonly number[];
}

/** A line is split if its parts send less than this fraction of the whole. */
const WORTH_SPLITTING = 0.7;

type PartOf = (group: CellGroup) => Part;

function createPartOf(tiles: readonly PackedMaskTile[], photo: Size): PartOf {
  const pixelsOf = createPixelCounter(tiles);
  return (group) => {
    const { painted } = group;
    const usual = planRegion(painted, photo);
    if (rectArea(usual) <= REGION.largePixels) return { group, region: usual };
    const thickness = pixelsOf(group) / Math.max(painted.width, painted.height);
    return { group, region: planRegion(painted, photo, thickness) };
  };
}

function partsOf(group: CellGroup, photo: Size, partOf: PartOf): readonly Part[] {
  if (rectArea(group.painted) > REGION.maxPixels) return split(group, photo, partOf);
  const whole = partOf(group);
  if (rectArea(whole.region) <= REGION.largePixels) return [whole];
  const halves = halvesOf(group);
  if (halves.length < 2) return [whole];
  const parts = halves.flatMap((half) => partsOf(half, photo, partOf));
  const sent = parts.reduce((sum, { region }) => sum + rectArea(region), 0);
  return sent < WORTH_SPLITTING * rectArea(whole.region) ? parts : [whole];
}

function split(group: CellGroup, photo: Size, partOf: PartOf): readonly Part[] {
  if (fitsOneCall(group.painted, photo)) return partsOf(group, photo, partOf);
  return halvesOf(group).flatMap((half) => split(half, photo, partOf));
}

function halvesOf({ painted, cells }: CellGroup): readonly CellGroup[] {
  const { x, y, width, height } = painted;
  const isWide = width >= height;
  // Between two cells, so that a cell never belongs to two parts.
  const middle = Math.round((isWide ? x + width / 2 : y + height / 2) / CELL_SIDE);
  const first = cells.filter(({ column, row }) => (isWide ? column : row) < middle);
  const second = cells.filter(({ column, row }) => (isWide ? column : row) >= middle);
  return [first, second].filter((half) => half.length > 0).map(groupOf);
}

function merge(parts: readonly PartOfLines[], photo: Size, partOf: PartOf): readonly Part[] {
  const waiting = parts.toReversed();
  const merged: PartOfLines[] = [];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const { group, region, lines } = part;
    const index = merged.findIndex((other) => {
      if (isEmptyRect(intersectRects(region, other.region))) return false;
      if (lines.some((line) => other.lines.includes(line))) return false;
      return fitsOneCall(unionRects(group.painted, other.group.painted), photo);
    });
    const [other] = index < 0 ? [] : merged.splice(index, 1);
    if (other === undefined) merged.push(part);
    else {
      const joined = partOf(joinGroups(other.group, group));
      waiting.push({ ...joined, lines: [...lines, ...other.lines] });
    }
  }
  return merged;
}

function withOthers(regions: readonly Omit<MaskRegion, 'others'>[]): readonly MaskRegion[] {
  return regions.map((own) => ({
    ...own,
    others: regions.flatMap((other) => {
      const isNear = !isEmptyRect(intersectRects(own.region, other.painted));
      return other === own || !isNear ? [] : cutMask(other.tiles, own.region);
    }),
  }));
}

function byPlace(a: Part, b: Part): number {
  return a.region.y - b.region.y || a.region.x - b.region.x;
}
