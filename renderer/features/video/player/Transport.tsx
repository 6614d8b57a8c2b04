/** Buttons that play clips: for the player and for the comparison. */
import { ActionIcon, NativeSelect, SegmentedControl, Tooltip } from '@mantine/core';
import {
  IconArrowsExchange,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconRepeat,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SPEED_STEPS, type ClipClock } from '../../../clips/clock.ts';
import type { LoopMode } from '../../../clips/sequence.ts';
import { useClockReading, useClockValue } from '../../../clips/use-clips.ts';
import { formatSeconds, frameRate, frameWords, speedWords } from './clip-words.ts';
import classes from './Player.module.css';

const LOOPS: readonly {
  readonly value: LoopMode;
  readonly label: ReactNode;
  readonly name: string;
}[] = [
  { value: 'loop', label: <IconRepeat size={16} aria-hidden />, name: 'Loop' },
  { value: 'ping-pong', label: <IconArrowsExchange size={16} aria-hidden />, name: 'Ping-pong' },
  { value: 'once', label: <span aria-hidden>1×</span>, name: 'Once' },
];

export function Transport(props: {
  readonly clock: ClipClock;
  /** Of the leading clip. */
  readonly times: readonly number[];
  readonly isDisabled: boolean;
}) {
  const { clock, times, isDisabled } = props;
  const isPlaying = useClockValue(clock, (now) => now.isPlaying);
  const isReverse = useClockValue(clock, (now) => now.isReverse);
  const speed = useClockValue(clock, (now) => now.speed);
  const mode = useClockValue(clock, (now) => now.mode);
  const play = isPlaying ? 'Pause' : 'Play';
  const speeds = [...new Set([...SPEED_STEPS, speed])].sort((a, b) => a - b);
  return (
    <>
      <Button
        label="First frame (Home)"
        name="First frame"
        isDisabled={isDisabled}
        onClick={() => clock.seekFrame(clock.snapshot.range.first)}
      >
        <IconPlayerSkipBack size={18} />
      </Button>
      <Button
        label="Previous frame (,)"
        name="Previous frame"
        isDisabled={isDisabled}
        onClick={() => clock.step(-1)}
      >
        <IconPlayerTrackPrev size={18} />
      </Button>
      <Tooltip label={`${play} (Space)`}>
        <ActionIcon
          variant="filled"
          color="accent"
          aria-label={play}
          disabled={isDisabled}
          onClick={() => (isPlaying ? clock.pause() : clock.play())}
        >
          {isPlaying ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
        </ActionIcon>
      </Tooltip>
      <Button
        label="Next frame (.)"
        name="Next frame"
        isDisabled={isDisabled}
        onClick={() => clock.step(1)}
      >
        <IconPlayerTrackNext size={18} />
      </Button>
      <Button
        label="Last frame (End)"
        name="Last frame"
        isDisabled={isDisabled}
        onClick={() => clock.seekFrame(clock.snapshot.range.last)}
      >
        <IconPlayerSkipForward size={18} />
      </Button>
      <Readout clock={clock} times={times} />
      <NativeSelect
        size="xs"
        w={92}
        aria-label="Speed"
        disabled={isDisabled}
        value={`${isReverse ? '-' : ''}${speed}`}
        onChange={({ currentTarget: { value } }) => {
          clock.setReverse(value.startsWith('-'));
          clock.setSpeed(Math.abs(Number(value)));
        }}
      >
        <optgroup label="Forwards">
          {speeds.map((each) => (
            <option key={each} value={each}>
              {speedWords(each)}
            </option>
          ))}
        </optgroup>
        <optgroup label="Backwards">
          {speeds.map((each) => (
            <option key={each} value={`-${each}`}>
              −{speedWords(each)}
            </option>
          ))}
        </optgroup>
      </NativeSelect>
      <SegmentedControl
        size="xs"
        aria-label="At the end"
        disabled={isDisabled}
        value={mode}
        onChange={(value) => clock.setMode(value)}
        data={LOOPS.map(({ value, label, name }) => ({
          value,
          label: (
            <Tooltip label={`${name} (P)`}>
              <span role="img" aria-label={name} style={{ display: 'grid', minWidth: 16 }}>
                {label}
              </span>
            </Tooltip>
          ),
        }))}
      />
    </>
  );
}

/** Drawn again while the clock runs: alone, so that nothing else is. */
function Readout({
  clock,
  times,
}: {
  readonly clock: ClipClock;
  readonly times: readonly number[];
}) {
  const frame = useClockReading(clock, (now) => now.frame);
  const count = Math.max(0, times.length - 1);
  const rate = frameRate(times);
  return (
    <span className={classes['readout']}>
      {frameWords(frame, count)}{' '}
      <span className={classes['dim']}>
        {formatSeconds(times[frame] ?? 0)} of {formatSeconds(times.at(-1) ?? 0)}
        {rate !== undefined && ` · ${Number(rate.toFixed(1))} fps`}
      </span>
    </span>
  );
}

function Button(props: {
  /** Seen beside the pointer. */
  readonly label: string;
  readonly name: string;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Tooltip label={props.label}>
      <ActionIcon aria-label={props.name} disabled={props.isDisabled} onClick={props.onClick}>
        {props.children}
      </ActionIcon>
    </Tooltip>
  );
}
