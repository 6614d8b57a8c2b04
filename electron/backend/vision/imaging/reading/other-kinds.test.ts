/** Tests that files that Gesso does not read are named, and not called damaged. */
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createBackendFixture } from '../../../../testing/backend-fixture.ts';
import { noisePng } from '../../../../testing/pictures.ts';
import { heicFile } from '../testing/heic-file.ts';
import { tiffFile } from '../testing/tiff-file.ts';

const fixture = await createBackendFixture();

const text = (beginning: string): Buffer =>
  Buffer.concat([Buffer.from(beginning, 'latin1'), Buffer.alloc(200)]);

/** A box of an ISO media file (ISO/IEC 14496-12, 4.2). */
function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** A file with nothing but frames of a film in it. */
const sequence = (...brands: readonly string[]): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from(`${brands[0] ?? ''}\0\0\0\0${brands.join('')}`, 'latin1')),
    box('moov', box('mvhd', Buffer.alloc(100))),
    box('mdat', Buffer.alloc(50)),
  ]);

const tiff = (photometric = 2): Buffer =>
  tiffFile({ width: 6, height: 4, photometric, bits: 8, samplesPerPixel: 3, sample: () => 9 });

/** Changes the value of a tag of the first directory. */
function withTag(file: Buffer, tag: number, value: number): Buffer {
  const changed = Buffer.from(file);
  const first = changed.readUInt32LE(4);
  for (let index = 0; index < changed.readUInt16LE(first); index++) {
    const at = first + 2 + index * 12;
    if (changed.readUInt16LE(at) === tag) changed.writeUInt16LE(value, at + 8);
  }
  return changed;
}

/** A JPEG whose frame has another number, or another depth. */
async function jpegFrame(marker: number, bits = 8): Promise<Buffer> {
  const file = await sharp(await noisePng(32, 24))
    .jpeg()
    .toBuffer();
  const at = file.indexOf(Buffer.from([0xff, 0xc0]));
  file[at + 1] = marker;
  file[at + 4] = bits;
  return file;
}

const KINDS: readonly (readonly [string, string, () => Buffer | Promise<Buffer>])[] = [
  ['an animated AVIF', 'loop.avif', () => sequence('avis', 'msf1', 'iso8')],
  ['an animated AVIF', 'named.png', () => sequence('avis', 'avif')],
  ['a sequence of HEIC pictures', 'burst.heics', () => sequence('hevc', 'msf1')],
  ['a sequence of HEIC pictures', 'burst.heic', () => sequence('msf1', 'hevc')],
  ['a JPEG XL picture', 'a.jxl', () => text('\u00ff\n')],
  ['a JPEG XL picture', 'b.jxl', () => text('\0\0\0\u000cJXL \r\n\u0087\n')],
  ['a JPEG 2000 picture', 'a.jp2', () => text('\0\0\0\u000cjP  \r\n\u0087\n')],
  ['a Photoshop document (PSD)', 'a.psd', () => text('8BPS\0\u0001')],
  ['a large Photoshop document (PSB)', 'a.psb', () => text('8BPS\0\u0002')],
  ['a camera RAW file', 'a.CR3', () => text('\0\0\0\u0018ftypcrx \0\0\0\u0001crx isom')],
  ['a camera RAW file', 'a.cr2', () => text('II*\0\u0010\0\0\0CR\u0002\0')],
  ['a camera RAW file', 'a.raf', () => text('FUJIFILMCCD-RAW 0201')],
  ['a camera RAW file', 'a.orf', () => text('IIRO\u0008\0\0\0')],
  ['a camera RAW file', 'a.rw2', () => text('IIU\0\u0018\0\0\0')],
  ['a camera RAW file', 'sensor.tif', () => tiff(32_803)],
  ['a camera RAW file', 'linear.dng', () => tiff(34_892)],
  ['a camera RAW file', 'a.NEF', () => tiff()],
  ['an SVG drawing', 'a.svg', () => text('<?xml version="1.0"?>\n<!-- x -->\n<svg width="9">')],
  ['a PDF', 'a.pdf', () => text('%PDF-1.7')],
  ['a PostScript drawing (EPS)', 'a.eps', () => text('%!PS-Adobe-3.0 EPSF-3.0')],
  ['an icon (ICO)', 'a.ico', () => text('\0\0\u0001\0\u0001\0')],
  ['a GIMP picture (XCF)', 'a.xcf', () => text('gimp xcf v011')],
  ['an OpenEXR picture', 'a.exr', () => text('v/1\u0001')],
  ['a Targa picture (TGA)', 'a.tga', () => Buffer.alloc(60)],
  ['a film', 'a.mp4', () => text('\0\0\0\u0018ftypisom\0\0\0\0isommp42')],
  ['a ZIP archive', 'a.png', () => text('PK\u0003\u0004')],
  ['a web page', 'a.jpg', () => text('<!doctype html><html>')],
  ['a TIFF that is packed as JPEG 2000', 'a.tif', () => withTag(tiff(), 259, 34_712)],
  ['a TIFF that is packed as Zstandard', 'b.tif', () => withTag(tiff(), 259, 50_000)],
  ['a TIFF that is packed as no. 4711', 'c.tif', () => withTag(tiff(), 259, 4711)],
  ['a JPEG of 12 bits per channel', 'a.jpg', () => jpegFrame(0xc1, 12)],
  ['a lossless or layered JPEG', 'b.jpg', () => jpegFrame(0xc3)],
  ['a JPEG-LS picture', 'c.jpg', () => jpegFrame(0xf7)],
];

it.each(KINDS)('names %s in “%s”', async (kind, name, file) => {
  expect(await fixture.refusedPhoto(await file(), name)).toMatchObject({
    kind: 'unsupported-file',
    message: `Gesso can’t read “${name}”, because it’s ${kind}. Save it as JPEG, PNG or TIFF and open that file.`,
  });
});

it('reads pictures with valid bytes under any name', async () => {
  const noise = sharp(await noisePng(32, 24));
  // a sequence may have a picture before its frames
  const burst = heicFile();
  burst.write('hevc', 8, 'latin1');
  for (const [name, file] of [
    ['camera.CR3', await noise.clone().jpeg().toBuffer()],
    ['layers.psd', await noise.clone().png().toBuffer()],
    ['drawing.svg', await noise.clone().tiff().toBuffer()],
    ['shot.JPE', await noise.clone().jpeg().toBuffer()],
    ['shot.jfif', await noise.clone().webp().toBuffer()],
    ['burst.heics', burst],
  ] as const) {
    expect((await fixture.importPhoto(file, name)).name).toBe(name);
  }
});
