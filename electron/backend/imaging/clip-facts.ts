/** Measures of a clip, by its container alone: no frame is decoded. */
import { open } from 'node:fs/promises';
import sharp from 'sharp';
import {
  animationTimes,
  frameTimesOf,
  MOST_CLIP_FRAMES,
  shownFrames,
  type FrameSpan,
} from '../../../shared/clips/frame-times.ts';

/** See {@link readClipFacts}. */
export interface ClipFacts {
  /** Pixels as shown: rotated as the file asks for, pixels square. */
  readonly width: number;
  readonly height: number;
  readonly frameCount: number;
  /** Beginnings of all frames and the end of the last one: `frameCount` + 1 values in ms, from 0. */
  readonly frameTimes: readonly number[];
  /** As RFC 6381 names it (`avc1.42C01F`), `gif`, `webp`, or the container's own name. */
  readonly codec: string;
  readonly hasAudio: boolean;
}

/**
 * Measures a file that may be a clip.
 *
 * @param path absolute
 * @param mediaType by the file's content (`shared/api/media-kind.ts`)
 * @returns `undefined` when the file is a still picture, is cut or damaged, or has more than
 *   {@link MOST_CLIP_FRAMES} frames. The file itself is as good as before: the player says what is wrong.
 */
export async function readClipFacts(
  path: string,
  mediaType: string,
): Promise<ClipFacts | undefined> {
  switch (mediaType) {
    case 'video/mp4':
    case 'video/webm':
      return await readFilm(path);
    case 'image/gif':
    case 'image/webp':
      return await readAnimation(path, mediaType);
    default:
      return undefined;
  }
}

async function readFilm(path: string): Promise<ClipFacts | undefined> {
  // a megabyte of code, which is needed when the first clip arrives
  const { EncodedPacketSink, Input, Logging, LogLevel, CustomSource, MATROSKA, MP4, QTFF, WEBM } =
    await import('mediabunny');
  Logging.level = LogLevel.Errors;
  const file = await open(path, 'r');
  const source = new CustomSource({
    getSize: async () => (await file.stat()).size,
    read: async (start, end) => {
      const bytes = new Uint8Array(end - start);
      const { bytesRead } = await file.read(bytes, 0, bytes.byteLength, start);
      return bytes.subarray(0, bytesRead);
    },
  });
  const input = new Input({ source, formats: [MP4, QTFF, WEBM, MATROSKA] });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) return undefined;
    const spans: FrameSpan[] = [];
    const packets = new EncodedPacketSink(track).packets(undefined, undefined, {
      metadataOnly: true,
    });
    for await (const { timestamp, duration } of packets) {
      if (spans.length === MOST_CLIP_FRAMES) return undefined;
      spans.push({ timestamp, duration });
    }
    if (spans.length === 0) return undefined;
    const shown = shownFrames(spans);
    return {
      width: await track.getDisplayWidth(),
      height: await track.getDisplayHeight(),
      frameCount: shown.length,
      frameTimes: frameTimesOf(shown),
      codec: (await track.getCodecParameterString()) ?? String(await track.getInternalCodecId()),
      hasAudio: (await input.getPrimaryAudioTrack()) !== null,
    };
  } catch {
    // cut, damaged, or of another kind than its first bytes say: there is nothing to measure
    return undefined;
  } finally {
    input.dispose();
    await file.close();
  }
}

async function readAnimation(
  path: string,
  mediaType: 'image/gif' | 'image/webp',
): Promise<ClipFacts | undefined> {
  try {
    // SECURITY: S37 the header and the frames' headers are read; nothing is decoded.
    const {
      width,
      height,
      pages = 1,
      delay = [],
    } = await sharp(path, {
      limitInputPixels: false,
    }).metadata();
    if (mediaType === 'image/webp' && pages === 1) return undefined;
    if (pages > MOST_CLIP_FRAMES) return undefined;
    const delays = Array.from({ length: pages }, (_none, index) => delay[index] ?? 0);
    return {
      width,
      height,
      frameCount: pages,
      frameTimes: animationTimes(delays),
      codec: mediaType === 'image/gif' ? 'gif' : 'webp',
      hasAudio: false,
    };
  } catch {
    return undefined;
  }
}
