/** Measures a film without decoding frames. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
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
} from '../../../../../shared/clips/frame-times.ts';
import type { FilmFinding } from './messages.ts';

/** Limits of bytes read, whatever the file claims. */
const READING = {
  /** Per read: an index of 10,000 frames has about 300 kB. */
  mostAtOnce: 64e6,
  /** In total: a fragmented film is scanned without its frames. */
  most: 1e9,
} as const;

/** Run it in `clip-thread.ts`: mediabunny trusts counts, so damage can take all memory. */
export async function readFilmFacts(path: string): Promise<FilmFinding> {
  Logging.level = LogLevel.Silent;
  // synchronous, because nothing else waits in this thread
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  let read = 0;
  const source = new CustomSource({
    getSize: () => size,
    read: (start, end) => {
      const wanted = Math.max(0, Math.min(end, size) - start);
      read += wanted;
      if (wanted > READING.mostAtOnce || read > READING.most) throw new Error('Too much to read.');
      const bytes = new Uint8Array(wanted);
      return bytes.subarray(0, readSync(file, bytes, 0, wanted, start));
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
    closeSync(file);
  }
}

/** Rejects measurements that only a damaged file can have. */
function isSound(width: number, height: number, frameTimes: readonly number[]): boolean {
  const isSize = [width, height].every((side) => Number.isSafeInteger(side) && side > 0);
  return isSize && frameTimes.length > 1 && frameTimes.every((time) => Number.isFinite(time));
}
