/** Frames of a video, cut from the picture in the colour space of the encoder. */
import type { CameraWindow } from './camera.ts';
import type { Size } from './working-size.ts';

/** A picture as planes of luma and colour differences (BT.601, 16-235), colour at half size. */
export interface PlanarPicture extends Size {
  /** `width * height` bytes. */
  readonly luma: Uint8Array;
  /** Half the sides, rounded up. */
  readonly blue: Uint8Array;
  readonly red: Uint8Array;
}

/**
 * Turns RGB into planes.
 *
 * @param samples 3 bytes a pixel
 */
export function toPlanes(samples: Uint8Array, { width, height }: Size): PlanarPicture {
  const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const luma = new Uint8Array(width * height);
  const sums = new Float32Array(2 * halfWidth * halfHeight);
  const counts = new Uint8Array(halfWidth * halfHeight);
  for (let pixel = 0; pixel < luma.length; pixel += 1) {
    const red = samples[3 * pixel] as number;
    const green = samples[3 * pixel + 1] as number;
    const blue = samples[3 * pixel + 2] as number;
    luma[pixel] = 16.5 + 0.256788 * red + 0.504129 * green + 0.097906 * blue;
    const x = pixel % width;
    const half = (((pixel - x) / width) >> 1) * halfWidth + (x >> 1);
    sums[2 * half] =
      (sums[2 * half] as number) - 0.148223 * red - 0.290993 * green + 0.439216 * blue;
    sums[2 * half + 1] =
      (sums[2 * half + 1] as number) + 0.439216 * red - 0.367788 * green - 0.071427 * blue;
    counts[half] = (counts[half] as number) + 1;
  }
  const plane = (which: 0 | 1): Uint8Array =>
    Uint8Array.from(counts, (count, half) => 128.5 + (sums[2 * half + which] as number) / count);
  return { width, height, luma, blue: plane(0), red: plane(1) };
}

/**
 * One frame: the window of the camera, as planes one after another (I420).
 *
 * @param frame size of the frame, even sides
 */
export function renderFrame(picture: PlanarPicture, window: CameraWindow, frame: Size): Uint8Array {
  const { width, height } = frame;
  const bytes = new Uint8Array((width * height * 3) / 2);
  const half: Size = { width: width / 2, height: height / 2 };
  const halfPicture: Size = {
    width: Math.ceil(picture.width / 2),
    height: Math.ceil(picture.height / 2),
  };
  const blueAt = width * height;
  const redAt = blueAt + half.width * half.height;
  samplePlane(picture.luma, picture, window, bytes.subarray(0, blueAt), frame);
  samplePlane(picture.blue, halfPicture, window, bytes.subarray(blueAt, redAt), half);
  samplePlane(picture.red, halfPicture, window, bytes.subarray(redAt), half);
  return bytes;
}

/** Turns a frame into RGB, 3 bytes a pixel. */
export function frameToRgb(bytes: Uint8Array, { width, height }: Size): Uint8Array {
  const samples = new Uint8Array(3 * width * height);
  const blueAt = width * height;
  const redAt = blueAt + blueAt / 4;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const half = (y >> 1) * (width / 2) + (x >> 1);
      const luma = 1.164384 * ((bytes[y * width + x] as number) - 16);
      const blue = (bytes[blueAt + half] as number) - 128;
      const red = (bytes[redAt + half] as number) - 128;
      const at = 3 * (y * width + x);
      samples[at] = clamp(luma + 1.596027 * red);
      samples[at + 1] = clamp(luma - 0.391762 * blue - 0.812968 * red);
      samples[at + 2] = clamp(luma + 2.017232 * blue);
    }
  }
  return samples;
}

/** Steps between two samples in which positions are counted. */
const UNIT = 256;

/** Samples the window of a plane, bilinear, into a plane of another size. */
function samplePlane(
  plane: Uint8Array,
  size: Size,
  window: CameraWindow,
  into: Uint8Array,
  frame: Size,
): void {
  const columns = positions(window.x, window.zoom, size.width, frame.width);
  const rows = positions(window.y, window.zoom, size.height, frame.height);
  const right = size.width > 1 ? 1 : 0;
  const below = size.height > 1 ? size.width : 0;
  for (let y = 0, at = 0; y < frame.height; y += 1) {
    const row = rows[y] as number;
    const start = (row >> 8) * size.width;
    const fromBelow = row & 255;
    for (let x = 0; x < frame.width; x += 1, at += 1) {
      const column = columns[x] as number;
      const from = start + (column >> 8);
      const fromRight = column & 255;
      const upper =
        (plane[from] as number) * (UNIT - fromRight) + (plane[from + right] as number) * fromRight;
      const lower =
        (plane[from + below] as number) * (UNIT - fromRight) +
        (plane[from + below + right] as number) * fromRight;
      into[at] = (upper * (UNIT - fromBelow) + lower * fromBelow + 32_768) >> 16;
    }
  }
}

/** Positions in a plane, in 1/256 of a sample, for each sample of the frame along one side. */
function positions(centre: number, zoom: number, length: number, frameLength: number): Int32Array {
  const last = (length - 1) * UNIT - 1;
  return Int32Array.from({ length: frameLength }, (_none, index) => {
    const share = centre + ((index + 0.5) / frameLength - 0.5) / zoom;
    return Math.max(0, Math.min(last, Math.round((share * length - 0.5) * UNIT)));
  });
}

function clamp(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : Math.round(value);
}
