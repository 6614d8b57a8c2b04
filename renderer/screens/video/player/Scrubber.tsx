import { Box } from '@mantine/core';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import type { Size } from '../../../../shared/geometry/rect.ts';
import { frameAt, type ClipClock } from '../../../viewer/clips/clock.ts';
import type { Clip } from '../../../viewer/clips/clips.ts';
import {
  useClipSnapshot,
  useDecodedPart,
  useClockReading,
  useClockValue,
} from '../../../viewer/clips/use-clips.ts';
import { formatSeconds, frameWords } from '../../../viewer/clips/frame-words.ts';
import classes from '../Video.module.css';

/** Pixels for comparing frames: enough to see motion, few enough to be quick. */
const SAMPLE = { width: 48, height: 27 } as const;

interface Motion {
  /** Mean difference of each frame to the previous one, 0 to 1; the first is 0. */
  readonly changes: readonly number[];
  /** Difference of the first frame to the last: how well the clip loops. */
  readonly loop: number;
}

/**
 * Compares one frame at a time, so that the window stays quick. Rejects with the signal's reason.
 * @param count frames
 */
async function measureMotion(clip: Clip, count: number, signal: AbortSignal): Promise<Motion> {
  const canvas = new OffscreenCanvas(SAMPLE.width, SAMPLE.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return { changes: [], loop: 0 };
  const changes: number[] = [];
  let first: Uint8ClampedArray | undefined;
  let before: Uint8ClampedArray | undefined;
  for (let frame = 0; frame < count; frame++) {
    await turn();
    signal.throwIfAborted();
    const picture = clip.picture(frame);
    if (picture === undefined) break;
    context.drawImage(picture, 0, 0, SAMPLE.width, SAMPLE.height);
    const { data } = context.getImageData(0, 0, SAMPLE.width, SAMPLE.height);
    changes.push(before === undefined ? 0 : differenceOf(before, data));
    before = data;
    first ??= data;
  }
  const loop = first === undefined || before === undefined ? 0 : differenceOf(first, before);
  return { changes, loop };
}

/** Returns the mean absolute difference of two pictures of equal size, 0 to 1, without alpha. */
export function differenceOf(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 4) {
    sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
    sum += Math.abs((a[at + 1] ?? 0) - (b[at + 1] ?? 0));
    sum += Math.abs((a[at + 2] ?? 0) - (b[at + 2] ?? 0));
  }
  return a.length === 0 ? 0 : sum / ((a.length / 4) * 3 * 255);
}

/** Pictures from left to right. */
type DrawnStrip = readonly (CanvasImageSource | undefined)[];

/**
 * Draws as many frames as fit, each at its time, except those that the canvas shows already.
 * @param ratio width of a frame by its height
 * @param drawn pictures that the canvas shows
 * @returns pictures that it shows now
 */
function paintStrip(
  context: Pick<CanvasRenderingContext2D, 'canvas' | 'drawImage' | 'imageSmoothingQuality'>,
  clip: Pick<Clip, 'picture'>,
  times: readonly number[],
  ratio: number,
  drawn: DrawnStrip,
): DrawnStrip {
  const { width, height } = context.canvas;
  const length = times.at(-1) ?? 0;
  const pictures: (CanvasImageSource | undefined)[] = [];
  if (length <= 0) return pictures;
  const each = Math.max(1, height * ratio);
  context.imageSmoothingQuality = 'medium';
  for (let x = 0; x < width; x += each) {
    const middle = Math.min(width, x + each / 2);
    const picture = clip.picture(frameAt(times, (middle / width) * length));
    if (picture !== undefined && picture !== drawn[pictures.length]) {
      context.drawImage(picture, x, 0, each, height);
    }
    pictures.push(picture);
  }
  return pictures;
}

/**
 * For an SVG whose sides are 1; the largest change reaches the top.
 * @returns points of a polyline; empty if nothing moves
 */
export function motionLine({ changes }: Motion, times: readonly number[]): string {
  const most = Math.max(...changes, 0);
  const length = times.at(-1) ?? 0;
  if (most === 0 || length <= 0) return '';
  return changes
    .map((change, frame) => {
      const middle = ((times[frame] ?? 0) + (times[frame + 1] ?? 0)) / 2;
      return `${(middle / length).toFixed(4)},${(1 - change / most).toFixed(4)}`;
    })
    .join(' ');
}

/** Lets all other tasks run first. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

interface Props {
  /** The leading clip. */
  readonly clip: Clip;
  readonly clock: ClipClock;
  readonly size: Size;
}

/** Over the frames that are not played. */
const OUTSIDE = 'var(--gesso-on-picture-ground)';

/** The line of motion, along the lower edge of the track. */
const MOTION = {
  top: 'auto',
  width: '100%',
  maxHeight: 'var(--gesso-icon-sm)',
  background: 'linear-gradient(transparent, var(--gesso-on-picture-line))',
} as const;

export function Scrubber({ clip, clock, size }: Props) {
  const { times, head, status } = useClipSnapshot(clip);
  const frame = useClockReading(clock, (now) => now.frame);
  const range = useClockValue(clock, (now) => now.range);
  const track = useRef<HTMLDivElement>(null);
  const motion = useMotion(clip, times.length - 1, status.kind === 'ready');
  const length = times.at(-1) ?? 0;
  const count = Math.max(0, times.length - 1);

  function seek(event: PointerEvent): void {
    const box = track.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    // the middle of the last frame is the end of the strip, so that it can be reached
    clock.seek(Math.min(share * length, length - 1e-3));
  }

  function begin(event: PointerEvent): void {
    if (event.button !== 0) return;
    clock.pause();
    event.currentTarget.setPointerCapture(event.pointerId);
    seek(event);
  }

  /** Keys of a slider; the player has the same ones. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const steps: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => clock.step(-1),
      ArrowRight: () => clock.step(1),
      Home: () => clock.seekFrame(range.first),
      End: () => clock.seekFrame(range.last),
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    step();
  }

  const share = (time: number | undefined) => `${length === 0 ? 0 : (100 * (time ?? 0)) / length}%`;
  const isLoading = status.kind === 'loading';
  return (
    <Box
      ref={track}
      pos="relative"
      flex="1 1 0"
      miw="var(--gesso-rail)"
      h="calc(var(--gesso-player) - var(--gesso-space-md))"
      mx="2xs"
      bg="var(--gesso-ground)"
      bdrs="sm"
      className={classes['track'] ?? ''}
      style={{ overflow: 'hidden', cursor: 'ew-resize', touchAction: 'none' }}
      role="slider"
      tabIndex={0}
      aria-label="Frame"
      aria-valuemin={1}
      aria-valuemax={Math.max(1, count)}
      aria-valuenow={frame + 1}
      aria-valuetext={`${frameWords(frame, count)}, ${formatSeconds(times[frame] ?? 0)}`}
      onPointerDown={begin}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(event);
      }}
      onKeyDown={onKeyDown}
    >
      <Strip clip={clip} times={times} ratio={size.width / size.height} />
      {motion !== undefined && (
        <svg
          data-tip={`Motion between frames. First to last frame: ${(100 * motion.loop).toFixed(1)} % different`}
          style={MOTION}
          viewBox="0 0 1 1"
          preserveAspectRatio="none"
          aria-hidden
        >
          <polyline
            points={motionLine(motion, times)}
            fill="none"
            stroke="var(--gesso-on-picture)"
            strokeWidth={1}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      )}
      {isLoading && head !== undefined && <NotDecoded clip={clip} />}
      <Box bg={OUTSIDE} style={{ left: 0, width: share(times[range.first]) }} />
      <Box bg={OUTSIDE} style={{ left: share(times[range.last + 1]), right: 0 }} />
      <Playhead clock={clock} times={times} />
    </Box>
  );
}

function NotDecoded({ clip }: { readonly clip: Clip }) {
  return <Box right={0} bg="var(--gesso-ground)" style={{ left: `${useDecodedPart(clip)}%` }} />;
}

/** Changes only its style, past React, because it moves with every frame. */
function Playhead({
  clock,
  times,
}: {
  readonly clock: ClipClock;
  readonly times: readonly number[];
}) {
  const head = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const length = times.at(-1) ?? 0;
    const place = () => {
      if (head.current === null || length === 0) return;
      const { frame } = clock.snapshot;
      const start = times[frame] ?? 0;
      head.current.style.left = `${(100 * start) / length}%`;
      head.current.style.width = `${(100 * ((times[frame + 1] ?? 0) - start)) / length}%`;
    };
    place();
    return clock.subscribe(place);
  }, [clock, times]);
  return (
    <Box
      ref={head}
      miw="var(--gesso-space-2xs)"
      bd="var(--gesso-outline) solid var(--gesso-on-picture)"
      bdrs="sm"
      style={{ boxShadow: '0 0 0 1px var(--gesso-on-picture-ground)', pointerEvents: 'none' }}
    />
  );
}

/** Measures once the clip is complete. */
function useMotion(clip: Clip, count: number, isReady: boolean): Motion | undefined {
  const [motion, setMotion] = useState<Motion>();
  useEffect(() => {
    if (!isReady) return undefined;
    const controller = new AbortController();
    measureMotion(clip, count, controller.signal).then(setMotion, (error: unknown) => {
      if (!controller.signal.aborted) reportError(error);
    });
    return () => controller.abort();
  }, [clip, count, isReady]);
  return motion;
}

/** Ms between two drawings of the strip while frames arrive, so that the stage draws first. */
const STRIP_PAUSE = 100;

/** Draws frames as they arrive, and all of them again after a resize. */
function Strip(props: {
  readonly clip: Clip;
  readonly times: readonly number[];
  readonly ratio: number;
}) {
  const { clip, times, ratio } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return undefined;
    let drawn: DrawnStrip = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const paint = () => {
      timer = undefined;
      drawn = paintStrip(context, clip, times, ratio, drawn);
    };
    const paintSoon = () => {
      timer ??= setTimeout(paint, STRIP_PAUSE);
    };
    const resize = () => {
      const scale = window.devicePixelRatio;
      element.width = Math.max(1, Math.round(element.clientWidth * scale));
      element.height = Math.max(1, Math.round(element.clientHeight * scale));
      drawn = [];
      paint();
    };
    const observer = new ResizeObserver(resize);
    observer.observe(element);
    const stop = clip.subscribe(paintSoon);
    return () => {
      observer.disconnect();
      stop();
      clearTimeout(timer);
    };
  }, [clip, times, ratio]);
  return <canvas ref={canvas} aria-hidden />;
}
