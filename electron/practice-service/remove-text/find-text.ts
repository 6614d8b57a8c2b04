/** Finding the text of a picture, dark on light and light on dark. */
import type { Raster } from '../pictures/raster.ts';
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

/** Where text was found. */
export interface FoundText {
  /** One byte a pixel; 1 = text, with a margin. */
  readonly mask: Uint8Array;
  /** Pixels of the mask. */
  readonly pixels: number;
  /** Lines of text. */
  readonly lines: number;
}

/**
 * Finds printed text: rows of regions of one brightness, stroke width and colour, darker or lighter
 * than their surroundings. Rows may slope by 20 degrees. A row has at least three letters.
 */
export function findText(photo: Raster): FoundText {
  const picture = measured(photo);
  const { width, height } = photo;
  const mask = new Uint8Array(width * height);
  let lines = 0;
  for (const polarity of [picture, inverted(picture)]) {
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
    for (const line of findLines(characters)) {
      lines += 1;
      const complete = completeLine(line, regions, characters, polarity);
      const letters = [
        ...complete.map(({ pixels }) => pixels),
        pixelsBetween(line, complete, polarity),
      ];
      markLetters(mask, width, height, letters, line.stroke);
    }
  }
  return { mask, pixels: mask.reduce((sum, value) => sum + value, 0), lines };
}

/** Brightness (Rec. 601) and colours in 8 bits. */
function measured(photo: Raster): MeasuredPicture {
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
