/** A film by its container: mediabunny takes it apart, no frame is decoded. */
import { open } from 'node:fs/promises';
import {
  CustomSource,
  EncodedPacketSink,
  Input,
  Logging,
  LogLevel,
  MATROSKA,
  MP4,
  QTFF,
  WEBM,
} from 'mediabunny';
import {
  frameTimesOf,
  MOST_CLIP_FRAMES,
  shownFrames,
  type FrameSpan,
} from '../../../../shared/clips/frame-times.ts';
import type { FilmFinding } from './messages.ts';

/** Bytes that measuring reads, whatever the file claims about itself. */
const READING = {
  /** At once: an index of 10,000 frames has some 300 kB. */
  mostAtOnce: 64e6,
  /** In all: a film in fragments is read from its beginning to its end without its pictures. */
  most: 1e9,
} as const;

/**
 * The library believes the counts in the file, so a damaged one can keep it for hours and take all memory:
 * call this in a thread that somebody looks after (`clip-thread.ts`).
 *
 * @param path absolute
 * @returns see {@link FilmFinding}; never throws for what is in the file
 */
export async function readFilmFacts(path: string): Promise<FilmFinding> {
  Logging.level = LogLevel.Silent;
  const file = await open(path, 'r');
  const { size } = await file.stat();
  let read = 0;
  const source = new CustomSource({
    getSize: () => size,
    read: async (start, end) => {
      const wanted = Math.max(0, Math.min(end, size) - start);
      read += wanted;
      if (wanted > READING.mostAtOnce || read > READING.most) throw new Error('Too much to read.');
      const bytes = new Uint8Array(wanted);
      const { bytesRead } = await file.read(bytes, 0, wanted, start);
      return bytes.subarray(0, bytesRead);
    },
  });
  const input = new Input({ source, formats: [MP4, QTFF, WEBM, MATROSKA] });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) return 'unreadable';
    const spans: FrameSpan[] = [];
    const packets = new EncodedPacketSink(track).packets(undefined, undefined, {
      metadataOnly: true,
    });
    for await (const { timestamp, duration } of packets) {
      if (spans.length === MOST_CLIP_FRAMES) return 'too-long';
      spans.push({ timestamp, duration });
    }
    const shown = shownFrames(spans);
    const frameTimes = frameTimesOf(shown);
    const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
    if (!isSound(width, height, frameTimes)) return 'unreadable';
    return {
      width,
      height,
      frameCount: shown.length,
      frameTimes,
      codec: (await track.getCodecParameterString()) ?? String(await track.getInternalCodecId()),
      hasAudio: (await input.getPrimaryAudioTrack()) !== null,
    };
  } catch {
    return 'unreadable';
  } finally {
    input.dispose();
    await file.close();
  }
}

/** The measures can be a clip's: damage that leads nowhere else shows here. */
function isSound(width: number, height: number, frameTimes: readonly number[]): boolean {
  const isSize = [width, height].every((side) => Number.isSafeInteger(side) && side > 0);
  return isSize && frameTimes.length > 1 && frameTimes.every((time) => Number.isFinite(time));
}
