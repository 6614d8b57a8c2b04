import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { noisePng } from '../../../../testing/pictures.ts';
import { testFolder } from '../../../../testing/test-folder.ts';
import { isWholePng } from './whole-png.ts';

const folder = testFolder();
const png = Buffer.from(await noisePng(900, 700));

async function check(bytes: Uint8Array): Promise<boolean> {
  const path = join(folder, 'a.png');
  await writeFile(path, bytes);
  return isWholePng(path);
}

it('accepts a complete PNG of more than a megabyte', async () => {
  expect(png.length).toBeGreaterThan(1 << 20);
  expect(await check(png)).toBe(true);
});

it('refuses a PNG that is cut anywhere, or has a different byte in the middle', async () => {
  for (const at of [0, 20, 5000, -1]) expect(await check(png.subarray(0, at))).toBe(false);
  const changed = Buffer.from(png);
  changed[500_000] = ~(changed[500_000] ?? 0);
  expect(await check(changed)).toBe(false);
});

it('refuses a PNG whose header names more pixels than its data can hold', async () => {
  const lying = Buffer.from(png);
  lying.writeUInt32BE(60_000, 16);
  lying.writeUInt32BE(600_000, 20);
  lying.writeUInt32BE(crc32(lying.subarray(12, 29)), 29);
  expect(await check(lying)).toBe(false);
});
