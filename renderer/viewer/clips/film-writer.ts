import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  canEncodeAudio,
  canEncodeVideo,
  CanvasSource,
  Mp4OutputFormat,
  Output,
  QUALITY_VERY_HIGH,
} from 'mediabunny';
import type { Size } from '../../../shared/geometry/rect.ts';
import type { KeptPicture, Sound } from './clip-protocol.ts';
import { ClipError } from './clip-reader.ts';

/** Codecs by how many programs can play them; not every machine can encode the first. */
const CODECS = ['avc', 'vp9', 'av1'] as const;

const SOUND_CODECS = ['aac', 'opus'] as const;

/**
 * Sides must be even: an odd one loses its last line.
 * @param frames stay the caller's; durations in ms
 * @throws ClipError `unsupported` if the machine can encode none of the codecs
 */
export async function writeFilm(
  size: Size,
  frames: readonly { readonly picture: KeptPicture; readonly duration: number }[],
  sound: Sound | undefined,
  signal: AbortSignal,
): Promise<Blob> {
  const width = Math.max(2, size.width - (size.width % 2));
  const height = Math.max(2, size.height - (size.height % 2));
  const codec = await firstCodec(width, height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('No 2D context.');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new CanvasSource(canvas, { codec, bitrate: QUALITY_VERY_HIGH });
  output.addVideoTrack(source);
  const soundSource = sound && (await soundSourceOf(sound));
  if (soundSource !== undefined) output.addAudioTrack(soundSource);
  await output.start();
  if (sound !== undefined) await soundSource?.add(sampleOf(sound));
  soundSource?.close();
  let at = 0;
  for (const { picture, duration } of frames) {
    signal.throwIfAborted();
    context.drawImage(picture, 0, 0, size.width, size.height);
    await source.add(at / 1000, duration / 1000);
    at += duration;
  }
  await output.finalize();
  return new Blob([target.buffer ?? new ArrayBuffer(0)], { type: 'video/mp4' });
}

async function firstCodec(width: number, height: number): Promise<(typeof CODECS)[number]> {
  for (const codec of CODECS) {
    if (await canEncodeVideo(codec, { width, height, bitrate: QUALITY_VERY_HIGH })) return codec;
  }
  throw new ClipError('unsupported', 'No codec of an mp4 file can be encoded.');
}

async function soundSourceOf({ channels, sampleRate }: Sound): Promise<AudioSampleSource> {
  for (const codec of SOUND_CODECS) {
    const facts = { numberOfChannels: channels.length, sampleRate, bitrate: QUALITY_VERY_HIGH };
    if (await canEncodeAudio(codec, facts)) {
      return new AudioSampleSource({ codec, bitrate: QUALITY_VERY_HIGH });
    }
  }
  throw new ClipError('unsupported', 'No codec of sound can be encoded.');
}

function sampleOf({ channels, sampleRate }: Sound): AudioSample {
  const length = channels[0]?.length ?? 0;
  const data = new Float32Array(length * channels.length);
  for (const [index, channel] of channels.entries()) data.set(channel, index * length);
  return new AudioSample({
    data,
    format: 'f32-planar',
    numberOfChannels: channels.length,
    sampleRate,
    timestamp: 0,
  });
}
