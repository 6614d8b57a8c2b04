/** Finding the text of a picture, dark on light and light on dark. */
import { asCharacter, type Character, type MeasuredPicture } from './characters.ts';
import { completeLine } from './complete-line.ts';
import { darkRegions } from './extremal-regions.ts';
import { findLines } from './lines.ts';
import { pixelsBetween } from './line-band.ts';
import { markLetters } from './text-mask.ts';

const SIZES = {
  /** Least height of a letter, in pixels. */
  leastHeight: 7,
  /** Most height and width of a letter, as parts of the picture's. */
  most: 0.6,
  /** Least pixels of a letter. */
  leastArea: 10,
} as const;

/** A decoded picture, interleaved: grey, or colours first. 8 bits in a `Uint8Array`, 16 in a `Uint16Array`. */
export interface TextPicture {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
  readonly samples: Uint8Array | Uint16Array;
}

/** Where text was found. */
export interface FoundText {
  /** One byte a pixel; 1 = text, with a margin. */
  readonly mask: Uint8Array;
  /** Pixels of the mask. */
  readonly pixels: number;
  /** Lines of text. */
  readonly lines: number;
}

/** A line of text. */
export interface TextLetters {
  /** Positions of pixels of each letter, `y * width + x`. */
  readonly letters: readonly Iterable<number>[];
  /** Stroke width, in pixels. */
  readonly stroke: number;
}

/**
 * Finds printed text: rows of regions of one brightness, stroke width and colour, darker or lighter
 * than their surroundings. Rows may slope by 20 degrees. A row has at least three letters.
 */
export function findText(photo: TextPicture): FoundText {
  const { width, height } = photo;
  const mask = new Uint8Array(width * height);
  const lines = linesOfText(photo);
  for (const { letters, stroke } of lines) markLetters(mask, width, height, letters, stroke);
  return { mask, pixels: mask.reduce((sum, value) => sum + value, 0), lines: lines.length };
}

/** As {@link findText}, line by line. */
export function linesOfText(photo: TextPicture): readonly TextLetters[] {
  const picture = measured(photo);
  const { width, height } = photo;
  return [picture, inverted(picture)].flatMap((polarity) => {
    const regions = darkRegions(polarity.grey, width, height, {
      leastHeight: SIZES.leastHeight,
      mostHeight: SIZES.most * height,
      mostWidth: SIZES.most * width,
      leastArea: SIZES.leastArea,
    });
    const characters = regions.flatMap((region): Character[] => {
      const character = asCharacter(region, polarity);
      return character === null ? [] : [character];
    });
    return findLines(characters).map((line) => {
      const complete = completeLine(line, regions, characters, polarity);
      const letters = [
        ...complete.map(({ pixels }) => pixels),
        pixelsBetween(line, complete, polarity),
      ];
      return { letters, stroke: line.stroke };
    });
  });
}

/** Brightness (Rec. 601) and colours in 8 bits. */
function measured(photo: TextPicture): MeasuredPicture {
  const { width, height, channels, samples } = photo;
  const shift = samples instanceof Uint16Array ? 8 : 0;
  const colours = new Uint8Array(3 * width * height);
  const grey = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < grey.length; pixel += 1, at += channels) {
    const red = (samples[at] as number) >> shift;
    const green = channels === 1 ? red : (samples[at + 1] as number) >> shift;
    const blue = channels === 1 ? red : (samples[at + 2] as number) >> shift;
    colours[3 * pixel] = red;
    colours[3 * pixel + 1] = green;
    colours[3 * pixel + 2] = blue;
    grey[pixel] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
  }
  return { width, height, grey, colours };
}

function inverted(picture: MeasuredPicture): MeasuredPicture {
  return { ...picture, grey: picture.grey.map((level) => 255 - level) };
}
