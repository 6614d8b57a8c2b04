/** Variants are results of one operation on nearly the same area, of which one is kept. */
import { rectArea, unionRects, type Rect } from '../geometry/rect.ts';

const VARIANT_SLOTS = {
  /** Least overlap of two variants; a grown mask has a larger area. */
  overlap: 0.6,
  /** How long variants that are not shown are kept after the last one was shown or hidden, ms. */
  kept: 7 * 24 * 60 * 60_000,
} as const;

export interface PlacedResult {
  readonly id: string;
  readonly number: number;
  readonly operation: 'cleanup' | 'remove-text' | 'merge-face' | 'recipe';
  /** Photo space. */
  readonly rect: Rect;
  readonly state: 'applied' | 'hidden';
  /** When it was last made, shown or hidden, ms since 1970. */
  readonly lookedAt: number;
  /** Results of the same run are parts, not variants. */
  readonly runId?: string | undefined;
  /** Results below it when it was made: it is based on them, and no variant of them. */
  readonly baseIds: readonly string[];
}

export interface VariantSlot<Result> {
  /** At most one is shown; oldest first. */
  readonly variants: readonly [Result, ...Result[]];
  /** The one that is shown, or was shown last. */
  readonly front: Result;
}

/** Splits a group with several shown results, because all are part of the picture. */
export function variantSlots<Result extends PlacedResult>(
  results: readonly Result[],
): readonly VariantSlot<Result>[] {
  const groups: [Result, ...Result[]][] = [];
  for (const result of results.toSorted((a, b) => a.number - b.number)) {
    const group = groupOf(groups, result);
    if (group === undefined) groups.push([result]);
    else group.push(result);
  }
  return groups
    .flatMap(apart)
    .map((variants) => ({ variants, front: frontOf(variants) }))
    .toSorted((a, b) => newestNumber(a.variants) - newestNumber(b.variants));
}

export function variantSlotOf<Result extends PlacedResult>(
  results: readonly Result[],
  id: string | undefined,
): VariantSlot<Result> | undefined {
  return variantSlots(results).find(({ variants }) => variants.some((each) => each.id === id));
}

/** @returns ms since 1970; `undefined` if all are kept, because nothing replaces them */
export function keptUntil({ variants, front }: VariantSlot<PlacedResult>): number | undefined {
  // The result of a face merge belongs to Faces.
  if (variants.length < 2 || front.state === 'hidden') return undefined;
  if (front.operation === 'merge-face') return undefined;
  return Math.max(...variants.map(({ lookedAt }) => lookedAt)) + VARIANT_SLOTS.kept;
}

function groupOf<Result extends PlacedResult>(
  groups: readonly [Result, ...Result[]][],
  result: Result,
): [Result, ...Result[]] | undefined {
  let best: [Result, ...Result[]] | undefined;
  let most: number = VARIANT_SLOTS.overlap;
  for (const group of groups) {
    let share = 0;
    for (const each of group) share = Math.max(share, sharedPart(each, result));
    if (share < most || group.some(({ id }) => result.baseIds.includes(id))) continue;
    [best, most] = [group, share];
  }
  return best;
}

/** Makes one group per shown result; hidden ones join the one they overlap most. */
function apart<Result extends PlacedResult>(
  group: [Result, ...Result[]],
): readonly [Result, ...Result[]][] {
  const shown = group.filter(({ state }) => state === 'applied');
  if (shown.length < 2) return [group];
  const apart = shown.map((result): [Result, ...Result[]] => [result]);
  for (const result of group.filter(({ state }) => state === 'hidden')) {
    const shares = shown.map((each) => sharedPart(each, result));
    apart[shares.lastIndexOf(Math.max(...shares))]?.push(result);
  }
  for (const variants of apart) variants.sort((a, b) => a.number - b.number);
  return apart;
}

function frontOf<Result extends PlacedResult>(variants: readonly [Result, ...Result[]]): Result {
  const shown = variants.find(({ state }) => state === 'applied');
  if (shown !== undefined) return shown;
  return variants.reduce((last, each) => (each.lookedAt >= last.lookedAt ? each : last));
}

function newestNumber(variants: readonly PlacedResult[]): number {
  return variants.at(-1)?.number ?? 0;
}

/** Returns intersection over union of the areas; 0 if they are no variants. */
function sharedPart(a: PlacedResult, b: PlacedResult): number {
  const [one, other] = [a.rect, b.rect];
  const left = Math.max(one.x, other.x);
  const right = Math.min(one.x + one.width, other.x + other.width);
  if (right <= left) return 0; // The usual case: a photo may have thousands.
  const top = Math.max(one.y, other.y);
  const bottom = Math.min(one.y + one.height, other.y + other.height);
  if (bottom <= top || a.operation !== b.operation) return 0;
  if (a.runId !== undefined && a.runId === b.runId) return 0;
  return ((right - left) * (bottom - top)) / rectArea(unionRects(one, other));
}
