import sharp from 'sharp';
import { createFaceModel, type FaceModel } from '../../perception/faces.ts';
import { refused } from '../answer.ts';
import type { Raster } from '../pictures/raster.ts';

/** Longer side for the search, pixels; the detector's 192 leave some room, which makes it surer. */
const FRAME = 160;

const LEAST_SCORE = 0.5;

const OVAL = {
  /** Half axes for a box from the brows to the chin, as shares of its sides. */
  halfWidth: 0.5,
  halfHeight: 0.6,
  /** Share of the radius from which the face fades out. */
  fade: 0.6,
} as const;

/** Largest ratio of deviations, and inverse of the smallest. */
const MOST_CONTRAST = 1.7;

interface Ellipse {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
}

let model: { readonly folder: string; readonly faces: FaceModel } | undefined;

/** Never writes alpha. @throws ServiceError 400 IMAGE_NO_FACE_DETECTED */
export async function mergeFace(image: Raster, face: Raster, models: string): Promise<void> {
  if (model?.folder !== models) model = { folder: models, faces: createFaceModel(models) };
  const from = await findFace(model.faces, face, 'face_image_file');
  const onto = await findFace(model.faces, image, 'image_file');
  const { width, height, channels, samples } = image;
  const scale = samples instanceof Uint16Array ? 257 : 1;
  const matched = colourMatch(coloursIn(face, from), coloursIn(image, onto));
  for (let y = 0; y < height; y += 1) {
    const down = (y + 0.5 - onto.y) / onto.halfHeight;
    if (Math.abs(down) >= 1) continue;
    for (let x = 0; x < width; x += 1) {
      const across = (x + 0.5 - onto.x) / onto.halfWidth;
      const radius = Math.hypot(across, down);
      if (radius >= 1) continue;
      const faded = Math.max(0, (radius - OVAL.fade) / (1 - OVAL.fade));
      const weight = 1 - faded * faded * (3 - 2 * faded);
      const colour = matched(
        sample(face, from.x + across * from.halfWidth, from.y + down * from.halfHeight),
      );
      const [red = 0, green = 0, blue = 0] = colour;
      const written = channels === 1 ? [0.299 * red + 0.587 * green + 0.114 * blue] : colour;
      for (const [channel, value] of written.entries()) {
        const at = channels * (y * width + x) + channel;
        const before = samples[at] as number;
        samples[at] = Math.round(before + weight * (scale * value - before));
      }
    }
  }
}

async function findFace(faces: FaceModel, picture: Raster, field: string): Promise<Ellipse> {
  const { width, height, channels, samples } = picture;
  const { data, info } = await sharp(samples, { raw: { width, height, channels } })
    .removeAlpha()
    .toColourspace('srgb')
    .resize(FRAME, FRAME, { fit: 'inside' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const found = await faces.find({ rgb: data, width: info.width, height: info.height });
  const sure = found.filter(({ score }) => score >= LEAST_SCORE);
  const largest = sure.sort((a, b) => b.box.width - a.box.width)[0]?.box;
  if (largest === undefined) {
    throw refused(400, 'IMAGE_NO_FACE_DETECTED', `No face was found in ${field}.`, { field });
  }
  const scale = width / info.width;
  return {
    x: scale * (largest.x + largest.width / 2),
    y: scale * (largest.y + largest.height / 2),
    halfWidth: scale * largest.width * OVAL.halfWidth,
    halfHeight: scale * largest.height * OVAL.halfHeight,
  };
}

function coloursIn(picture: Raster, { x, y, halfWidth, halfHeight }: Ellipse) {
  const colours: (readonly number[])[] = [];
  for (let down = -0.8; down <= 0.8; down += 0.04) {
    for (let across = -0.8; across <= 0.8; across += 0.04) {
      if (Math.hypot(across, down) > 0.8) continue;
      colours.push(sample(picture, x + across * halfWidth, y + down * halfHeight));
    }
  }
  return [0, 1, 2].map((channel) => {
    const values = colours.map((colour) => colour[channel] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return { mean, deviation: Math.sqrt(squares / values.length) };
  });
}

type Colours = ReturnType<typeof coloursIn>;

/** Matches mean and deviation (Reinhard et al., Color Transfer, 2001). */
function colourMatch(given: Colours, wanted: Colours) {
  const factors = given.map(({ deviation }, channel) => {
    const factor = (wanted[channel]?.deviation ?? 0) / Math.max(0.5, deviation);
    return Math.max(1 / MOST_CONTRAST, Math.min(MOST_CONTRAST, factor));
  });
  return (colour: readonly number[]): readonly number[] =>
    colour.map((value, channel) => {
      const distance = value - (given[channel]?.mean ?? 0);
      const moved = (wanted[channel]?.mean ?? 0) + (factors[channel] ?? 1) * distance;
      return Math.max(0, Math.min(255, moved));
    });
}

/** Bilinear, 0 to 255; pixels beyond the edge repeat it. */
function sample({ width, height, channels, samples }: Raster, x: number, y: number): number[] {
  const scale = samples instanceof Uint16Array ? 257 : 1;
  const column = Math.max(0, Math.min(width - 1, x - 0.5));
  const row = Math.max(0, Math.min(height - 1, y - 0.5));
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const right = channels * (Math.min(width - 1, left + 1) - left);
  const below = channels * width * (Math.min(height - 1, top + 1) - top);
  const [fromLeft, fromTop] = [column - left, row - top];
  return [0, 1, 2].map((channel) => {
    const at = channels * (top * width + left) + (channels === 1 ? 0 : channel);
    const value = (offset: number): number => (samples[at + offset] as number) / scale;
    const upper = value(0) * (1 - fromLeft) + value(right) * fromLeft;
    const lower = value(below) * (1 - fromLeft) + value(below + right) * fromLeft;
    return upper * (1 - fromTop) + lower * fromTop;
  });
}
