/** How much more a hostile file costs than a good one of its size, by processor time. */

/** Measurements that one of which must be within the bound: a busy machine or a garbage collection disturbs some. */
const ATTEMPTS = 5;

/** @returns the smallest ratio of some measurements, or the first that is within `most` */
export async function costRatio(deps: {
  readonly of: () => unknown;
  readonly beside: () => unknown;
  readonly most: number;
}): Promise<number> {
  let smallest = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && smallest >= deps.most; attempt++) {
    const beside = await milliseconds(deps.beside);
    const ratio = (await milliseconds(deps.of)) / Math.max(1, beside);
    smallest = Math.min(smallest, ratio);
  }
  return smallest;
}

async function milliseconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before).user / 1000;
}
