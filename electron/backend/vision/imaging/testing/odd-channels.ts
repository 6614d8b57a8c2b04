import { makeProfile, SRGB_PRIMARIES } from '../reading/make-profile.ts';
import { PHOTOMETRIC, SAMPLE_FORMAT, tiffFile, type TiffOptions } from './tiff-file.ts';
import {
  SIZE,
  UPRIGHT,
  colourAt,
  decode,
  encode,
  greyAt,
  greyLook,
  lookOf,
  power,
  type OddPicture,
  type Rgb,
} from './one-picture.ts';

const tiff = (options: Partial<TiffOptions> & Pick<TiffOptions, 'sample'>): Buffer =>
  tiffFile({ ...SIZE, photometric: PHOTOMETRIC.rgb, bits: 8, samplesPerPixel: 3, ...options });
const colourOf = (x: number, y: number, channel: number): number => colourAt(x, y)[channel] ?? 0;
/** Stripes, as a saved selection may have. */
const selection = (x: number): number => (x % 3 === 0 ? 255 : 0);
const UNKNOWN = 0;
const P18 = makeProfile(SRGB_PRIMARIES, { kind: 'gamma', exponent: 1.8 });

function toGamma([red, green, blue]: Rgb): Rgb {
  const at = (value: number): number => encode(power(1.8)(value / 255));
  return [at(red), at(green), at(blue)];
}

function labOf(colour: Rgb): Rgb {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => decode(value / 255));
  // published: sRGB to XYZ with the white of D50
  const xyz = [
    (0.436_07 * red + 0.385_15 * green + 0.143_07 * blue) / 0.964_22,
    0.222_49 * red + 0.716_87 * green + 0.060_64 * blue,
    (0.013_92 * red + 0.097_08 * green + 0.714_09 * blue) / 0.825_21,
  ];
  const [fx = 0, fy = 0, fz = 0] = xyz.map((value) => Math.cbrt(value)); // all of them are bright enough
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

export const ODD_CHANNELS: readonly OddPicture[] = [
  ...[
    { extra: [UNKNOWN], name: 'a saved selection' },
    { extra: [UNKNOWN, UNKNOWN], name: 'two saved selections' },
    { extra: [2, UNKNOWN], name: 'transparency and a saved selection' },
    { extra: [UNKNOWN, 2], name: 'a saved selection and transparency' },
  ].flatMap(({ extra, name }) =>
    ([false, true] as const).map((isPlanar) => ({
      name: `tiff with ${name}${isPlanar ? ', by channel' : ''}`,
      file: () =>
        tiff({
          extra,
          isPlanar,
          samplesPerPixel: 3 + extra.length,
          sample: (x, y, channel) =>
            channel < 3 ? colourOf(x, y, channel) : extra[channel - 3] === 2 ? 255 : selection(x),
        }),
      look: () => UPRIGHT,
    })),
  ),
  {
    name: 'grey tiff of 16 bits with a saved selection',
    file: () =>
      tiff({
        photometric: PHOTOMETRIC.grey,
        bits: 16,
        samplesPerPixel: 2,
        extra: [UNKNOWN],
        sample: (x, y, channel) => 257 * (channel === 0 ? greyAt(x, y) : selection(x)),
      }),
    look: () => greyLook(decode),
  },
  {
    name: 'tiff of 32-bit whole numbers',
    file: () =>
      tiff({
        bits: 32,
        sample: (x, y, channel) => colourOf(x, y, channel) * (0xff_ff_ff_ff / 255),
      }),
    look: () => UPRIGHT,
  },
  ...([16, 32] as const).flatMap((bits) => [
    {
      name: `tiff of ${bits}-bit floats`,
      file: () =>
        tiff({
          bits,
          sampleFormat: SAMPLE_FORMAT.float,
          sample: (x, y, channel) => decode(colourOf(x, y, channel) / 255),
        }),
      look: () => UPRIGHT,
    },
    {
      name: `grey tiff of ${bits}-bit floats`,
      file: () =>
        tiff({
          photometric: PHOTOMETRIC.grey,
          bits,
          samplesPerPixel: 1,
          sampleFormat: SAMPLE_FORMAT.float,
          sample: (x, y) => decode(greyAt(x, y) / 255),
        }),
      look: () => greyLook(decode),
    },
    {
      name: `tiff of ${bits}-bit floats with a profile`,
      file: () =>
        tiff({
          bits,
          sampleFormat: SAMPLE_FORMAT.float,
          profile: P18,
          sample: (x, y, channel) => colourOf(x, y, channel) / 255,
        }),
      look: () => lookOf((x, y) => toGamma(colourAt(x, y))),
    },
  ]),
  ...([8, 16] as const).map((bits) => ({
    name: `tiff in Lab of ${bits} bits`,
    file: () =>
      tiff({
        photometric: PHOTOMETRIC.lab,
        bits,
        sample: (x, y, channel) => {
          const value = labOf(colourAt(x, y))[channel] ?? 0;
          const step = bits === 8 ? 1 : 256;
          if (channel === 0) return (value / 100) * (2 ** bits - 1);
          return (Math.round(value * step) + 256 * step) % (256 * step);
        },
      }),
    look: () => UPRIGHT,
  })),
];
