/** Small clips for tests: real files whose frames are even areas of rising brightness. */
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import sharp from 'sharp';
import {
  createClipMeter,
  type ClipMeasurement,
} from '../backend/vision/imaging/clips/clip-facts.ts';
import { encodeMp4, withKeyFrames } from '../practice-service/video/clip.ts';

/** An H.264 film in an mp4 file; both sides even. */
export async function smallMp4(
  frameCount: number,
  { width, height, rate = 6 }: { width: number; height: number; rate?: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const frames = Array.from({ length: frameCount }, (_none, index) =>
    new Uint8Array(4 * width * height).fill((((index * 37) % 220) * 255) / 219),
  );
  return encodeMp4(frames, { width, height }, rate);
}

export const NUMBER_BITS = 8;

/** Colours of six patches as a film has them: Y, Cb, Cr. All of them are colours in every matrix. */
export const PATCHES: readonly (readonly [y: number, cb: number, cr: number])[] = [
  [82, 100, 180],
  [130, 90, 90],
  [60, 170, 120],
  [180, 110, 140],
  [120, 128, 128],
  [150, 140, 105],
];

/**
 * H.264 whose frames carry their number: the upper half has a column for each bit, white or black,
 * the highest at the left; the lower half has the six {@link PATCHES}.
 * @param size both sides even; the number and the patches are multiples of 2 wide
 */
export async function numberedMp4(
  frameCount: number,
  size: { width: number; height: number; rate?: number },
  first = 0,
): Promise<Uint8Array<ArrayBuffer>> {
  const frames = Array.from({ length: frameCount }, (_none, index) =>
    numberedFrame(first + index, size),
  );
  const { createH264MP4Encoder } = (await import('h264-mp4-encoder')).default;
  const work = await createH264MP4Encoder();
  try {
    work.width = size.width;
    work.height = size.height;
    work.frameRate = size.rate ?? 6;
    // finest: the patches keep their colours
    work.quantizationParameter = 10;
    work.speed = 5;
    work.groupOfPictures = 5;
    work.initialize();
    for (const frame of frames) work.addFrameYuv(frame);
    work.finalize();
    return await withKeyFrames(work.FS.readFile(work.outputFilename));
  } finally {
    work.FS.unlink(work.outputFilename);
    work.delete();
  }
}

/** I420. */
function numberedFrame(
  number: number,
  { width, height }: { width: number; height: number },
): Uint8Array {
  const frame = new Uint8Array((width * height * 3) / 2).fill(128);
  const half = height / 2;
  const pixel = (x: number, y: number): readonly [number, number, number] => {
    if (y >= half) return PATCHES[Math.floor((x * PATCHES.length) / width)] ?? [128, 128, 128];
    const bit = NUMBER_BITS - 1 - Math.floor((x * NUMBER_BITS) / width);
    return [(number >> bit) & 1 ? 235 : 16, 128, 128];
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) frame[y * width + x] = pixel(x, y)[0];
  }
  const [chroma, across] = [width * height, width / 2];
  for (let y = 0; y < height / 2; y++) {
    for (let x = 0; x < across; x++) {
      const [, cb, cr] = pixel(2 * x, 2 * y);
      frame[chroma + y * across + x] = cb;
      frame[chroma + chroma / 4 + y * across + x] = cr;
    }
  }
  return frame;
}

export interface FilmColours {
  readonly primaries: 'bt709' | 'smpte170m';
  readonly transfer: 'bt709' | 'smpte170m';
  readonly matrix: 'bt709' | 'smpte170m';
  readonly fullRange: boolean;
}

/** The same film with tags for its colours. The pixels stay. */
export function withColours(
  film: Uint8Array<ArrayBuffer>,
  colours: FilmColours,
): Promise<Uint8Array<ArrayBuffer>> {
  return rewritten(film, { colours });
}

/** The same film with a sound track: a tenth of a second of silence. */
export function withSound(film: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return rewritten(film, { sound: new Int16Array(SOUND_RATE / 10) });
}

/** The same film with a sound track that says it is AAC, and is noughts. */
export function withBrokenSound(film: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return rewritten(film, { sound: new Int16Array(SOUND_RATE / 10), isSoundBroken: true });
}

/** The same film with one tone after another, without compression. @param seconds of each tone */
export function withTones(
  film: Uint8Array<ArrayBuffer>,
  hertz: readonly number[],
  seconds: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const each = Math.round(SOUND_RATE * seconds);
  const sound = Int16Array.from({ length: each * hertz.length }, (_none, at) => {
    const cycles = ((hertz[Math.floor(at / each)] ?? 0) * at) / SOUND_RATE;
    return Math.round(16_000 * Math.sin(2 * Math.PI * cycles));
  });
  return rewritten(film, { sound });
}

/** Hz */
const SOUND_RATE = 8000;

/** The same film with its index before its pictures: it can be cut. */
export function withIndexFirst(film: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return rewritten(film, { isIndexFirst: true });
}

/** The same film with other times. @param seconds begin of each frame; and the end of the last */
export function withTimes(
  film: Uint8Array<ArrayBuffer>,
  seconds: readonly number[],
): Promise<Uint8Array<ArrayBuffer>> {
  return rewritten(film, { seconds });
}

async function rewritten(
  film: Uint8Array<ArrayBuffer>,
  changes: {
    readonly seconds?: readonly number[];
    readonly colours?: FilmColours;
    readonly sound?: Int16Array<ArrayBuffer>;
    readonly isSoundBroken?: boolean;
    readonly isIndexFirst?: boolean;
  },
): Promise<Uint8Array<ArrayBuffer>> {
  using input = new Input({ source: new BufferSource(film), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  const config = await track?.getDecoderConfig();
  if (!track || !config) throw new Error('This is no film.');
  const { colours, seconds, sound, isSoundBroken = false, isIndexFirst = false } = changes;
  const decoderConfig = colours === undefined ? config : { ...config, colorSpace: colours };
  const target = new BufferTarget();
  const fastStart = isIndexFirst ? 'in-memory' : false;
  const output = new Output({ format: new Mp4OutputFormat({ fastStart }), target });
  const packets = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(packets);
  const heard = new EncodedAudioPacketSource(isSoundBroken ? 'aac' : 'pcm-s16');
  if (sound !== undefined) output.addAudioTrack(heard);
  await output.start();
  let index = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const start = seconds?.[index] ?? packet.timestamp;
    const end = seconds?.[index + 1] ?? start + packet.duration;
    index += 1;
    await packets.add(new EncodedPacket(packet.data, packet.type, start, end - start), {
      decoderConfig,
    });
  }
  if (sound !== undefined) {
    const kind = isSoundBroken
      ? { codec: 'mp4a.40.2', description: new Uint8Array([0x15, 0x88]) }
      : { codec: 'pcm-s16' };
    const format = { ...kind, numberOfChannels: 1, sampleRate: SOUND_RATE };
    const bytes = new Uint8Array(sound.buffer);
    await heard.add(new EncodedPacket(bytes, 'key', 0, sound.length / SOUND_RATE), {
      decoderConfig: format,
    });
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('The film was not written.');
  return new Uint8Array(target.buffer);
}

/** The same film with one edit that begins at a tick of the film's own clock (ISO 14496-12, 8.6.6). */
export function withEdit(
  film: Uint8Array<ArrayBuffer>,
  mediaTime: number,
): Uint8Array<ArrayBuffer> {
  const edit = new Uint8Array(36);
  const view = new DataView(edit.buffer);
  view.setUint32(0, 36);
  edit.set(new TextEncoder().encode('edts'), 4);
  view.setUint32(8, 28);
  edit.set(new TextEncoder().encode('elst'), 12);
  view.setUint32(20, 1);
  view.setUint32(24, 0x7fff_ffff);
  view.setUint32(28, mediaTime);
  view.setUint32(32, 0x0001_0000);
  return withBox(film, edit, 'tkhd', ['moov', 'trak']);
}

/** @param entries runs of frames, and the ticks by which each is shown later (ISO 14496-12, 8.6.1.3) */
export function withOffsets(
  film: Uint8Array<ArrayBuffer>,
  entries: readonly (readonly [count: number, ticks: number])[],
): Uint8Array<ArrayBuffer> {
  const table = Buffer.alloc(16 + 8 * entries.length);
  table.writeUInt32BE(table.length, 0);
  table.write('ctts', 4, 'latin1');
  table.writeUInt32BE(entries.length, 12);
  for (const [index, [count, ticks]] of entries.entries()) {
    table.writeUInt32BE(count, 16 + 8 * index);
    table.writeUInt32BE(ticks, 20 + 8 * index);
  }
  return withBox(film, table, 'stts', ['moov', 'trak', 'mdia', 'minf', 'stbl']);
}

/** @param after the box before the new one @param around boxes that have it, which grow */
function withBox(
  film: Uint8Array<ArrayBuffer>,
  box: Uint8Array,
  after: string,
  around: readonly string[],
): Uint8Array<ArrayBuffer> {
  if (find(film, 'mdat') > find(film, 'moov'))
    throw new Error('The pictures have to lie before the index.');
  const before = find(film, after);
  const cut = before + new DataView(film.buffer).getUint32(before);
  const whole = new Uint8Array(film.byteLength + box.byteLength);
  whole.set(film.subarray(0, cut));
  whole.set(box, cut);
  whole.set(film.subarray(cut), cut + box.byteLength);
  const sizes = new DataView(whole.buffer);
  for (const name of around) {
    const at = find(whole, name);
    sizes.setUint32(at, sizes.getUint32(at) + box.byteLength);
  }
  return whole;
}

/** A reader that believes the count never ends (`ctts`), or takes all memory (`stts`). */
export async function damagedMp4(table: 'ctts' | 'stts'): Promise<Uint8Array<ArrayBuffer>> {
  const film = withOffsets(await smallMp4(14, { width: 48, height: 32 }), [[14, 0]]);
  // the count of the first entry
  new DataView(film.buffer).setUint32(find(film, table) + 16, 0xff_ff_ff_f0);
  return film;
}

/** An animated GIF or WebP. @param delays ms, one a frame */
export async function smallAnimation(
  format: 'gif' | 'webp',
  delays: readonly number[],
  { width, height }: { width: number; height: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const page = width * height * 3;
  const samples = new Uint8Array(page * delays.length);
  delays.forEach((_delay, index) => {
    samples.fill((index * 37) % 256, index * page, (index + 1) * page);
  });
  const picture = sharp(samples, {
    raw: { width, height: height * delays.length, channels: 3, pageHeight: height },
  });
  const written = picture.toFormat(format, { delay: [...delays], loop: 0 });
  return new Uint8Array(await written.toBuffer());
}

function find(film: Uint8Array, name: string): number {
  const at = Buffer.from(film).lastIndexOf(name);
  if (at < 4) throw new Error(`There is no box ${name}.`);
  return at - 4;
}

/** Measures a file as a result of a job is, with a thread of its own. @param path absolute */
export async function measureClip(path: string, mediaType: string): Promise<ClipMeasurement> {
  const meter = createClipMeter();
  try {
    return await meter.measure(path, mediaType);
  } finally {
    await meter.close();
  }
}
