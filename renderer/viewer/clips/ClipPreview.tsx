import { Group, Stack, Text } from '@mantine/core';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
} from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { IconButton } from '../../core/ui/IconButton.tsx';
import type { Clip } from './clips.ts';
import type { ClipClock } from './clock.ts';
import { formatSeconds, frameWords } from './frame-words.ts';
import { useClipStart } from './use-clip-start.ts';
import type { ClipFile } from './held-clips.ts';
import {
  useClip,
  useClipSnapshot,
  useClock,
  useClockReading,
  useClockValue,
  useDrawnFrames,
} from './use-clips.ts';
import shared from '../../core/ui/shared.module.css';

/** @param props.fallback shown for a clip that cannot be decoded by frames */
export function ClipPreview(props: {
  readonly file: ClipFile;
  readonly label: string;
  readonly fallback: ReactNode;
}) {
  const { file, label, fallback } = props;
  const clip = useClip(file);
  const { status, head, times } = useClipSnapshot(clip);
  const clock = useClock();
  const isReady = status.kind === 'ready';
  useClipStart(clock, times, isReady);
  useFrameKeys(clock, isReady);
  if (status.kind === 'failed') return fallback;
  const { width, height } = head?.size ?? file;
  const count = Math.max(0, times.length - 1);
  return (
    <Stack gap="xs" align="center">
      <Frames clip={clip} clock={clock} label={label} width={width} height={height} />
      <Buttons clock={clock} isReady={isReady} count={count} times={times} />
    </Stack>
  );
}

function Frames(props: {
  readonly clip: Clip | undefined;
  readonly clock: ClipClock;
  readonly label: string;
  readonly width: number | undefined;
  readonly height: number | undefined;
}) {
  const { clip, clock, label, width = 16, height = 9 } = props;
  const canvas = useDrawnFrames(clip, clock, { width, height });
  return (
    <canvas
      ref={canvas}
      style={{ maxWidth: '100%', maxHeight: '60vh' }}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    />
  );
}

function Buttons(props: {
  readonly clock: ClipClock;
  readonly isReady: boolean;
  readonly count: number;
  readonly times: readonly number[];
}) {
  const { clock, isReady, count, times } = props;
  const isPlaying = useClockValue(clock, (now) => now.isPlaying);
  const frame = useClockReading(clock, (now) => now.frame);
  const play = isPlaying ? 'Pause' : 'Play';
  return (
    <Group gap="xs" role="group" aria-label="Player">
      <IconButton
        label="Previous frame"
        tip="Previous frame (←)"
        icon={<IconPlayerTrackPrev size={16} />}
        size="lg"
        disabled={!isReady}
        onClick={() => clock.step(-1)}
      />
      <IconButton
        label={play}
        tip={`${play} (K)`}
        icon={isPlaying ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
        size="lg"
        disabled={!isReady}
        onClick={() => toggle(clock)}
      />
      <IconButton
        label="Next frame"
        tip="Next frame (→)"
        icon={<IconPlayerTrackNext size={16} />}
        size="lg"
        disabled={!isReady}
        onClick={() => clock.step(1)}
      />
      {isReady && (
        <Text size="sm" className={shared['numbers'] ?? ''}>
          {frameWords(frame, count)}, {formatSeconds(times[frame] ?? 0)}
        </Text>
      )}
    </Group>
  );
}

function useFrameKeys(clock: ClipClock, isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return undefined;
    const controller = new AbortController();
    const { range } = clock.snapshot;
    const acts: Readonly<Record<string, () => void>> = {
      ',': () => clock.step(-1),
      ArrowLeft: () => clock.step(-1),
      '.': () => clock.step(1),
      ArrowRight: () => clock.step(1),
      Home: () => clock.seekFrame(range.first),
      End: () => clock.seekFrame(range.last),
      k: () => toggle(clock),
    };
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
        const act = acts[event.key];
        if (act === undefined) return;
        event.preventDefault();
        act();
      },
      { signal: controller.signal },
    );
    return () => controller.abort();
  }, [clock, isReady]);
}

function toggle(clock: ClipClock): void {
  if (clock.snapshot.isPlaying) clock.pause();
  else clock.play();
}
