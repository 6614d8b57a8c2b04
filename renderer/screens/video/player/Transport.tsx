import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  IconArrowsExchange,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconRepeat,
  IconRepeatOff,
} from '@tabler/icons-react';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { SPEED_STEPS, type ClipClock, type LoopMode } from '../../../viewer/clips/clock.ts';
import { useClockReading, useClockValue } from '../../../viewer/clips/use-clips.ts';
import { formatSeconds } from '../../../viewer/clips/frame-words.ts';
import { frameRate, speedWords } from './clip-words.ts';
import { PickMenu, type Pick } from './PickMenu.tsx';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';
import { TRANSPORT } from '../commands/video-commands.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from '../Video.module.css';
import { SmallNote } from '../../../core/ui/variants.ts';

const LOOPS: readonly Pick<LoopMode>[] = [
  { value: 'loop', label: 'Loop', short: <IconRepeat size={16} aria-hidden /> },
  {
    value: 'ping-pong',
    label: 'There and back',
    short: <IconArrowsExchange size={16} aria-hidden />,
  },
  { value: 'once', label: 'Play once', short: <IconRepeatOff size={16} aria-hidden /> },
];

export function Transport(props: {
  readonly clock: ClipClock;
  /** Frame times of the leading clip. */
  readonly times: readonly number[];
  readonly isDisabled: boolean;
  readonly scrubber: ReactNode;
}) {
  const { nameWithKeys, shortcutKeys } = useKeyNames();
  const { clock, times, isDisabled, scrubber } = props;
  const isPlaying = useClockValue(clock, (now) => now.isPlaying);
  const isReverse = useClockValue(clock, (now) => now.isReverse);
  const speed = useClockValue(clock, (now) => now.speed);
  const mode = useClockValue(clock, (now) => now.mode);
  const play = isPlaying ? 'Pause' : 'Play';
  const speedKeys = [TRANSPORT.slower, TRANSPORT.faster].flatMap(shortcutKeys);
  const speeds = [...new Set([...SPEED_STEPS, speed])].sort((a, b) => a - b);
  return (
    <>
      <IconButton
        label="First frame"
        className={classes['wide'] ?? ''}
        tip="First frame (Home)"
        icon={<IconPlayerSkipBack size={16} />}
        disabled={isDisabled}
        onClick={() => clock.seekFrame(clock.snapshot.range.first)}
      />
      <IconButton
        label="Previous frame"
        className={classes['wide'] ?? ''}
        tip={nameWithKeys(TRANSPORT.previousFrame.title, TRANSPORT.previousFrame)}
        icon={<IconPlayerTrackPrev size={16} />}
        disabled={isDisabled}
        onClick={() => clock.step(-1)}
      />
      <IconButton
        label={play}
        tip={nameWithKeys(play, TRANSPORT.toggle)}
        icon={isPlaying ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
        disabled={isDisabled}
        onClick={() => (isPlaying ? clock.pause() : clock.play())}
      />
      <IconButton
        label="Next frame"
        className={classes['wide'] ?? ''}
        tip={nameWithKeys(TRANSPORT.nextFrame.title, TRANSPORT.nextFrame)}
        icon={<IconPlayerTrackNext size={16} />}
        disabled={isDisabled}
        onClick={() => clock.step(1)}
      />
      {scrubber}
      <Readout clock={clock} times={times} />
      <PickMenu
        name="Speed"
        hint={speedKeys.length === 0 ? 'Speed' : `Speed (${speedKeys.join(' and ')})`}
        isDisabled={isDisabled}
        value={String(speed)}
        picks={speeds.map((each) => ({
          value: String(each),
          label: speedWords(each),
          short: `${isReverse ? '−' : ''}${speedWords(each)}`,
        }))}
        onPick={(value) => clock.setSpeed(Number(value))}
      >
        <Menu.Divider />
        <Menu.CheckboxItem checked={isReverse} onChange={(isOn) => clock.setReverse(isOn)}>
          Backwards
        </Menu.CheckboxItem>
      </PickMenu>
      <PickMenu
        name="At the end"
        hint={nameWithKeys(
          `At the end: ${LOOPS.find(({ value }) => value === mode)?.label ?? ''}`,
          TRANSPORT.loop,
        )}
        isDisabled={isDisabled}
        value={mode}
        picks={LOOPS}
        onPick={(value) => clock.setMode(value)}
      />
    </>
  );
}

/** A component of its own, as it re-renders while the clock runs. */
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
    <SmallNote
      span
      px="xs"
      flex="none"
      className={shared['numbers'] ?? ''}
      data-tip={rate === undefined ? undefined : `${Number(rate.toFixed(1))} frames a second`}
    >
      {`${frame + 1} / ${count}, ${formatSeconds(times[frame] ?? 0)}`}
    </SmallNote>
  );
}
