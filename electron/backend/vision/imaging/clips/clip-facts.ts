/** Measures films and animations without decoding frames. */
import { animationTimes, MOST_CLIP_FRAMES } from '../../../../../shared/clips/frame-times.ts';
import { createClipThread, type ThreadLimits } from './clip-thread.ts';
import type { ClipFacts } from './messages.ts';
import { readPictureHeader } from '../reading/open-picture.ts';

export type { ClipFacts } from './messages.ts';

/** `unreadable`: truncated, damaged or no clip. `endless`: over the time or memory limit. */
type ClipDamage = 'unreadable' | 'endless';

/** Both are missing for a still picture, and for a clip with too many frames. */
export interface ClipMeasurement {
  readonly facts?: ClipFacts;
  readonly damage?: ClipDamage;
}

export type ClipMeter = ReturnType<typeof createClipMeter>;

export function createClipMeter(limits?: ThreadLimits) {
  const films = createClipThread(limits);
  return {
    /** @param mediaType by content (`shared/api/media-kind.ts`) */
    async measure(path: string, mediaType: string): Promise<ClipMeasurement> {
      switch (mediaType) {
        case 'video/mp4':
        case 'video/webm': {
          const finding = await films.measure(path);
          if (finding === 'too-long') return {};
          return typeof finding === 'string' ? { damage: finding } : { facts: finding };
        }
        case 'image/gif':
        case 'image/webp':
          return await readAnimation(path, mediaType);
        default:
          return {};
      }
    },
    close: (): Promise<void> => films.close(),
  };
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
