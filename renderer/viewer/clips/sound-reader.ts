import { AudioSampleSink, type AudioSample } from 'mediabunny';
import type { Sound } from './clip-protocol.ts';
import { ClipError, inputOf, type ClipBytes } from './clip-reader.ts';

/** Some four minutes of decoded stereo. */
const MOST_BYTES = 100e6;

/**
 * Pads with silence to the length of the frames.
 * @param span start of the first frame, seconds in the container; length of all frames, ms
 * @throws ClipError; the signal's reason
 */
export async function readSound(
  file: ClipBytes,
  span: { readonly start: number; readonly length: number },
  signal: AbortSignal,
): Promise<Sound> {
  using input = inputOf(file);
  const track = await input.getPrimaryAudioTrack();
  if (track === null) throw new ClipError('damaged', 'There is no sound in this file.');
  if (!(await track.canDecode())) throw new ClipError('unsupported', 'Unknown codec of sound.');
  let sound: Sound | undefined;
  try {
    const end = span.start + span.length / 1000;
    for await (const sample of new AudioSampleSink(track).samples(span.start, end)) {
      try {
        signal.throwIfAborted();
        sound ??= silence(sample, span.length);
        copySample(sample, span.start, sound);
      } finally {
        sample.close();
      }
    }
  } catch (error) {
    if (error instanceof ClipError || signal.aborted) throw error;
    // reading broke off; the sound before it is good
    if (sound === undefined) throw new ClipError('damaged', String(error));
  }
  if (sound === undefined) throw new ClipError('damaged', 'The sound is empty.');
  return sound;
}

function silence({ numberOfChannels, sampleRate }: AudioSample, length: number): Sound {
  const frames = Math.max(1, Math.ceil((length / 1000) * sampleRate));
  if (frames * numberOfChannels * Float32Array.BYTES_PER_ELEMENT > MOST_BYTES) {
    throw new ClipError('too-large', `${frames} samples in ${numberOfChannels} channels`);
  }
  const channels = Array.from({ length: numberOfChannels }, () => new Float32Array(frames));
  return { channels, sampleRate };
}

function copySample(sample: AudioSample, start: number, { channels, sampleRate }: Sound): void {
  // a track may change in its middle: other pieces do not fit
  if (sample.sampleRate !== sampleRate || sample.numberOfChannels !== channels.length) return;
  const at = Math.round((sample.timestamp - start) * sampleRate);
  const piece = new Float32Array(sample.numberOfFrames);
  for (const [planeIndex, channel] of channels.entries()) {
    sample.copyTo(piece, { planeIndex, format: 'f32-planar' });
    const inside = piece.subarray(Math.max(0, -at), Math.max(0, channel.length - at));
    channel.set(inside, Math.max(0, at));
  }
}
