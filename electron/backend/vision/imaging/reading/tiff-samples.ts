/**
 * Finds TIFF channels that sharp misreads: it treats every extra one as alpha, and every number as
 * unsigned. Sources: TIFF 6.0 (tags 258, 262, 277, 338, 339); Adobe Photoshop TIFF notes.
 */
import { openDirectories } from './directories.ts';
import type { FileBytes } from './file-bytes.ts';

export interface TiffSamples {
  readonly colours: 'grey' | 'rgb' | 'cmyk' | 'lab';
  readonly bits: number;
  readonly isFloat: boolean;
  /** Index of the alpha channel, if any. */
  readonly alpha: number | undefined;
  /** Colours are premultiplied. */
  readonly isPremultiplied: boolean;
  /** Other extra channels: saved selections, spot colours. */
  readonly others: number;
  /** Offsets of values that a copy of the file may replace. */
  readonly at: {
    readonly photometric: number;
    readonly sampleFormat: number | undefined;
    readonly extra: number | undefined;
  };
  readonly extraCount: number;
  readonly isLittle: boolean;
}

const TAG = { bits: 258, photometric: 262, channels: 277, extra: 338, format: 339 } as const;
const PHOTOMETRIC = { rgb: 2, cmyk: 5, lab: 8 } as const;
/** Those that sharp reads: grey, RGB, palette, CMYK, YCbCr. */
const PLAIN_COLOURS: ReadonlySet<number> = new Set([0, 1, 2, 3, 5, 6]);
/** ExtraSamples */
const EXTRA = { premultiplied: 1, transparency: 2 } as const;
const FORMAT = { unsigned: 1, float: 3, unknown: 4 } as const;
/** Largest channel that sharp can extract. */
const LAST_CHANNEL = 4;

/** Channels that cannot be read; the message ends a sentence. */
export class UnknownSamples extends Error {
  override readonly name = 'UnknownSamples';
}

/** @returns `undefined` if sharp reads the channels correctly @throws UnknownSamples */
export async function readTiffSamples(file: FileBytes): Promise<TiffSamples | undefined> {
  const directories = await openDirectories(file);
  if (directories === undefined) return undefined;
  const { first, isLittle } = directories;
  const [photometric, bitsTag, channelsTag, extraTag, formatTag] = await Promise.all(
    [TAG.photometric, TAG.bits, TAG.channels, TAG.extra, TAG.format].map((tag) =>
      directories.tag(first, tag),
    ),
  );
  const kind = photometric?.numbers[0];
  const bits = bitsTag?.numbers[0] ?? 1;
  const channels = channelsTag?.numbers[0] ?? 1;
  const format = formatTag?.numbers[0] ?? FORMAT.unsigned;
  const isFloat = format === FORMAT.float;
  const isMixed =
    bitsTag?.numbers.some((each) => each !== bits) === true ||
    formatTag?.numbers.some((each) => each !== format) === true;
  const extra = extraTag?.numbers ?? [];
  const isLab = kind === PHOTOMETRIC.lab;
  const isPlain = !isFloat && bits <= 16 && format === FORMAT.unsigned && !isLab;
  const isAlphaOnly =
    extra.length === 0 ||
    (extra.length === 1 && extra[0] === EXTRA.transparency && kind !== PHOTOMETRIC.cmyk);
  if (photometric === undefined || kind === undefined) return undefined;
  if (isPlain && isAlphaOnly && !isMixed && PLAIN_COLOURS.has(kind)) return undefined;

  const colours = coloursOf(kind);
  if (colours === undefined) throw new UnknownSamples('colours of an unknown kind');
  if (format !== FORMAT.unsigned && !isFloat && format !== FORMAT.unknown) {
    throw new UnknownSamples('numbers below zero');
  }
  if (isMixed) throw new UnknownSamples('channels of different depths');
  const depths = isFloat ? [16, 32] : isLab ? [8, 16] : [8, 16, 32];
  if (!depths.includes(bits)) throw new UnknownSamples(`${bits} bits per channel of this kind`);
  const count = colours === 'grey' ? 1 : colours === 'cmyk' ? 4 : 3;
  const place = extra.findIndex(
    (each) => each === EXTRA.transparency || each === EXTRA.premultiplied,
  );
  const alpha = place === -1 ? undefined : count + place;
  const isPremultiplied = extra[place] === EXTRA.premultiplied;
  if (alpha !== undefined && alpha > LAST_CHANNEL) {
    throw new UnknownSamples('saved selections before its transparency');
  }
  if (colours === 'cmyk' && (isPremultiplied || isFloat || bits > 16)) {
    throw new UnknownSamples('CMYK of this kind');
  }
  return {
    colours,
    bits,
    isFloat,
    alpha,
    isPremultiplied,
    others: Math.max(0, channels - count - (alpha === undefined ? 0 : 1)),
    at: { photometric: photometric.at, sampleFormat: formatTag?.at, extra: extraTag?.at },
    extraCount: extra.length,
    isLittle,
  };
}

function coloursOf(photometric: number): TiffSamples['colours'] | undefined {
  switch (photometric) {
    case 0:
    case 1:
      return 'grey';
    case PHOTOMETRIC.rgb:
      return 'rgb';
    case PHOTOMETRIC.cmyk:
      return 'cmyk';
    case PHOTOMETRIC.lab:
      return 'lab';
    default:
      return undefined;
  }
}
