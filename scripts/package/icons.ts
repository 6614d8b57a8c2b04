import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** Pixels; also the sizes in an `.ico`. */
export const LINUX_SIDES = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const;
const ICO_SIDES = [16, 20, 24, 32, 40, 48, 64, 128, 256] as const;

const ICNS_NAMES: readonly (readonly [name: string, side: number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['icp6', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
];

/** Share of the side that the ground takes: macOS leaves room around icons in the dock. */
const MAC_GROUND = 824 / 1024;

/** Draws from the SVG, so that edges are sharp. @param share of the side that the drawing takes */
async function draw(svg: string, side: number, share = 1): Promise<Buffer> {
  const inner = Math.round(side * share);
  const margin = Math.floor((side - inner) / 2);
  const rest = side - inner - margin;
  return sharp(svg, { density: (72 * inner) / 64 })
    .resize(inner, inner)
    .extend({ top: margin, left: margin, bottom: rest, right: rest, background: '#0000' })
    .png()
    .toBuffer();
}

/** A directory of 16 bytes for each picture, then the pictures as PNG. */
function packIco(pictures: readonly (readonly [side: number, png: Buffer])[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2); // an icon, no pointer
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, [side, png]] of pictures.entries()) {
    const entry = 6 + 16 * index;
    head.writeUInt8(side % 256, entry); // 0 stands for 256
    head.writeUInt8(side % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4); // planes
    head.writeUInt16LE(32, entry + 6); // bits per pixel
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(([, png]) => png)]);
}

/** Blocks with a four-letter name and their length, itself included. */
function packIcns(pictures: readonly (readonly [name: string, png: Buffer])[]): Buffer {
  const block = (name: string, content: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(name, 'latin1');
    head.writeUInt32BE(content.length + 8, 4);
    return Buffer.concat([head, content]);
  };
  return block('icns', Buffer.concat(pictures.map(([name, png]) => block(name, png))));
}

/** @param svg path of the drawing, 64 units wide */
export async function makeIcons(svg: string, folder: string): Promise<void> {
  await mkdir(join(folder, 'icons'), { recursive: true });
  for (const side of LINUX_SIDES) {
    await writeFile(join(folder, 'icons', `${side}x${side}.png`), await draw(svg, side));
  }
  const ico = await Promise.all(
    ICO_SIDES.map(async (side) => [side, await draw(svg, side)] as const),
  );
  await writeFile(join(folder, 'icon.ico'), packIco(ico));
  const icns = await Promise.all(
    ICNS_NAMES.map(async ([name, side]) => [name, await draw(svg, side, MAC_GROUND)] as const),
  );
  await writeFile(join(folder, 'icon.icns'), packIcns(icns));
}
