/** A clip of a picture, in a worker: a camera that goes into it, as an mp4 file or a GIF. */
import sharp from 'sharp';
import { createRandom } from '../pictures/random.ts';
import { ownBytes, type Size } from '../pictures/raster.ts';
import { FRAME_RATES, type VideoOrder } from './call.ts';
import { encodeMp4 } from './mp4.ts';

const CAMERA = {
  /** Zoom that is added at the end, for `motion_bucket_id` 1 and 255. */
  leastZoom: 0.04,
  mostZoom: 0.45,
  /** Factor on it at `cond_aug` 1: more motion. */
  condAugZoom: 0.8,
  /** Part of the room next to the window that the pan uses up. */
  pan: 0.85,
  /** Part of the room in which the hand trembles, for the strongest motion. */
  tremor: 0.12,
} as const;

const NOISE = {
  /** Deviation at `cond_aug` 1, in levels. */
  condAug: 48,
  /** Deviation that a single step leaves; n steps leave an n-th of it. */
  oneStep: 10,
} as const;

/** Bits of a seed that are used: as many as a number holds exactly. */
const SEED_BITS = 53;

/** The part of the picture that a frame shows: its centre as shares of the sides; zoom 2 shows half of each. */
interface CameraWindow {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** A picture or frame in Y'CbCr (BT.601, 16-235); the planes of colour have half of each side. */
interface Planes extends Size {
  readonly luma: Uint8Array;
  readonly blue: Uint8Array;
  readonly red: Uint8Array;
}

/** @returns the file */
export async function makeVideo(order: VideoOrder): Promise<Uint8Array<ArrayBuffer>> {
  const { parameters, frame, picture, samples } = order;
  const { frames, motion, condAug, steps, isInterpolated, type } = parameters;
  const seed = Number(BigInt.asUintN(SEED_BITS, BigInt(order.seed)));
  addNoise(samples, NOISE.condAug * condAug + NOISE.oneStep / steps, seed);
  const planes = toPlanes(samples, picture);
  const rate = isInterpolated ? FRAME_RATES.interpolated : FRAME_RATES.asked;
  const count = (frames * rate) / FRAME_RATES.asked;
  const path = cameraPath(motion, condAug, seed);
  function* rendered(): Generator<Uint8Array> {
    for (let index = 0; index < count; index += 1) {
      yield renderFrame(planes, path(index / (count - 1)), frame);
    }
  }
  if (type === 'mp4') return encodeMp4(rendered(), frame, rate);
  return encodeGif(rendered(), frame, rate, count);
}

/**
 * The path of a camera over the picture: it goes in and drifts to a side that the seed chooses, farther for a
 * higher motion. The first frame is the whole picture, and no frame leaves it.
 *
 * @param motion 1 to 255 (`motion_bucket_id`)
 * @param condAug 0 to 1
 * @param seed whole number, 0 or more
 * @returns the window at a moment from 0, the first frame, to 1, the last
 */
export function cameraPath(
  motion: number,
  condAug: number,
  seed: number,
): (moment: number) => CameraWindow {
  const random = createRandom(mixed(seed));
  const share = (): number => random(1 << 20) / (1 << 20);
  const strength = (motion - 1) / 254;
  const zoom =
    (CAMERA.leastZoom + (CAMERA.mostZoom - CAMERA.leastZoom) * strength) *
    (1 + CAMERA.condAugZoom * condAug);
  const angle = 2 * Math.PI * share();
  const curve = 0.6 + 0.8 * share();
  const [phaseX, phaseY] = [2 * Math.PI * share(), 2 * Math.PI * share()];
  const tremor = CAMERA.tremor * strength * (0.3 + 0.7 * condAug);
  return (moment) => {
    const eased = smoothstep(moment ** curve);
    const now = 1 + zoom * eased;
    const room = (1 - 1 / now) / 2;
    const offset = (direction: number, phase: number): number => {
      const shake = tremor * Math.sin(phase + 9 * moment);
      return room * Math.max(-1, Math.min(1, CAMERA.pan * direction * eased + shake));
    };
    return {
      x: 0.5 + offset(Math.cos(angle), phaseX),
      y: 0.5 + offset(Math.sin(angle), phaseY),
      zoom: now,
    };
  };
}

/** A seed for the small generator: never 0, and neighbours are far apart (Knuth's multiplier). */
function mixed(seed: number): number {
  const low = seed % 2 ** 32;
  const high = Math.floor(seed / 2 ** 32);
  return (Math.imul(low ^ high, 2_654_435_761) ^ 0x9e37_79b9) | 1;
}

function smoothstep(share: number): number {
  return share * share * (3 - 2 * share);
}

/** Adds grey noise in place. @param samples 3 bytes a pixel */
function addNoise(samples: Uint8Array, deviation: number, seed: number): void {
  const random = createRandom(mixed(seed) ^ 0x5bd1_e995);
  for (let at = 0; at < samples.length; at += 3) {
    // The sum of three even numbers is close enough to the normal distribution.
    const even = (random(512) + random(512) + random(512) - 766.5) / 256;
    const change = Math.round(even * deviation);
    for (let channel = at; channel < at + 3; channel += 1) {
      samples[channel] = clamped((samples[channel] as number) + change);
    }
  }
}

function clamped(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : Math.round(value);
}

/** @param samples RGB, 3 bytes a pixel */
function toPlanes(samples: Uint8Array, { width, height }: Size): Planes {
  const across = Math.ceil(width / 2);
  const count = across * Math.ceil(height / 2);
  const luma = new Uint8Array(width * height);
  const [blue, red] = [new Float32Array(count), new Float32Array(count)];
  const pixels = new Uint8Array(count);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const [r, g, b] = [0, 1, 2].map((channel) => samples[3 * at + channel] as number) as [
        number,
        number,
        number,
      ];
      luma[at] = 16.5 + 0.256788 * r + 0.504129 * g + 0.097906 * b;
      const half = (y >> 1) * across + (x >> 1);
      blue[half] = (blue[half] as number) - 0.148223 * r - 0.290993 * g + 0.439216 * b;
      red[half] = (red[half] as number) + 0.439216 * r - 0.367788 * g - 0.071427 * b;
      pixels[half] = (pixels[half] as number) + 1;
    }
  }
  const mean = (sums: Float32Array): Uint8Array =>
    Uint8Array.from(sums, (sum, half) => 128.5 + sum / (pixels[half] as number));
  return { width, height, luma, blue: mean(blue), red: mean(red) };
}

/** @returns the window of the camera, one plane after another (I420) */
function renderFrame(picture: Planes, window: CameraWindow, frame: Size): Uint8Array {
  const halfFrame = { width: frame.width / 2, height: frame.height / 2 };
  const half = { width: Math.ceil(picture.width / 2), height: Math.ceil(picture.height / 2) };
  return Buffer.concat([
    samplePlane(picture.luma, picture, window, frame),
    samplePlane(picture.blue, half, window, halfFrame),
    samplePlane(picture.red, half, window, halfFrame),
  ]);
}

/** The window of a plane in another size, bilinear. */
function samplePlane(plane: Uint8Array, size: Size, window: CameraWindow, frame: Size): Uint8Array {
  const sampled = new Uint8Array(frame.width * frame.height);
  // In 1/256 of a sample, along one side.
  const positions = (centre: number, length: number, count: number): Int32Array =>
    Int32Array.from({ length: count }, (_none, index) => {
      const share = centre + ((index + 0.5) / count - 0.5) / window.zoom;
      return Math.max(
        0,
        Math.min((length - 1) * 256 - 1, Math.round((share * length - 0.5) * 256)),
      );
    });
  const columns = positions(window.x, size.width, frame.width);
  const rows = positions(window.y, size.height, frame.height);
  const right = size.width > 1 ? 1 : 0;
  const below = size.height > 1 ? size.width : 0;
  for (let y = 0, at = 0; y < frame.height; y += 1) {
    const start = ((rows[y] as number) >> 8) * size.width;
    const fromTop = (rows[y] as number) & 255;
    for (let x = 0; x < frame.width; x += 1, at += 1) {
      const from = start + ((columns[x] as number) >> 8);
      const fromLeft = (columns[x] as number) & 255;
      const upper =
        (plane[from] as number) * (256 - fromLeft) + (plane[from + right] as number) * fromLeft;
      const lower =
        (plane[from + below] as number) * (256 - fromLeft) +
        (plane[from + below + right] as number) * fromLeft;
      sampled[at] = (upper * (256 - fromTop) + lower * fromTop + 32_768) >> 16;
    }
  }
  return sampled;
}

/**
 * Repeats for ever.
 *
 * @param rate frames per second; a GIF counts in 1/100 s, and the whole length is kept
 */
async function encodeGif(
  frames: Iterable<Uint8Array>,
  { width, height }: Size,
  rate: number,
  count: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const pages = [...frames].map((frame) => frameToRgb(frame, { width, height }));
  const ends = Array.from({ length: count + 1 }, (_none, index) =>
    Math.round((100 * index) / rate),
  );
  const gif = await sharp(Buffer.concat(pages), {
    raw: { width, height: height * count, channels: 3, pageHeight: height },
    limitInputPixels: false,
  })
    .gif({
      delay: ends.slice(1).map((end, index) => 10 * (end - (ends[index] ?? 0))),
      loop: 0,
      // Quick and not too large.
      effort: 1,
      dither: 0.4,
    })
    .toBuffer();
  return ownBytes(gif);
}

function frameToRgb(bytes: Uint8Array, { width, height }: Size): Uint8Array {
  const samples = new Uint8Array(3 * width * height);
  const blueAt = width * height;
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const half = blueAt + (y >> 1) * (width / 2) + (x >> 1);
      const luma = 1.164384 * ((bytes[at] as number) - 16);
      const blue = (bytes[half] as number) - 128;
      const red = (bytes[half + blueAt / 4] as number) - 128;
      samples[3 * at] = clamped(luma + 1.596027 * red);
      samples[3 * at + 1] = clamped(luma - 0.391762 * blue - 0.812968 * red);
      samples[3 * at + 2] = clamped(luma + 2.017232 * blue);
    }
  }
  return samples;
}
