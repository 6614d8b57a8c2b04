/**
 * A multigrid solver for the screened Poisson equation, by which `lighting.ts` spreads its
 * corrections.
 */

/** Unknowns of a screened Poisson equation on a grid. */
export interface Domain {
  readonly width: number;
  readonly height: number;
  /** 1 = unknown; elsewhere the solution is 0. */
  readonly unknown: Uint8Array;
}

const CYCLE = {
  /** V-cycles from the first guess of zero. */
  count: 2,
  /** Gauss-Seidel sweeps before and after the coarser grid. */
  sweepsBefore: 1,
  sweepsAfter: 2,
  /** Sweeps on the coarsest grid. */
  coarsestSweeps: 24,
  /** Grids with a side below this are not halved. */
  leastSide: 6,
} as const;

/** A grid of the multigrid hierarchy. */
interface Grid extends Domain {
  readonly coarser: Grid | null;
}

/** Solves several right-hand sides on one domain. */
export interface Solver {
  /**
   * Solves `sum over neighbours q of (h[p] - h[q]) + screening * h[p] = right[p]`. The edge of the
   * grid is free, known cells are zero.
   */
  solve(right: Float32Array, screening: number): Float32Array;
}

/** Prepares a multigrid solver (Brandt, 1977). */
export function createSolver(domain: Domain): Solver {
  const grid = buildGrid(domain);
  return {
    solve: (right, screening) => {
      const solution = new Float32Array(right.length);
      for (let index = 0; index < CYCLE.count; index += 1) {
        improve(grid, solution, right, screening);
      }
      return solution;
    },
  };
}

function buildGrid(domain: Domain): Grid {
  const isSmall = Math.min(domain.width, domain.height) < CYCLE.leastSide;
  const half = isSmall ? null : coarsen(domain);
  return { ...domain, coarser: half?.unknown.includes(1) === true ? buildGrid(half) : null };
}

/** Half the size; a cell is unknown when all cells in it are. */
function coarsen({ width, height, unknown }: Domain): Domain {
  const halfWidth = Math.ceil(width / 2);
  const halfHeight = Math.ceil(height / 2);
  const half = new Uint8Array(halfWidth * halfHeight).fill(1);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (unknown[y * width + x] !== 1) half[(y >> 1) * halfWidth + (x >> 1)] = 0;
    }
  }
  return { width: halfWidth, height: halfHeight, unknown: half };
}

/** One V-cycle, in place. */
function improve(grid: Grid, solution: Float32Array, right: Float32Array, screening: number): void {
  const { coarser } = grid;
  if (coarser === null) {
    for (let sweep = 0; sweep < CYCLE.coarsestSweeps; sweep += 1) {
      relax(grid, solution, right, screening);
    }
    return;
  }
  for (let sweep = 0; sweep < CYCLE.sweepsBefore; sweep += 1)
    relax(grid, solution, right, screening);
  const coarse = new Float32Array(coarser.width * coarser.height);
  improve(
    coarser,
    coarse,
    restrictResidual(grid, coarser, solution, right, screening),
    4 * screening,
  );
  addCorrection(grid, coarser, solution, coarse);
  for (let sweep = 0; sweep < CYCLE.sweepsAfter; sweep += 1)
    relax(grid, solution, right, screening);
}

/** One Gauss-Seidel sweep. */
function relax(grid: Grid, solution: Float32Array, right: Float32Array, screening: number): void {
  const { width, height, unknown } = grid;
  for (let at = 0, x = 0, y = 0; at < unknown.length; at += 1, x += 1) {
    if (x === width) {
      x = 0;
      y += 1;
    }
    if (unknown[at] !== 1) continue;
    let sum = right[at] as number;
    let count = screening;
    if (x > 0) {
      sum += solution[at - 1] as number;
      count += 1;
    }
    if (x < width - 1) {
      sum += solution[at + 1] as number;
      count += 1;
    }
    if (y > 0) {
      sum += solution[at - width] as number;
      count += 1;
    }
    if (y < height - 1) {
      sum += solution[at + width] as number;
      count += 1;
    }
    solution[at] = count > 0 ? sum / count : 0;
  }
}

/** The residual of a solution, summed over the cells of the coarser grid. */
function restrictResidual(
  { width, height, unknown }: Grid,
  coarser: Grid,
  solution: Float32Array,
  right: Float32Array,
  screening: number,
): Float32Array {
  const residual = new Float32Array(coarser.width * coarser.height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const half = (y >> 1) * coarser.width + (x >> 1);
      if (unknown[at] !== 1 || coarser.unknown[half] !== 1) continue;
      const here = solution[at] as number;
      let rest = (right[at] as number) - screening * here;
      if (x > 0) rest += (solution[at - 1] as number) - here;
      if (x < width - 1) rest += (solution[at + 1] as number) - here;
      if (y > 0) rest += (solution[at - width] as number) - here;
      if (y < height - 1) rest += (solution[at + width] as number) - here;
      residual[half] = (residual[half] as number) + rest;
    }
  }
  return residual;
}

/** Adds the coarser grid's solution, bilinearly between its cells. */
function addCorrection(
  { width, height, unknown }: Grid,
  coarser: Grid,
  solution: Float32Array,
  coarse: Float32Array,
): void {
  for (let y = 0; y < height; y += 1) {
    const near = (y >> 1) * coarser.width;
    const farY = (y >> 1) + ((y & 1) === 0 ? -1 : 1);
    const far = Math.min(coarser.height - 1, Math.max(0, farY)) * coarser.width;
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      if (unknown[at] !== 1) continue;
      const nearX = x >> 1;
      const farX = Math.min(coarser.width - 1, Math.max(0, nearX + ((x & 1) === 0 ? -1 : 1)));
      const change =
        (9 * (coarse[near + nearX] as number) +
          3 * (coarse[near + farX] as number) +
          3 * (coarse[far + nearX] as number) +
          (coarse[far + farX] as number)) /
        16;
      solution[at] = (solution[at] as number) + change;
    }
  }
}
