import { readFile, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { testFolder } from '../../electron/testing/test-folder.ts';
import { LINUX_SIDES, makeIcons } from './icons.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const SVG = join(PROJECT, 'renderer/public/icon.svg');

const folder = testFolder();

beforeAll(async () => {
  await makeIcons(SVG, folder);
});

/** The side of a PNG, which is square. */
async function sideOf(png: Buffer): Promise<number> {
  const { width, height, format } = await sharp(png).metadata();
  expect([format, height]).toEqual(['png', width]);
  return width;
}

it('the icon and the mark in the top bar use the same drawing', async () => {
  const shapes = (text: string) =>
    [/ d="([^"]+)"/u, /<circle ([^>]*?) fill/u].map((part) => part.exec(text)?.[1]);
  const mark = shapes(await readFile(join(PROJECT, 'renderer/app/Mark.tsx'), 'utf8'));
  expect(mark).toEqual([expect.stringMatching(/^M/u), expect.stringMatching(/^cx/u)]);
  expect(shapes(await readFile(SVG, 'utf8'))).toEqual(mark);
});

it('draws a file for each size on Linux', async () => {
  const files = await readdir(join(folder, 'icons'));
  expect(files.length).toBe(LINUX_SIDES.length);
  for (const side of LINUX_SIDES) {
    const png = await readFile(join(folder, 'icons', `${side}x${side}.png`));
    expect(await sideOf(png)).toBe(side);
  }
});

it('packs an icon for Windows whose directory points to each picture', async () => {
  const ico = await readFile(join(folder, 'icon.ico'));
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1]);
  const sides = [];
  for (let index = 0; index < ico.readUInt16LE(4); index += 1) {
    const entry = 6 + 16 * index;
    const offset = ico.readUInt32LE(entry + 12);
    const side = await sideOf(ico.subarray(offset, offset + ico.readUInt32LE(entry + 8)));
    expect(ico.readUInt8(entry)).toBe(side % 256);
    sides.push(side);
  }
  expect(sides).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 256]);
});

it('packs an icon for macOS with a margin, up to 1024 px', async () => {
  const icns = await readFile(join(folder, 'icon.icns'));
  expect(icns.toString('latin1', 0, 4)).toBe('icns');
  expect(icns.readUInt32BE(4)).toBe(icns.length);
  const sides = new Map<string, number>();
  const transparent: boolean[] = [];
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    const png = icns.subarray(at + 8, at + icns.readUInt32BE(at + 4));
    sides.set(icns.toString('latin1', at, at + 4), await sideOf(png));
    const { data } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
    transparent.push(data[3] === 0);
  }
  expect(sides.get('icp4')).toBe(16);
  expect(sides.get('ic10')).toBe(1024);
  expect(sides.size).toBe(11);
  expect(transparent).not.toContain(false);
});
