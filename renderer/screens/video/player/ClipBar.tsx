import { useEffect, type ReactNode } from 'react';
import { ActionIcon, Menu } from '@mantine/core';
import { IconCamera, IconMaximize, IconDots } from '@tabler/icons-react';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import type { ClipClock, LoopMode } from '../../../viewer/clips/clock.ts';
import { useClockValue } from '../../../viewer/clips/use-clips.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { CLIP } from '../commands/video-commands.ts';
import { jobActions } from '../../../features/jobs/job-actions.ts';
import {
  attemptAction,
  copyFrame,
  frameOf,
  frameToStudio,
  saveFilm,
  saveFrame,
  saveGif,
  type ShownClip,
} from './clip-actions.ts';
import { lendFrame } from './shown-frame.ts';
import { gifLabel } from './clip-words.ts';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';
import classes from '../Video.module.css';

interface Props {
  readonly shown: ShownClip;
  readonly clock: ClipClock;
  readonly onUseFrame: (frame: Blob, name: string) => void;
}

export function ClipBar({ shown, clock, onUseFrame }: Props) {
  const { nameWithKeys } = useKeyNames();
  const { job, output } = shown;
  const frame = () => clock.snapshot.frame;
  const saveThis = () => attemptAction(() => saveFrame(shown, frame()));
  const copyThis = () => attemptAction(() => copyFrame(shown, frame()));
  const openThis = () => attemptAction(() => frameToStudio(shown, frame()));
  const useThis = () =>
    attemptAction(async () => {
      const { png, name } = await frameOf(shown, frame());
      onUseFrame(png, name);
    });

  useCommands(
    bindCommands(CLIP, {
      saveFrame: saveThis,
      frameToStudio: openThis,
      copyFrame: copyThis,
      useFrame: useThis,
      save: () => jobActions.saveOutput(job.id, output),
      show: () => jobActions.showOutput(job.id, output),
      saveFilm: () =>
        attemptAction(() => saveFilm(shown, clock.snapshot.range, clock.snapshot.mode)),
      saveGif: () => attemptAction(() => saveGif(shown, clock.snapshot.range, clock.snapshot.mode)),
      fullScreen: () => attemptAction(toggleFullScreen),
    }),
  );

  useEffect(() => lendFrame(() => frameOf(shown, frame())));

  return (
    <>
      <IconButton
        label="Save frame"
        tip={nameWithKeys(CLIP.saveFrame.title, CLIP.saveFrame)}
        icon={<IconCamera size={16} />}
        className={classes['wide'] ?? ''}
        onClick={saveThis}
      />
      <MoreMenu
        shown={shown}
        clock={clock}
        items={
          <>
            <Menu.Item onClick={saveThis}>Save frame as PNG</Menu.Item>
            <Menu.Item onClick={copyThis}>Copy frame</Menu.Item>
            <Menu.Item onClick={openThis}>Open frame in Studio</Menu.Item>
            <Menu.Item onClick={useThis}>Use frame for the next clip</Menu.Item>
            <Menu.Item onClick={() => jobActions.showOutput(job.id, output)}>
              Show clip in folder
            </Menu.Item>
            <Menu.Item onClick={() => attemptAction(toggleFullScreen)}>Full screen</Menu.Item>
          </>
        }
      />
      <IconButton
        label="Full screen"
        tip={nameWithKeys(CLIP.fullScreen.title, CLIP.fullScreen)}
        icon={<IconMaximize size={16} />}
        className={classes['wide'] ?? ''}
        onClick={() => attemptAction(toggleFullScreen)}
      />
    </>
  );
}

function MoreMenu(props: {
  readonly shown: ShownClip;
  readonly clock: ClipClock;
  readonly items: ReactNode;
}) {
  const { shown, clock, items } = props;
  const range = useClockValue(clock, (now) => now.range);
  const mode = useClockValue(clock, (now) => now.mode);
  const last = shown.times.length - 2;
  const isWhole = range.first === 0 && range.last === last;
  const what = isWhole ? 'all frames' : `frames ${range.first + 1} to ${range.last + 1}`;
  const course = mode === 'ping-pong' ? ', there and back' : '';
  return (
    <Menu position="top-end">
      <Menu.Target>
        <ActionIcon data-tip="More actions" aria-label="More actions for this clip">
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items}
        <Menu.Divider />
        <Menu.Label>
          Range: {what}
          {course}. I and O set its ends.
          {shown.sound !== undefined && ' '}
          {shown.sound !== undefined && soundWords(mode)}
        </Menu.Label>
        <Menu.Item onClick={() => attemptAction(() => saveFilm(shown, range, mode))}>
          Save range as MP4…
        </Menu.Item>
        <Menu.Item onClick={() => attemptAction(() => saveGif(shown, range, mode))}>
          {gifLabel(shown.size)}
        </Menu.Item>
        <Menu.Item
          disabled={isWhole}
          onClick={() => clock.setRange({ first: 0, last: Math.max(0, last) })}
        >
          Clear range
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function soundWords(mode: LoopMode): string {
  return mode === 'ping-pong'
    ? 'There and back is saved without sound.'
    : 'MP4 keeps the sound; GIF has none.';
}

async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement !== null) await document.exitFullscreen();
  else await document.querySelector('[data-clip-player]')?.requestFullscreen();
}
