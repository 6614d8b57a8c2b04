/**
 * Draws all clips from one moment of the clock within a paint, so that no two panes can be a frame
 * apart.
 */
import type { Size } from '../../../../shared/geometry/rect.ts';
import type { ClipClock } from '../../../viewer/clips/clock.ts';
import type { Clip } from '../../../viewer/clips/clips.ts';
import { matchedFrame, type MatchMode } from '../../../viewer/clips/match.ts';
import { createLivePicture } from '../../../viewer/stage/decoding/live-picture.ts';
import { startOfCompare, type CompareState } from './compare-state.ts';

/** Values that may change between two frames. */
interface CompareCourse {
  readonly state: CompareState;
  readonly match: MatchMode;
  /** Frame times of the leading clip. */
  readonly lead: readonly number[];
  /** Sent pictures that cover a clip. */
  readonly covers: ReadonlyMap<number, CanvasImageSource>;
}

export type CompareScreen = ReturnType<typeof createCompareScreen>;

/** @param sizes one for each clip */
export function createCompareScreen(
  clips: readonly Clip[],
  sizes: readonly Size[],
  clock: ClipClock,
) {
  const size = largestOf(sizes);
  const difference = createDifferencePainter(size);
  let course: CompareCourse = {
    state: startOfCompare(clips.length),
    match: 'frame',
    lead: [],
    covers: new Map(),
  };
  let seen: readonly (CanvasImageSource | undefined)[] = [];

  function frameOf(index: number): number {
    const { match, lead, state } = course;
    const times = clips[index]?.snapshot.times ?? [];
    const clip = { times, offset: state.offsets[index] ?? 0 };
    return matchedFrame(clip, lead, clock.snapshot, match);
  }

  const screen = {
    /** Call before drawing. */
    setCourse(next: CompareCourse): void {
      course = next;
    },
    /** As large as the largest clip; draws the difference if one is wanted. */
    base: {
      id: 'compare',
      url: '',
      size,
      live: createLivePicture(size, () => {
        const image = baseImage();
        return image && { image, size, isMoving: clock.snapshot.isPlaying };
      }),
    },
    pictures: clips.map((clip, index) => {
      const own = sizes[index] ?? size;
      const live = createLivePicture(own, () => {
        const image = screen.pixelsOf(index);
        return image && { image, size: own, isMoving: clock.snapshot.isPlaying };
      });
      // with the index, because a clip may be compared with itself
      return { id: `${clip.url} ${index}`, url: clip.url, size: own, live };
    }),
    pixelsOf(index: number): CanvasImageSource | undefined {
      return course.covers.get(index) ?? clips[index]?.picture(frameOf(index));
    },
    /** True if a clip shows another picture than at the previous call. */
    hasChanged(): boolean {
      const now = clips.map((_clip, index) => screen.pixelsOf(index));
      const isSame = now.length === seen.length && now.every((each, at) => each === seen[at]);
      seen = now;
      return !isSame;
    },
  };

  function baseImage(): CanvasImageSource | undefined {
    const { mode, pair, gain, isToFirst, focused, isAlone } = course.state;
    if (mode !== 'difference' || isAlone) return screen.pixelsOf(focused);
    const [first, second] = isToFirst ? [focused, focused] : pair;
    const a = screen.pixelsOf(first);
    const b = isToFirst ? clips[focused]?.picture(0) : screen.pixelsOf(second);
    if (a === undefined || b === undefined) return undefined;
    return difference.paint(a, b, gain);
  }

  return screen;
}

function largestOf(sizes: readonly Size[]): Size {
  const [first = { width: 1, height: 1 }, ...others] = sizes;
  return others.reduce(
    (largest, size) => (size.width * size.height > largest.width * largest.height ? size : largest),
    first,
  );
}

function createDifferencePainter({ width, height }: Size) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  /** Cached, so that a still frame is not computed again. */
  let painted: { a: CanvasImageSource; b: CanvasImageSource; gain: number } | undefined;
  return {
    /**
     * Multiplies the absolute difference of each channel by `gain`, a power of two. Blending makes it
     * exact. A picture of another size is scaled.
     */
    paint(a: CanvasImageSource, b: CanvasImageSource, gain: number): OffscreenCanvas {
      if (context === null) return canvas;
      if (painted?.a === a && painted.b === b && painted.gain === gain) return canvas;
      painted = { a, b, gain };
      context.globalCompositeOperation = 'copy';
      context.drawImage(a, 0, 0, width, height);
      context.globalCompositeOperation = 'difference';
      context.drawImage(b, 0, 0, width, height);
      // added to itself: twice as bright, clipped at white
      context.globalCompositeOperation = 'lighter';
      for (let times = 1; times < gain; times *= 2) context.drawImage(canvas, 0, 0);
      return canvas;
    },
  };
}
