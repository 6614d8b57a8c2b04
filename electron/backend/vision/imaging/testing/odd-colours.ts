import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { makeProfile, SRGB_PRIMARIES } from '../reading/make-profile.ts';
import { avifFile } from './avif-file.ts';
import { heicFile } from './heic-file.ts';
import {
  SIZE,
  UPRIGHT,
  colourAt,
  decode,
  encode,
  encoded,
  exifSegment,
  greyAt,
  greyLook,
  jpegWith,
  longs,
  lookOf,
  pngChunk,
  pngWith,
  power,
  type Look,
  type OddPicture,
  type Rgb,
} from './one-picture.ts';
import { tiffBlock } from './tiff-file.ts';

/** ColorSpace “not calibrated”, and the index R03: Adobe RGB by the camera's data alone. */
const adobeBlock = (): Buffer =>
  tiffBlock('II', 74, {
    8: [[0x87_69, 4, 1, 26]],
    26: [
      [0xa0_01, 3, 1, 0xff_ff],
      [0xa0_05, 4, 1, 56],
    ],
    56: [[1, 2, 4, Buffer.from('R03\0').readUInt32LE(0)]],
  });

type Matrix = readonly [Rgb, Rgb, Rgb];
const SAME: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
/** Published matrices to the light of sRGB's colours. */
const FROM_P3: Matrix = [
  [1.224_94, -0.224_94, 0],
  [-0.042_06, 1.042_06, 0],
  [-0.019_64, -0.078_64, 1.098_27],
];
const FROM_ADOBE: Matrix = [
  [1.398_36, -0.398_36, 0],
  [0, 1, 0],
  [0, -0.042_93, 1.042_93],
];

/** How the numbers of the picture look when they mean something else. */
function meant(light: (value: number) => number, matrix: Matrix = SAME): Look {
  return lookOf((x, y) => {
    const colour = colourAt(x, y).map((value) => light(value / 255));
    const mixed = matrix.map((row) =>
      encode(row.reduce((sum, share, index) => sum + share * (colour[index] ?? 0), 0)),
    );
    return [mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0];
  });
}

const P3_CHROMATICITIES = longs(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000);
const png =
  (...chunks: readonly Buffer[]) =>
  async () =>
    pngWith(await encoded(UPRIGHT, 'png'), ...chunks);
/** A grey profile with a gamma of 1.8 (ICC.1, 8.3.4). */
function greyProfile(space: 'XYZ ' | 'Lab '): Buffer {
  const profile = makeProfile(SRGB_PRIMARIES, { kind: 'gamma', exponent: 1.8 });
  profile.write(`GRAY${space}`, 16, 'latin1');
  // the name of the red curve
  profile.write('kTRC', profile.indexOf('rTRC'), 'latin1');
  return profile;
}

/** CIE L*a*b* */
function lightOf(lightness: number): number {
  return lightness > 8 ? ((lightness + 16) / 116) ** 3 : lightness / 903.3;
}

async function greyPng(profile: Buffer): Promise<Buffer> {
  const { width, height } = SIZE;
  const data = Uint8Array.from({ length: width * height }, (_, index) =>
    greyAt(index % width, Math.floor(index / width)),
  );
  const file = await sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer();
  const content = Buffer.concat([Buffer.from('grey\0\0', 'latin1'), deflateSync(profile)]);
  return pngWith(file, pngChunk('iCCP', content));
}

export const ODD_COLOURS: readonly OddPicture[] = [
  {
    name: 'png with gAMA 1.0',
    file: png(pngChunk('gAMA', longs(100_000))),
    look: () => meant(power(1)),
  },
  {
    name: 'png with an impossible gAMA',
    file: png(pngChunk('gAMA', longs(1))),
    look: () => UPRIGHT,
  },
  {
    name: 'png with gAMA and cHRM of Display P3',
    file: png(pngChunk('gAMA', longs(45_455)), pngChunk('cHRM', P3_CHROMATICITIES)),
    look: () => meant(power(2.2), FROM_P3),
  },
  {
    name: 'png whose sRGB comes before gAMA',
    file: png(pngChunk('sRGB', Buffer.from([0])), pngChunk('gAMA', longs(100_000))),
    look: () => UPRIGHT,
  },
  {
    name: 'png with cICP of Display P3',
    file: png(pngChunk('cICP', Buffer.from([12, 13, 0, 1]))),
    look: () => meant(decode, FROM_P3),
  },
  {
    name: 'png whose cICP comes before iCCP',
    file: async () => {
      const tagged = await sharp(await encoded(UPRIGHT, 'png'))
        .png()
        .withIccProfile('p3')
        .toBuffer();
      const numbers = await sharp(tagged, { ignoreIcc: true }).raw().toBuffer();
      const { icc } = await sharp(tagged).metadata();
      const content = Buffer.concat([
        Buffer.from('p3\0\0', 'latin1'),
        deflateSync(icc ?? Buffer.alloc(0)),
      ]);
      if (numbers.length !== UPRIGHT.data.length) throw new Error('Not the same picture.');
      return pngWith(
        await encoded(UPRIGHT, 'png'),
        pngChunk('cICP', Buffer.from([1, 13, 0, 1])),
        pngChunk('iCCP', content),
      );
    },
    look: () => UPRIGHT,
  },
  {
    name: 'avif with nclx of Display P3',
    file: () => avifFile('plain', { code: [12, 13] }),
    look: () => meant(decode, FROM_P3),
  },
  {
    name: 'avif with nclx of gamma 2.2',
    file: () => avifFile('plain', { code: [1, 4] }),
    look: () => meant(power(2.2)),
  },
  {
    name: 'heic with nclx of gamma 2.8',
    file: () => heicFile({ code: [5, 5] }),
    look: () => greyLook(power(2.8)),
  },
  {
    name: 'jpeg in Adobe RGB by its camera data alone',
    file: async () => jpegWith(await encoded(UPRIGHT, 'jpeg'), exifSegment(adobeBlock())),
    look: () => meant(power(563 / 256), FROM_ADOBE),
  },
  {
    name: 'webp in Adobe RGB by its camera data alone',
    file: async () => {
      const file = await encoded(UPRIGHT, 'webp');
      const exif = adobeBlock();
      const chunk = (type: string, data: Buffer): Buffer => {
        const head = Buffer.alloc(8);
        head.write(type, 0, 'latin1');
        head.writeUInt32LE(data.length, 4);
        return Buffer.concat([head, data]);
      };
      const extended = Buffer.from([8, 0, 0, 0, SIZE.width - 1, 0, 0, SIZE.height - 1, 0, 0]);
      const body = Buffer.concat([
        Buffer.from('WEBP'),
        chunk('VP8X', extended),
        file.subarray(12),
        chunk('EXIF', exif),
      ]);
      return chunk('RIFF', body);
    },
    look: () => meant(power(563 / 256), FROM_ADOBE),
  },
  {
    name: 'grey png with a profile of lightness',
    file: () => greyPng(greyProfile('Lab ')),
    look: () => greyLook((value) => lightOf(100 * value ** 1.8)),
  },
  {
    name: 'grey png with a profile',
    file: () => greyPng(greyProfile('XYZ ')),
    look: () => greyLook(power(1.8)),
  },
];
