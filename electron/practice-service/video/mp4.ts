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
import type { Size } from '../pictures/raster.ts';

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
