/**
 * Regions that are darker (or lighter) than everything around them and keep their shape over many
 * thresholds: "Robust wide-baseline stereo from maximally stable extremal regions" (Matas et al.,
 * 2002). Letters are such regions.
 */

/** A connected set of pixels, and where it stands out. */
export interface ExtremalRegion {
  /** Positions `y * width + x`. */
  readonly pixels: Int32Array;
  readonly left: number;
  readonly top: number;
  /** Last column and row, included. */
  readonly right: number;
  readonly bottom: number;
  /** Relative growth of its area over `STABILITY.step` levels; 0 is a perfect edge. */
  readonly variation: number;
}

const STABILITY = {
  /** Levels of grey over which the growth is measured. */
  step: 12,
  /** Most growth of a region that counts as stable. */
  variation: 0.7,
} as const;

/** The sizes of regions that are looked at. */
export interface RegionBounds {
  readonly leastHeight: number;
  readonly mostHeight: number;
  readonly mostWidth: number;
  readonly leastArea: number;
}

/** The tree of all connected sets of pixels at most as bright as a level. One node for each pixel. */
interface ComponentTree {
  /** The node above; a node of the same level is joined with it. */
  readonly parent: Int32Array;
  readonly area: Int32Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly top: Int32Array;
  readonly bottom: Int32Array;
  /** Pixels from dark to light. */
  readonly order: Int32Array;
}

/**
 * Finds the stable regions that are darker than their surroundings. Of nested regions of nearly the
 * same box only the most stable is kept.
 *
 * @param grey one byte a pixel; invert it to find lighter regions
 */
export function darkRegions(
  grey: Uint8Array,
  width: number,
  height: number,
  bounds: RegionBounds,
): ExtremalRegion[] {
  const tree = buildTree(grey, width, height);
  const chosen = stableNodes(grey, tree, bounds);
  const seen = new Uint8Array(width * height);
  return chosen.map(({ node, variation }) => {
    const region = {
      pixels: pixelsOf(grey, width, height, node, tree, seen),
      left: tree.left[node] as number,
      top: tree.top[node] as number,
      right: tree.right[node] as number,
      bottom: tree.bottom[node] as number,
      variation,
    };
    for (const pixel of region.pixels) seen[pixel] = 0;
    return region;
  });
}

/** Union-find over the sorted pixels (Najman and Couprie, 2006), with boxes and areas. */
function buildTree(grey: Uint8Array, width: number, height: number): ComponentTree {
  const count = width * height;
  const order = sortByLevel(grey);
  const parent = new Int32Array(count).fill(-1);
  const root = new Int32Array(count);
  const area = new Int32Array(count).fill(1);
  const left = new Int32Array(count);
  const right = new Int32Array(count);
  const top = new Int32Array(count);
  const bottom = new Int32Array(count);
  const find = (pixel: number): number => {
    let at = pixel;
    while (root[at] !== at) {
      root[at] = root[root[at] as number] as number;
      at = root[at] as number;
    }
    return at;
  };
  /** The topmost node of each union-find set. */
  const head = new Int32Array(count);
  const size = new Int32Array(count).fill(1);
  for (const pixel of order) {
    const x = pixel % width;
    const y = (pixel - x) / width;
    root[pixel] = pixel;
    head[pixel] = pixel;
    left[pixel] = x;
    right[pixel] = x;
    top[pixel] = y;
    bottom[pixel] = y;
    parent[pixel] = pixel;
    let own = pixel;
    for (let side = 0; side < 4; side += 1) {
      const near =
        side === 0
          ? x > 0
            ? pixel - 1
            : -1
          : side === 1
            ? x < width - 1
              ? pixel + 1
              : -1
            : side === 2
              ? y > 0
                ? pixel - width
                : -1
              : y < height - 1
                ? pixel + width
                : -1;
      if (near < 0 || parent[near] === -1) continue;
      const other = find(near);
      own = find(own);
      if (other === own) continue;
      const below = head[other] as number;
      parent[below] = pixel;
      area[pixel] = (area[pixel] as number) + (area[below] as number);
      left[pixel] = Math.min(left[pixel], left[below] as number);
      right[pixel] = Math.max(right[pixel], right[below] as number);
      top[pixel] = Math.min(top[pixel], top[below] as number);
      bottom[pixel] = Math.max(bottom[pixel], bottom[below] as number);
      const [large, small] =
        (size[own] as number) >= (size[other] as number) ? [own, other] : [other, own];
      root[small] = large;
      size[large] = (size[large] as number) + (size[small] as number);
      head[large] = pixel;
      own = large;
    }
  }
  // From the root on, so that every node's parent is the first node of another level.
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const node = order[at] as number;
    const above = parent[node] as number;
    if (grey[parent[above] as number] === grey[above]) parent[node] = parent[above] as number;
  }
  return { parent, area, left, right, top, bottom, order };
}

/** Pixels from dark to light, by counting. */
function sortByLevel(grey: Uint8Array): Int32Array {
  const starts = new Int32Array(257);
  for (const level of grey) starts[level + 1] = (starts[level + 1] as number) + 1;
  for (let level = 0; level < 256; level += 1) {
    starts[level + 1] = (starts[level + 1] as number) + (starts[level] as number);
  }
  const order = new Int32Array(grey.length);
  for (let pixel = 0; pixel < grey.length; pixel += 1) {
    const level = grey[pixel] as number;
    order[starts[level] as number] = pixel;
    starts[level] = (starts[level] as number) + 1;
  }
  return order;
}

interface StableNode {
  readonly node: number;
  readonly variation: number;
}

/** Nodes within the bounds that are more stable than those just above and below them. */
function stableNodes(grey: Uint8Array, tree: ComponentTree, bounds: RegionBounds): StableNode[] {
  const { parent, area, left, right, top, bottom, order } = tree;
  const isFirst = (node: number): boolean => {
    const above = parent[node] as number;
    return above === node || grey[above] !== grey[node];
  };
  /** The best node so far on the way from the leaves, for each node that is still open. */
  const best = new Int32Array(grey.length).fill(-1);
  const variations = new Float32Array(grey.length);
  for (const node of order) {
    if (!isFirst(node)) continue;
    const height = (bottom[node] as number) - (top[node] as number) + 1;
    const width = (right[node] as number) - (left[node] as number) + 1;
    const own = area[node] as number;
    if (
      height < bounds.leastHeight ||
      height > bounds.mostHeight ||
      width > bounds.mostWidth ||
      own < bounds.leastArea
    ) {
      continue;
    }
    let above = node;
    const level = (grey[node] as number) + STABILITY.step;
    while (parent[above] !== above && (grey[parent[above] as number] as number) <= level) {
      above = parent[above] as number;
    }
    const isOpen = (grey[above] as number) + STABILITY.step > 255 && parent[above] === above;
    variations[node] = isOpen ? 9 : ((area[above] as number) - own) / own;
    best[node] = 1;
  }
  const chosen: StableNode[] = [];
  const isBeaten = new Uint8Array(grey.length);
  for (const node of order) {
    if (best[node] !== 1) continue;
    const variation = variations[node] as number;
    // Compare with the nodes above that are nearly the same region.
    let above = node;
    while (parent[above] !== above) {
      above = parent[above] as number;
      if (best[above] !== 1 || !isAlike(tree, node, above)) break;
      if ((variations[above] as number) <= variation) {
        isBeaten[node] = 1;
        break;
      }
      isBeaten[above] = 1;
    }
  }
  for (const node of order) {
    if (best[node] !== 1 || isBeaten[node] === 1) continue;
    const variation = variations[node] as number;
    if (variation <= STABILITY.variation) chosen.push({ node, variation });
  }
  return chosen;
}

/** Whether two nested regions have nearly the same area. */
function isAlike({ area }: ComponentTree, inner: number, outer: number): boolean {
  return (area[outer] as number) <= 1.6 * (area[inner] as number);
}

/** Collects the pixels of a node: connected with it and not brighter. */
function pixelsOf(
  grey: Uint8Array,
  width: number,
  height: number,
  node: number,
  tree: ComponentTree,
  seen: Uint8Array,
): Int32Array {
  const level = grey[node] as number;
  const pixels = new Int32Array(tree.area[node] as number);
  let count = 0;
  const take = (pixel: number): void => {
    if (seen[pixel] === 1 || (grey[pixel] as number) > level) return;
    seen[pixel] = 1;
    pixels[count++] = pixel;
  };
  take(node);
  for (let next = 0; next < count; next += 1) {
    const pixel = pixels[next] as number;
    const x = pixel % width;
    if (x > 0) take(pixel - 1);
    if (x < width - 1) take(pixel + 1);
    if (pixel >= width) take(pixel - width);
    if (pixel < width * (height - 1)) take(pixel + width);
  }
  return pixels.subarray(0, count);
}
