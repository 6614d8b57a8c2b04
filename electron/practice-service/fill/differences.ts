/** Fills holes by differences of neighbours (Perez et al., Poisson Image Editing, 2003). */
import { boxOf, type Region } from './region.ts';

/** Sweeps before and after the coarser grid, and on the coarsest one. */
const SWEEPS = { before: 1, after: 2, coarsest: 24 } as const;

/** Fills a hole with a smooth gradient; with grey where nothing at all is known. */
export function fillSmoothly({ width, height, colours, hole, unusable }: Region): void {
  const known = unusable.reduce((count, each) => count + 1 - each, 0);
  const mean = [0, 1, 2].map((channel) => {
    const add = (sum: number, _each: number, at: number): number =>
      unusable[at] === 1 ? sum : sum + (colours[3 * at + channel] as number);
    return known === 0 ? 128 : Math.round(unusable.reduce(add, 0) / known);
  });
  // what may not be copied is unknown as well; only the hole is written back
  const smooth = Uint8Array.from(colours);
  for (let at = 0; at < hole.length; at += 1) if (unusable[at] === 1) smooth.set(mean, 3 * at);
  const region = { width, height, colours: smooth, hole: unusable };
  const flat = (first: number, second: number): number =>
    (smooth[first] as number) - (smooth[second] as number);
  changeDifferences(region, hole, flat, Infinity, 3);
  for (let at = 0; at < hole.length; at += 1) {
    if (hole[at] === 1) colours.set(smooth.subarray(3 * at, 3 * at + 3), 3 * at);
  }
}

/**
 * @param missing how much more the sample `second` should differ from its neighbour `first`
 * @param reach share of the box's longer side over which changes fade (Bhat et al., Fourier
 * Analysis of the 2D Screened Poisson Equation, 2008)
 * @param cycles each leaves about a tenth of the error
 */
export function changeDifferences(
  { width, height, colours, hole }: Pick<Region, 'width' | 'height' | 'colours' | 'hole'>,
  within: Uint8Array,
  missing: (first: number, second: number) => number,
  reach: number,
  cycles: number,
): void {
  const box = boxOf(within, width, { left: 0, top: 0, right: width, bottom: height });
  const [left, top] = [Math.max(0, box.left - 1), Math.max(0, box.top - 1)];
  const across = Math.min(width, box.right + 1) - left;
  const down = Math.min(height, box.bottom + 1) - top;
  const unknown = new Uint8Array(across * down);
  for (let y = 0; y < down; y += 1) {
    const from = (top + y) * width + left;
    unknown.set(hole.subarray(from, from + across), y * across);
  }
  const screening = (reach * Math.max(across, down)) ** -2;
  const grid: Grid = { width: across, height: down, unknown };
  for (let channel = 0; channel < 3; channel += 1) {
    const wanted = new Float32Array(unknown.length);
    for (let y = 0, at = 0; y < down; y += 1) {
      for (let x = 0; x < across; x += 1, at += 1) {
        const sample = 3 * ((top + y) * width + left + x) + channel;
        for (const [isInside, step, next] of [
          [x + 1 < across, 1, 3],
          [y + 1 < down, across, 3 * width],
        ] as const) {
          if (!isInside || (unknown[at] === 0 && unknown[at + step] === 0)) continue;
          const more = missing(sample, sample + next);
          wanted[at] = (wanted[at] as number) - more;
          wanted[at + step] = (wanted[at + step] as number) + more;
        }
      }
    }
    const change = new Float32Array(unknown.length);
    for (let cycle = 0; cycle < cycles; cycle += 1) improve(grid, change, wanted, screening);
    for (let at = 0; at < unknown.length; at += 1) {
      if (unknown[at] !== 1) continue;
      const pixel = (top + Math.floor(at / across)) * width + left + (at % across);
      const value = (colours[3 * pixel + channel] as number) + (change[at] as number);
      colours[3 * pixel + channel] = Math.max(0, Math.min(255, Math.round(value)));
    }
  }
}

/** Changes are solved where `unknown` is 1, and 0 elsewhere; the edge of the grid is free. */
interface Grid {
  readonly width: number;
  readonly height: number;
  readonly unknown: Uint8Array;
}

/** A V-cycle of a multigrid solver (Brandt, 1977), in place. */
function improve(grid: Grid, change: Float32Array, wanted: Float32Array, screening: number): void {
  const { width, height, unknown } = grid;
  const half = coarser(grid);
  relax(grid, change, wanted, screening, half === null ? SWEEPS.coarsest : SWEEPS.before);
  if (half === null) return;
  const left = new Float32Array(half.unknown.length);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const cell = (y >> 1) * half.width + (x >> 1);
      if (unknown[at] !== 1 || half.unknown[cell] !== 1) continue;
      left[cell] = (left[cell] as number) + residual(grid, change, wanted, screening, at, x, y);
    }
  }
  const coarse = new Float32Array(left.length);
  improve(half, coarse, left, 4 * screening);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const more = coarse[(y >> 1) * half.width + (x >> 1)] as number;
      if (unknown[at] === 1) change[at] = (change[at] as number) + more;
    }
  }
  relax(grid, change, wanted, screening, SWEEPS.after);
}

/** Halves the grid; a cell is unknown if all its pixels are. Returns null if too little is left. */
function coarser({ width, height, unknown }: Grid): Grid | null {
  if (Math.min(width, height) < 6) return null;
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const cells = new Uint8Array(half.width * half.height).fill(1);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      if (unknown[at] !== 1) cells[(y >> 1) * half.width + (x >> 1)] = 0;
    }
  }
  return cells.includes(1) ? { ...half, unknown: cells } : null;
}

function relax(
  grid: Grid,
  change: Float32Array,
  wanted: Float32Array,
  screening: number,
  sweeps: number,
): void {
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    for (let y = 0, at = 0; y < grid.height; y += 1) {
      for (let x = 0; x < grid.width; x += 1, at += 1) {
        if (grid.unknown[at] !== 1) continue;
        const more = residual(grid, change, wanted, screening, at, x, y) / (4 + screening);
        change[at] = (change[at] as number) + more;
      }
    }
  }
}

/** Pixels beyond the grid repeat their neighbour. */
function residual(
  { width, height }: Grid,
  change: Float32Array,
  wanted: Float32Array,
  screening: number,
  at: number,
  x: number,
  y: number,
): number {
  return (
    (wanted[at] as number) +
    (change[x > 0 ? at - 1 : at] as number) +
    (change[x < width - 1 ? at + 1 : at] as number) +
    (change[y > 0 ? at - width : at] as number) +
    (change[y < height - 1 ? at + width : at] as number) -
    (4 + screening) * (change[at] as number)
  );
}
