/** Joining letters to lines: text stands in rows, and other things seldom do. */
import type { Character } from './characters.ts';

/** Letters that stand in a row. */
export interface TextLine {
  /** From left to right. */
  readonly characters: readonly Character[];
  /** Median height and stroke width of the letters, in pixels. */
  readonly height: number;
  readonly stroke: number;
}

const PAIRING = {
  /** Most ratio of two neighbours' heights: a capital beside a lower-case letter. */
  heights: 2.1,
  /** Most ratio of their stroke widths, after a pixel of slack. */
  strokes: 1.6,
  /** Most distance of their colours (Euclidean, RGB). */
  colours: 55,
  /** Most gap between their boxes, in heights of the larger. */
  gap: 1.1,
  /** Most overlap of their boxes, in widths of the narrower. */
  overlap: 0.4,
  /** Least common part of their heights, in heights of the smaller. */
  common: 0.5,
} as const;

const ROWS = {
  /** Least letters of a line. */
  letters: 3,
  /** Most deviation of the letters' lower or upper edges from a straight line, in heights. */
  alignment: 0.13,
  /** Share of the letters that keep to it, by their number: few could be there by chance. */
  aligned: [1, 0.75, 0.6],
  /** Least mean contrast by the number of letters. */
  contrast: [55, 45, 38, 26],
  /** A letter narrower than this part of its height is a bar, such as an l. */
  bar: 0.35,
  /** Least share of letters that are no bars: fences are not text. */
  noBars: 0.4,
  /** Most deviation of the stroke widths, in means. */
  strokes: 0.32,
  /** Steepest line: 20 degrees. */
  slope: 0.36,
} as const;

/** Groups letters to lines. A letter that stands alone is no text. */
export function findLines(characters: readonly Character[]): TextLine[] {
  const sorted = [...characters].sort((a, b) => a.region.left - b.region.left);
  const groups = createGroups(sorted.length);
  for (const [index, left] of sorted.entries()) {
    for (let other = index + 1; other < sorted.length; other += 1) {
      const right = sorted[other];
      if (right === undefined) break;
      const reach = PAIRING.gap * PAIRING.heights * left.height;
      if (right.region.left - left.region.right > reach) break;
      if (areNeighbours(left, right)) groups.join(index, other);
    }
  }
  return groups
    .lists()
    .map((members) => members.flatMap((member) => sorted[member] ?? []))
    .flatMap((members) => asLine(members) ?? []);
}

function areNeighbours(left: Character, right: Character): boolean {
  const [smaller, larger] = left.height < right.height ? [left, right] : [right, left];
  if (larger.height > PAIRING.heights * smaller.height) return false;
  if (ratio(left.stroke + 1, right.stroke + 1) > PAIRING.strokes) return false;
  const gap = right.region.left - left.region.right;
  if (gap > PAIRING.gap * larger.height) return false;
  if (-gap > PAIRING.overlap * Math.min(left.width, right.width)) return false;
  const common =
    Math.min(left.region.bottom, right.region.bottom) - Math.max(left.region.top, right.region.top);
  if (common < PAIRING.common * smaller.height) return false;
  return colourDistance(left, right) <= PAIRING.colours;
}

/** Checks a group; null when it is not a line of text. */
function asLine(members: readonly Character[]): TextLine | null {
  const characters = withoutNested(members);
  if (characters.length < ROWS.letters) return null;
  const height = median(characters.map((each) => each.height));
  const strokes = characters.map((each) => each.stroke);
  const meanStroke = strokes.reduce((sum, each) => sum + each, 0) / strokes.length;
  const deviation = Math.sqrt(
    strokes.reduce((sum, each) => sum + (each - meanStroke) ** 2, 0) / strokes.length,
  );
  if (deviation > ROWS.strokes * (meanStroke + 0.5)) return null;
  const bottoms = straightness(characters, (each) => each.region.bottom, height);
  const tops = straightness(characters, (each) => each.region.top, height);
  if (Math.max(bottoms, tops) < byCount(ROWS.aligned, characters.length)) return null;
  const contrast = characters.reduce((sum, each) => sum + each.contrast, 0) / characters.length;
  if (contrast < byCount(ROWS.contrast, characters.length)) return null;
  const broad = characters.filter((each) => each.width >= ROWS.bar * each.height);
  if (broad.length < ROWS.noBars * characters.length) return null;
  return { characters, height, stroke: median(strokes) };
}

/** The value for a line of so many letters: the first is for the least number. */
function byCount(values: readonly number[], count: number): number {
  return values[Math.min(values.length - 1, count - ROWS.letters)] ?? 0;
}

/** Regions inside others of the same line are the same letter. */
function withoutNested(members: readonly Character[]): Character[] {
  return members.filter((inner) =>
    members.every(
      (outer) =>
        outer === inner ||
        outer.region.pixels.length <= inner.region.pixels.length ||
        outer.region.left > inner.region.left ||
        outer.region.right < inner.region.right ||
        outer.region.top > inner.region.top ||
        outer.region.bottom < inner.region.bottom,
    ),
  );
}

/** Share of letters whose edge keeps to the best straight line, which may slope a little. */
function straightness(
  characters: readonly Character[],
  edge: (character: Character) => number,
  height: number,
): number {
  let best = 0;
  for (const [index, from] of characters.entries()) {
    for (const to of characters.slice(index + 1)) {
      const run = to.centreX - from.centreX;
      if (run <= 0) continue;
      const slope = (edge(to) - edge(from)) / run;
      if (Math.abs(slope) > ROWS.slope) continue;
      const near = characters.filter((each) => {
        const expected = edge(from) + slope * (each.centreX - from.centreX);
        return Math.abs(edge(each) - expected) <= Math.max(1, ROWS.alignment * height);
      });
      best = Math.max(best, near.length);
    }
  }
  return best / characters.length;
}

function colourDistance(left: Character, right: Character): number {
  return Math.hypot(
    left.colour[0] - right.colour[0],
    left.colour[1] - right.colour[1],
    left.colour[2] - right.colour[2],
  );
}

function ratio(left: number, right: number): number {
  return Math.max(left, right) / Math.max(1e-6, Math.min(left, right));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Numbers that are joined into groups, step by step. */
interface Groups {
  join(left: number, right: number): void;
  lists(): readonly (readonly number[])[];
}

/** Union-find over the numbers below `count`, each in a group of its own at first. */
function createGroups(count: number): Groups {
  const parent = Int32Array.from({ length: count }, (_none, index) => index);
  function find(index: number): number {
    let at = index;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] as number] as number;
      at = parent[at] as number;
    }
    return at;
  }
  return {
    join: (left, right) => {
      parent[find(left)] = find(right);
    },
    lists: () => {
      const lists = new Map<number, number[]>();
      for (let index = 0; index < count; index += 1) {
        const root = find(index);
        const list = lists.get(root) ?? [];
        list.push(index);
        lists.set(root, list);
      }
      return [...lists.values()];
    },
  };
}
