import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../testing/test-folder.ts';
import type * as OpenCvModule from './opencv.ts';
import { requireOpenCv, splitFile } from './opencv-file.ts';

const folder = testFolder();

async function fileOf(text: string): Promise<string> {
  const path = join(folder, 'opencv.cjs');
  await writeFile(path, text);
  return path;
}

it('extracts the WebAssembly from the package’s file: it is complete, and its code is short', () => {
  const split = splitFile(createRequire(import.meta.url).resolve('@techstark/opencv-js'));
  expect(split?.bytes.length).toBeGreaterThan(5_000_000);
  // how a module of WebAssembly begins; that it runs is seen wherever OpenCV is used
  expect([...(split?.bytes.subarray(0, 8) ?? [])]).toEqual([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  expect(split?.code.length).toBeLessThan(1_000_000);
});

it('reads every byte of the string, even across the chunks of the file', async () => {
  const bytes = Uint8Array.from(
    { length: 200_000 },
    (_none, index) => (index * 7 + (index >> 8)) & 255,
  );
  const escapes: Record<number, string> = { 10: '\\n', 13: '\\r', 39: "\\'", 92: '\\\\' };
  const string = Array.from(bytes, (byte) => escapes[byte] ?? String.fromCodePoint(byte)).join('');
  const path = await fileOf(
    `exports.bytes = binaryDecode('${string}'); exports.name = __filename;`,
  );
  expect(splitFile(path)?.code).toBe('exports.bytes = openCvBytes; exports.name = __filename;');
  const { bytes: read, name } = requireOpenCv(path) as { bytes: Uint8Array; name: string };
  expect(Buffer.compare(read, bytes)).toBe(0);
  expect(name).toBe(path);
});

it('runs a file without such a string unchanged, and refuses a truncated one', async () => {
  expect(requireOpenCv(await fileOf('module.exports = { a: 1 };'))).toEqual({ a: 1 });
  const broken = await fileOf("binaryDecode('abc");
  expect(() => requireOpenCv(broken)).toThrow('ends in the middle');
});

it('is loaded again after a failure, and then once', async () => {
  const own = './opencv.ts?own'; // Other files share the usual one.
  const { loadOpenCv } = (await import(own)) as typeof OpenCvModule;
  await expect(loadOpenCv(await fileOf("binaryDecode('abc"))).rejects.toThrow('in the middle');
  const path = await fileOf('module.exports = { a: 1 };');
  expect(await loadOpenCv(path)).toEqual({ a: 1 });
  expect(loadOpenCv(path)).toBe(loadOpenCv(path));
});
