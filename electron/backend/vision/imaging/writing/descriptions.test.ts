/** Tests IPTC and XMP in saved files: kept, without places where asked, without copies. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { checkPicture } from '../testing/check-file.ts';
import { createImagingBench } from '../testing/imaging-bench.ts';
import { attachToTiff } from './attach-to-tiff.ts';
import { attachToJpeg, attachToPng, attachToWebp } from './embed-metadata.ts';
import { encodePhoto } from './export-photo.ts';

const SIZE = { width: 30, height: 20 };
const XMP = Buffer.from(`<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:q="http://ns.adobe.com/photoshop/1.0/"
  xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:core="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
  xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:GImage="http://ns.google.com/photos/1.0/image/"
  xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
  xmp:Rating="4" q:City='CITY OF NOBODY' exif:GPSLatitude="10,20.5N" GImage:Data="COPY" crs:Exposure="COPY" tiff:Orientation="6" exif:PixelXDimension="4000">
 <dc:creator><rdf:Seq><rdf:li>A writer &amp; more</rdf:li></rdf:Seq></dc:creator>
 <dc:description><rdf:Alt><rdf:li xml:lang="x-default">A caption > b</rdf:li></rdf:Alt></dc:description>
 <xmp:Thumbnails><rdf:Alt><rdf:li>COPY</rdf:li></rdf:Alt></xmp:Thumbnails>
 <core:Location>STREET OF NOBODY</core:Location><core:Scene/>
 <ext:LocationCreated><rdf:Bag><rdf:li><ext:City>TOWN OF NOBODY</ext:City></rdf:li></rdf:Bag></ext:LocationCreated>
 <GImage:Image>COPY</GImage:Image>
</rdf:Description>
</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`);

function record(number: number, dataset: number, text: string): Buffer {
  const head = Buffer.from([0x1c, number, dataset, 0, text.length]);
  return Buffer.concat([head, Buffer.from(text, 'latin1')]);
}
const IPTC = Buffer.concat([
  record(1, 90, '\u001b%G'),
  record(2, 5, 'A title'),
  record(2, 80, 'A writer'),
  record(2, 90, 'CITY OF NOBODY'),
  record(2, 92, 'STREET OF NOBODY'),
  record(2, 101, 'LAND OF NOBODY'),
  record(2, 202, 'COPY'),
  record(7, 10, 'COPY'),
]);

const bench = createImagingBench();

const picture = () => sharp({ create: { ...SIZE, channels: 3, background: '#789' } });
const words = { xmp: XMP, iptc: IPTC };
const PHOTOS: readonly (readonly [string, boolean, () => Promise<Buffer>])[] = [
  ['JPEG', true, async () => attachToJpeg(await picture().jpeg().toBuffer(), words)],
  ['TIFF', true, async () => attachToTiff(await picture().tiff().toBuffer(), words)],
  ['PNG', false, async () => attachToPng(await picture().png().toBuffer(), words)],
  [
    'WebP',
    false,
    async () =>
      attachToWebp(await picture().webp().toBuffer(), words, { ...SIZE, hasAlpha: false }),
  ],
];

async function save(
  photo: Buffer,
  format: 'png' | 'jpeg' | 'webp' | 'tiff',
  exif: 'none' | 'all' | 'without-place',
): Promise<Buffer> {
  return await encodePhoto(await bench.source(photo), [], {
    format,
    quality: 90,
    lossless: true,
    exif,
  });
}

const PLACES = ['NOBODY', 'GPSLatitude', '10,20.5N', 'LocationCreated'];

describe.each(PHOTOS)('a %s with IPTC and XMP', (_, holdsIptc, make) => {
  it.each(['png', 'jpeg', 'webp', 'tiff'] as const)(
    'keeps the requested data when saved as %s',
    async (format) => {
      const photo = await make();
      const all = await save(photo, format, 'all');
      const { xmp } = await sharp(all).metadata();
      const text = xmp?.toString('utf8') ?? '';
      for (const kept of [
        'A writer &amp; more',
        'A caption > b',
        'xmp:Rating="4"',
        "q:City='CITY OF NOBODY'",
        'STREET OF NOBODY',
        'TOWN OF NOBODY',
        '10,20.5N',
      ]) {
        expect(text).toContain(kept);
      }
      const without = await save(photo, format, 'without-place');
      expect((await sharp(without).metadata()).xmp?.toString('utf8')).toContain(
        'A writer &amp; more',
      );
      const none = await save(photo, format, 'none');
      expect((await sharp(none).metadata()).xmp).toBeUndefined();
      expect(none.includes('A writer')).toBe(false);
      for (const file of [all, without, none]) {
        expect(checkPicture(file).faults).toEqual([]);
        for (const copy of ['COPY', 'Thumbnails', 'GImage:', 'crs:E', 'tiff:O', 'PixelX']) {
          expect(file.includes(copy), copy).toBe(false);
        }
      }
      for (const place of PLACES) expect(without.includes(place), place).toBe(false);
      if (format !== 'jpeg' && format !== 'tiff') return;
      const { iptc } = await sharp(all).metadata();
      for (const kept of holdsIptc
        ? ['A title', 'A writer', 'CITY OF NOBODY', 'LAND OF NOBODY']
        : []) {
        expect(iptc?.includes(kept), kept).toBe(true);
      }
      const rest = (await sharp(without).metadata()).iptc;
      expect(rest?.includes('A title') ?? false).toBe(holdsIptc);
    },
  );

  it('is saved without descriptions, or with the sound ones, when they are cut or changed', async () => {
    for (const at of [0, 50, 200, 700, 1200, XMP.length - 40]) {
      const photo = attachToJpeg(await picture().jpeg().toBuffer(), {
        xmp: XMP.subarray(0, at),
        iptc: IPTC.subarray(0, at % IPTC.length),
      });
      const saved = await save(photo, 'jpeg', 'without-place');
      for (const place of PLACES) expect(saved.includes(place), `${at} ${place}`).toBe(false);
    }
  });
});
