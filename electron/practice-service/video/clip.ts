import sharp from 'sharp';
import { createRandom } from '../pictures/random.ts';
import { type Size, ownBytes } from '../pictures/raster.ts';
import { FRAME_RATES, type VideoOrder } from './call.ts';
import {
  BufferSource,
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

const ENCODER = {
  /** 10 (finest) to 51. */
  quantization: 24,
  /** 0 (smallest file) to 10 (fastest). */
  speed: 8,
  keyFrameSeconds: 2,
} as const;

/** Unit type of a complete picture, in the lower five bits of its first byte (H.264, 7.4.1). */
const COMPLETE_PICTURE = 5;

/** Bytes before a unit, which have its length. */
const LENGTH_BYTES = 4;

/** @param frames RGBA, made one by one */
export async function encodeMp4(
  frames: Iterable<Uint8Array>,
  { width, height }: Size,
  rate: number,
): Promise<Uint8Array<ArrayBuffer>> {
  // one megabyte of WebAssembly, which only workers that make videos load
  const loaded = await import('h264-mp4-encoder');
  // Node hands over a CommonJS module as `default`, a bundle as it is typed
  const { createH264MP4Encoder } = 'default' in loaded ? (loaded.default as typeof loaded) : loaded;
  const work = await createH264MP4Encoder();
  try {
    work.width = width;
    work.height = height;
    work.frameRate = rate;
    work.quantizationParameter = ENCODER.quantization;
    work.speed = ENCODER.speed;
    work.groupOfPictures = ENCODER.keyFrameSeconds * rate;
    work.initialize();
    for (const frame of frames) work.addFrameRgba(frame);
    work.finalize();
    return await withKeyFrames(work.FS.readFile(work.outputFilename));
  } finally {
    work.FS.unlink(work.outputFilename);
    work.delete();
  }
}

/** Adds the key frames that the encoder omits, without which players seek to wrong frames. */
export async function withKeyFrames(film: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  using input = new Input({ source: new BufferSource(film), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error('The encoder has made no film.');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target });
  const packets = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(packets);
  await output.start();
  for await (const { data, timestamp, duration } of new EncodedPacketSink(track).packets()) {
    const isKey = ((data[LENGTH_BYTES] ?? 0) & 31) === COMPLETE_PICTURE;
    const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', timestamp, duration);
    await packets.add(packet, { decoderConfig });
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('The film was not written.');
  const file = Buffer.from(target.buffer);
  // creation times are cleared, so that equal films are equal files (ISO/IEC 14496-12, 8.2.2)
  for (const type of ['mvhd', 'tkhd', 'mdhd']) {
    const at = file.lastIndexOf(type, undefined, 'latin1');
    file.fill(0, at + 8, at + 16);
  }
  return new Uint8Array(target.buffer);
}

const CAMERA = {
  /** Zoom that is added at the end, for `motion_bucket_id` 1 and 255. */
  leastZoom: 0.04,
  mostZoom: 0.45,
  /** Factor on the zoom at `cond_aug` 1: more motion. */
  condAugZoom: 0.8,
  /** Share of the room next to the window that the pan uses up. */
  pan: 0.85,
  /** Share of the room in which the hand trembles, for the strongest motion. */
  tremor: 0.12,
} as const;

const NOISE = {
  /** Deviation at `cond_aug` 1, in levels. */
  condAug: 48,
  /** Deviation that a single step leaves; n steps leave an n-th of it. */
  oneStep: 10,
} as const;

/** As many bits as a number holds exactly. */
const SEED_BITS = 53;

/** The centre is in shares of the sides; zoom 2 shows half of each. */
interface CameraWindow {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export async function makeVideo(order: VideoOrder): Promise<Uint8Array<ArrayBuffer>> {
  const { parameters, frame, picture, samples } = order;
  const { frames, motion, condAug, steps, isInterpolated, type } = parameters;
  const seed = Number(BigInt.asUintN(SEED_BITS, BigInt(order.seed)));
  addNoise(samples, NOISE.condAug * condAug + NOISE.oneStep / steps, seed);
  const rate = isInterpolated ? FRAME_RATES.interpolated : FRAME_RATES.asked;
  const count = (frames * rate) / FRAME_RATES.asked;
  const path = cameraPath(motion, condAug, seed);
  function* rendered(): Generator<Uint8Array> {
    for (let index = 0; index < count; index += 1) {
      yield renderFrame(samples, picture, path(index / (count - 1)), frame);
    }
  }
  if (type === 'mp4') return encodeMp4(rendered(), frame, rate);
  return encodeGif(rendered(), frame, rate, count);
}

/**
 * The first frame is the whole picture, and no frame leaves it.
 * @param motion 1 to 255 (`motion_bucket_id`)
 * @param condAug 0 to 1
 * @returns the window at a moment from 0, the first frame, to 1, the last
 */
function cameraPath(motion: number, condAug: number, seed: number) {
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
  return (moment: number): CameraWindow => {
    const passed = moment ** curve;
    const eased = passed * passed * (3 - 2 * passed);
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

/** Adds grey noise in place. @param samples 3 bytes a pixel */
function addNoise(samples: Uint8Array, deviation: number, seed: number): void {
  const random = createRandom(mixed(seed) ^ 0x5bd1_e995);
  for (let at = 0; at < samples.length; at += 3) {
    // the sum of three uniform numbers is close enough to a normal distribution
    const even = (random(512) + random(512) + random(512) - 766.5) / 256;
    const change = Math.round(even * deviation);
    for (let channel = at; channel < at + 3; channel += 1) {
      const value = (samples[channel] as number) + change;
      samples[channel] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
}

/** @param samples 3 bytes a pixel @returns 4 bytes a pixel, as the encoder takes them */
function renderFrame(
  samples: Uint8Array,
  picture: Size,
  window: CameraWindow,
  frame: Size,
): Uint8Array {
  // in 1/256 of a pixel, along one side
  const positions = (centre: number, length: number, count: number): Int32Array =>
    Int32Array.from({ length: count }, (_none, index) => {
      const share = centre + ((index + 0.5) / count - 0.5) / window.zoom;
      const most = (length - 1) * 256 - 1;
      return Math.max(0, Math.min(most, Math.round((share * length - 0.5) * 256)));
    });
  const columns = positions(window.x, picture.width, frame.width);
  const below = 3 * picture.width;
  const rendered = new Uint8Array(4 * frame.width * frame.height).fill(255);
  let to = 0;
  for (const row of positions(window.y, picture.height, frame.height)) {
    const start = (row >> 8) * below;
    const fromTop = row & 255;
    for (const column of columns) {
      const from = start + 3 * (column >> 8);
      const fromLeft = column & 255;
      for (let at = from; at < from + 3; at += 1, to += 1) {
        const upper =
          (samples[at] as number) * (256 - fromLeft) + (samples[at + 3] as number) * fromLeft;
        const lower =
          (samples[at + below] as number) * (256 - fromLeft) +
          (samples[at + below + 3] as number) * fromLeft;
        rendered[to] = (upper * (256 - fromTop) + lower * fromTop + 32_768) >> 16;
      }
      to += 1;
    }
  }
  return rendered;
}

/** @param rate frames a second; a GIF counts in 1/100 s, and the whole length is kept */
async function encodeGif(
  frames: Iterable<Uint8Array>,
  { width, height }: Size,
  rate: number,
  count: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const endOf = (frame: number): number => 10 * Math.round((100 * frame) / rate);
  const gif = await sharp(Buffer.concat([...frames]), {
    raw: { width, height: height * count, channels: 4, pageHeight: height },
    limitInputPixels: false,
  })
    .gif({
      delay: Array.from({ length: count }, (_none, index) => endOf(index + 1) - endOf(index)),
      loop: 0,
      effort: 1,
      dither: 0.4,
    })
    .toBuffer();
  return ownBytes(gif);
}
