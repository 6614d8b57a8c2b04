import { Box, Tooltip } from '@mantine/core';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import type { Size } from '../../../../shared/geometry/rect.ts';
import type { ClipClock } from '../../../viewer/clips/clock.ts';
import type { Clip } from '../../../viewer/clips/clips.ts';
import {
  useClipSnapshot,
  useDecodedPart,
  useClockReading,
  useClockValue,
} from '../../../viewer/clips/use-clips.ts';
import { formatSeconds, frameWords } from '../../../viewer/clips/frame-words.ts';
import {
  measureMotion,
  motionLine,
  paintStrip,
  type DrawnStrip,
  type Motion,
} from './filmstrip.ts';
import classes from '../Video.module.css';

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
        <Tooltip
          label={`Motion between frames. First to last frame: ${(100 * motion.loop).toFixed(1)} % different`}
          position="top"
          openDelay={800}
        >
          <svg style={MOTION} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
            <polyline
              points={motionLine(motion, times)}
              fill="none"
              stroke="var(--gesso-on-picture)"
              strokeWidth={1}
              vectorEffect="non-scaling-stroke"
            />
          </svg>
        </Tooltip>
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
