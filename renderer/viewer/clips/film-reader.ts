/** Frames are numbered by their index in the sorted times (`shared/clips/frame-times.ts`). */
import {
  EncodedPacketSink,
  type Input,
  type EncodedPacket,
  type InputVideoTrack,
} from 'mediabunny';
import { frameTimesOf, MOST_CLIP_FRAMES, shownFrames } from '../../../shared/clips/frame-times.ts';
import { ClipError, inputOf, type ClipReader, type FrameSink } from './clip-reader.ts';
import type { ByteLimits } from './clip-protocol.ts';
import { colourSpaceOf } from './colour.ts';
import { BYTES_PER_PIXEL, copyPixels, type CopyPlan } from './frame-copy.ts';

/** Decoder frames that may wait to be copied: some decoders stall at eight. */
const MOST_LENT_FRAMES = 4;

/** Restarts after the browser took the decoder back. */
const MOST_RECLAIMS = 3;

interface Film {
  readonly track: InputVideoTrack;
  readonly config: VideoDecoderConfig;
  /** Indices of the shown frames by their time in µs. */
  readonly places: ReadonlyMap<number, number>;
  readonly times: readonly number[];
  /** Of the first shown frame, seconds. */
  readonly start: number;
  readonly plan: CopyPlan;
}

export const readFilm: ClipReader = async (file, limits, sink, signal) => {
  using input = inputOf(file);
  const film = await openFilm(input, limits);
  sink.head({
    size: { width: film.plan.pose.width, height: film.plan.pose.height },
    frameCount: film.places.size,
    times: film.times,
    hasAudio: (await input.getPrimaryAudioTrack()) !== null,
    start: film.start,
  });
  let isCut = false;
  for (let tries = 1; ; tries++) {
    try {
      ({ isCut } = await decodeFilm(film, sink, signal));
      break;
    } catch (error) {
      // the browser takes decoders back from pages that do not use them; the file is not at fault
      if (!isReclaimed(error) || tries > MOST_RECLAIMS) throw error;
    }
  }
  return { times: film.times, isCut };
};

async function openFilm(input: Input, limits: ByteLimits): Promise<Film> {
  const track = await input.getPrimaryVideoTrack().catch(() => null);
  if (track === null) throw new ClipError('damaged', 'There is no film in this file.');
  const packets: EncodedPacket[] = [];
  for await (const packet of packetsOf(track, true)) {
    packets.push(packet);
    if (packets.length > MOST_CLIP_FRAMES) throw new ClipError('too-large', 'Too many frames.');
  }
  const shown = shownFrames(packets);
  if (shown.length === 0) throw new ClipError('damaged', 'This film has no frames.');
  const config = await track.getDecoderConfig();
  if (config === null) throw new ClipError('unsupported', 'Unknown codec.');
  const pose = {
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    rotation: await track.getRotation(),
    isFlipped: await track.getFlip(),
  };
  const pixels = pose.width * pose.height * shown.length;
  if (pixels * BYTES_PER_PIXEL.planes > limits.most) {
    throw new ClipError('too-large', `${shown.length} frames of ${pose.width} × ${pose.height}`);
  }
  const colours = await track.getColorSpace();
  return {
    track,
    config: await decodableConfig({ ...config, optimizeForLatency: true }),
    places: new Map(shown.map((packet, index) => [packet.microsecondTimestamp, index])),
    times: frameTimesOf(shown),
    start: Math.max(0, shown[0]?.timestamp ?? 0),
    plan: {
      colorSpace: colourSpaceOf(colours, await track.getCodedHeight()),
      pose,
      asPixels: pixels * BYTES_PER_PIXEL.pixels <= limits.asPixels,
    },
  };
}

/**
 * Small clips gain nothing by hardware decoders, and some of those stall.
 * @throws ClipError `unsupported`
 */
async function decodableConfig(config: VideoDecoderConfig): Promise<VideoDecoderConfig> {
  for (const hardwareAcceleration of ['prefer-software', 'no-preference'] as const) {
    const tried = { ...config, hardwareAcceleration };
    if ((await VideoDecoder.isConfigSupported(tried)).supported === true) return tried;
  }
  throw new ClipError('unsupported', config.codec);
}

function packetsOf(track: InputVideoTrack, metadataOnly = false) {
  return new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly });
}

async function decodeFilm(
  { track, config, places, plan }: Film,
  sink: FrameSink,
  signal: AbortSignal,
): Promise<{ isCut: boolean }> {
  const lent = new Set<Promise<void>>();
  let failure: unknown;
  let sent = 0;
  async function keep(frame: VideoFrame): Promise<void> {
    const index = places.get(frame.timestamp);
    if (index === undefined || signal.aborted || sink.isEnough(index)) return frame.close();
    // planes are there sooner, and the first frame is waited for
    const isFirst = sent === 0 && index === 0;
    const copied = await copyPixels(frame, isFirst ? { ...plan, asPixels: false } : plan);
    sent += 1;
    sink.frame(index, copied);
  }
  /** One copy after another, so that later frames do not hold up the first. */
  let last: Promise<void> = Promise.resolve();
  const decoder = new VideoDecoder({
    output(frame) {
      const before = last;
      const copying = before
        .then(() => keep(frame))
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => lent.delete(copying));
      last = copying;
      lent.add(copying);
    },
    error(error) {
      failure ??= error;
    },
  });
  let isCut = false;
  try {
    decoder.configure(config);
    try {
      for await (const packet of packetsOf(track)) {
        if (failure !== undefined || signal.aborted || sink.isComplete()) break;
        decoder.decode(packet.toEncodedVideoChunk());
        while (lent.size >= MOST_LENT_FRAMES) await Promise.race(lent);
        if (decoder.decodeQueueSize > MOST_LENT_FRAMES) await dequeued(decoder, () => failure);
      }
    } catch (error) {
      // reading broke off; the frames before it are good
      failure ??= error;
      isCut = true;
    }
    if (decoder.state === 'configured' && !signal.aborted && !sink.isComplete()) {
      await decoder.flush().catch((error: unknown) => {
        failure ??= error;
      });
    }
    await Promise.all(lent);
  } finally {
    if (decoder.state !== 'closed') decoder.close();
  }
  signal.throwIfAborted();
  if (failure !== undefined && isReclaimed(failure)) throw failure;
  if (isUnsupported(failure)) throw new ClipError('unsupported', config.codec);
  if (sent === 0 && !sink.isComplete()) {
    throw failure instanceof ClipError ? failure : new ClipError('damaged', reasonOf(failure));
  }
  return { isCut: isCut || failure !== undefined || (!sink.isComplete() && sent < places.size) };
}

async function dequeued(decoder: VideoDecoder, failure: () => unknown): Promise<void> {
  while (decoder.decodeQueueSize > MOST_LENT_FRAMES && failure() === undefined) {
    await new Promise((resolve) => {
      decoder.addEventListener('dequeue', resolve, { once: true });
      // an error closes the decoder without this event
      setTimeout(resolve, 20);
    });
  }
}

function isUnsupported(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotSupportedError';
}

/** WebCodecs, “resource reclamation”: the codec is closed with a QuotaExceededError. */
function isReclaimed(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'No frame could be decoded.';
}
