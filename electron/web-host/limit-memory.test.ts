import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const LIMIT = join(import.meta.dirname, 'limit-memory.ts');

/** Holds more and more young objects for a while. Prints the median of their space, bytes: V8 may free it late. */
const BUSY = `
import { getHeapSpaceStatistics } from 'node:v8';
const sizes = [];
for (let round = 0; round < 200; round++) {
  let held = [];
  for (let index = 0; index < 50_000; index++) held.push({ index });
  for (const { space_name, physical_space_size } of getHeapSpaceStatistics())
    if (space_name === 'new_space') sizes.push(physical_space_size);
}
console.log(sizes.sort((a, b) => a - b)[sizes.length / 2]);
`;

async function youngSpace(...options: readonly string[]): Promise<number> {
  const args = [...options, '--input-type=module', '--eval', BUSY];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Number(stdout);
}

test('gives young objects no more space than at the start', async () => {
  const limited = await youngSpace('--import', LIMIT);
  expect(limited).toBeGreaterThan(0);
  expect(limited).toBeLessThan((await youngSpace()) / 3);
});
