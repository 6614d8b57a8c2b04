import { frameAt } from './clock.ts';

/**
 * `frame`: equal numbers; `moment`: equal shares of the whole clips; `time`: equal times. A clip
 * that has ended shows its last frame.
 */
export type MatchMode = 'frame' | 'moment' | 'time';

/** Times as in `shared/clips/frame-times.ts`; the offset counts frames. */
interface MatchedClip {
  readonly times: readonly number[];
  readonly offset: number;
}

/**
 * Returns the clip that drives the clock: the longest by `time`, else the one with the most frames,
 * so that a step is the smallest.
 */
export function leadingClip(clips: readonly MatchedClip[], mode: MatchMode): number {
  const size = ({ times }: MatchedClip) => (mode === 'time' ? (times.at(-1) ?? 0) : times.length);
  let leader = 0;
  for (const [index, clip] of clips.entries()) {
    const best = clips[leader];
    if (best !== undefined && size(clip) > size(best)) leader = index;
  }
  return leader;
}

/** By frame if all have equally many, else by moment. */
export function usualMatch(clips: readonly Pick<MatchedClip, 'times'>[]): MatchMode {
  return new Set(clips.map(({ times }) => times.length)).size === 1 ? 'frame' : 'moment';
}

/**
 * @param lead times of the leading clip
 * @param moment where that clip is: its frame, and the time within the clip
 * @returns a frame of the clip, from 0
 */
export function matchedFrame(
  { times, offset }: MatchedClip,
  lead: readonly number[],
  moment: { readonly frame: number; readonly clipTime: number },
  mode: MatchMode,
): number {
  const last = Math.max(0, times.length - 2);
  return Math.min(Math.max(0, unshifted(times, lead, moment, mode) + offset), last);
}

function unshifted(
  times: readonly number[],
  lead: readonly number[],
  { frame, clipTime }: { readonly frame: number; readonly clipTime: number },
  mode: MatchMode,
): number {
  switch (mode) {
    case 'frame':
      return frame;
    case 'time':
      return frameAt(times, clipTime);
    case 'moment': {
      const length = lead.at(-1) ?? 0;
      const share = length === 0 ? 0 : clipTime / length;
      return frameAt(times, share * (times.at(-1) ?? 0));
    }
  }
}
