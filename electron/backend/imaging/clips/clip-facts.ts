/** Measures of a clip, by its container alone: no frame is decoded. */
import { animationTimes, MOST_CLIP_FRAMES } from '../../../../shared/clips/frame-times.ts';
import { createClipThread, type ThreadLimits } from './clip-thread.ts';
import type { ClipFacts } from './messages.ts';
import { readPictureHeader } from '../reading/open-picture.ts';

export type { ClipFacts } from './messages.ts';

/**
 * Why a clip has no measures: `unreadable` is cut, damaged or no clip at all; `endless` reached the limit
 * of time or memory.
 */
export type ClipDamage = 'unreadable' | 'endless';

/** What measuring has found. Neither for a still picture, and for a clip of too many frames. */
export interface ClipMeasurement {
  readonly facts?: ClipFacts;
  readonly damage?: ClipDamage;
}

/** See the file comment. */
export interface ClipMeter {
  /**
   * Measures a file that may be a clip. The file itself is as good as before: the player says what is wrong.
   *
   * @param path absolute
   * @param mediaType by the file's content (`shared/api/media-kind.ts`)
   */
  measure(path: string, mediaType: string): Promise<ClipMeasurement>;
  /** Ends the thread of films. */
  close(): Promise<void>;
}

/** @param limits of the thread; others for tests */
export function createClipMeter(limits?: ThreadLimits): ClipMeter {
  const films = createClipThread(limits);
  return {
    async measure(path, mediaType) {
      switch (mediaType) {
        case 'video/mp4':
        case 'video/webm':
          return ofFilm(await films.measure(path));
        case 'image/gif':
        case 'image/webp':
          return await readAnimation(path, mediaType);
        default:
          return {};
      }
    },
    close: () => films.close(),
  };
}

function ofFilm(finding: Awaited<ReturnType<ReturnType<typeof createClipThread>['measure']>>) {
  if (finding === 'too-long') return {};
  return typeof finding === 'string' ? { damage: finding } : { facts: finding };
}

async function readAnimation(
  path: string,
  mediaType: 'image/gif' | 'image/webp',
): Promise<ClipMeasurement> {
  try {
    const { width, height, pages = 1, delay = [] } = await readPictureHeader(path);
    if (mediaType === 'image/webp' && pages === 1) return {};
    if (pages > MOST_CLIP_FRAMES) return {};
    const delays = Array.from({ length: pages }, (_none, index) => delay[index] ?? 0);
    return {
      facts: {
        width,
        height,
        frameCount: pages,
        frameTimes: animationTimes(delays),
        codec: mediaType === 'image/gif' ? 'gif' : 'webp',
        hasAudio: false,
      },
    };
  } catch {
    return { damage: 'unreadable' };
  }
}
