/** Actions on a clip and its frames: buttons beside the transport, with their keys. */
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { ActionIcon, Menu } from '@mantine/core';
import { TipTarget } from '../../../base/ui/TipTarget.tsx';
import {
  IconBrush,
  IconCamera,
  IconDeviceFloppy,
  IconMaximize,
  IconPhotoPlus,
  IconDots,
} from '@tabler/icons-react';
import type { ClipClock } from '../../../pictures/clips/clock.ts';
import type { LoopMode } from '../../../pictures/clips/sequence.ts';
import { useClockValue } from '../../../pictures/clips/use-clips.ts';
import { useCommands } from '../../../base/commands/commands.ts';
import type { JobActions } from '../../../work/jobs/job-actions.ts';
import {
  attempt,
  copyFrame,
  frameOf,
  frameToStudio,
  saveFilm,
  saveFrame,
  saveGif,
  type ShownClip,
} from './clip-actions.ts';
import { ClipDragHandle } from './ClipDragHandle.tsx';
import { gifLabel } from './clip-words.ts';
import classes from './Player.module.css';
import { toggleFullScreen } from './full-screen.ts';

interface Props {
  readonly shown: ShownClip;
  readonly clock: ClipClock;
  readonly actions: JobActions;
  readonly onUseFrame: ((frame: Blob, name: string) => void) | undefined;
}

export function ClipBar({ shown, clock, actions, onUseFrame }: Props) {
  const { job, output } = shown;
  const frame = () => clock.snapshot.frame;
  const saveThis = () => attempt(() => saveFrame(shown, frame()));
  const copyThis = () => attempt(() => copyFrame(shown, frame()));
  const openThis = () => attempt(() => frameToStudio(shown, frame()));
  const useThis =
    onUseFrame &&
    (() =>
      attempt(async () => {
        const { png, name } = await frameOf(shown, frame());
        onUseFrame(png, name);
      }));

  useCommands([
    {
      id: 'clip.saveFrame',
      title: 'Save frame as PNG',
      group: 'Clip',
      shortcuts: ['S'],
      run: saveThis,
    },
    {
      id: 'clip.frameToStudio',
      title: 'Open frame in Studio',
      group: 'Clip',
      shortcuts: ['Shift+S'],
      run: openThis,
    },
    {
      id: 'clip.copyFrame',
      title: 'Copy frame',
      group: 'Clip',
      shortcuts: ['Mod+C'],
      run: copyThis,
    },
    {
      id: 'clip.useFrame',
      title: 'Use frame for the next clip',
      group: 'Clip',

      obstacle: () => (useThis === undefined ? 'There is no form here.' : undefined),
      run: () => useThis?.(),
    },
    {
      id: 'clip.save',
      title: 'Save clip',
      group: 'Clip',
      shortcuts: ['Mod+S'],
      run: () => actions.saveOutput(job.id, output),
    },
    {
      id: 'clip.show',
      title: 'Show clip in folder',
      group: 'Clip',
      run: () => actions.showOutput(job.id, output),
    },
    {
      id: 'clip.saveFilm',
      title: 'Save range as MP4',
      group: 'Clip',

      run: () => attempt(() => saveFilm(shown, clock.snapshot.range, clock.snapshot.mode)),
    },
    {
      id: 'clip.saveGif',
      title: 'Save range as GIF',
      group: 'Clip',

      run: () => attempt(() => saveGif(shown, clock.snapshot.range, clock.snapshot.mode)),
    },
    {
      id: 'clip.fullScreen',
      title: 'Full screen',
      group: 'Clip',
      shortcuts: ['F'],
      run: () => attempt(toggleFullScreen),
    },
  ]);

  return (
    <div className={`${classes['row']} ${classes['push']}`}>
      <IconButton
        label="Save frame"
        tip="Save frame as PNG (S)"
        icon={<IconCamera size={16} />}
        size="lg"
        onClick={saveThis}
      />
      <IconButton
        label="Open frame in Studio"
        tip="Open frame in Studio (Shift+S)"
        icon={<IconBrush size={16} />}
        size="lg"
        onClick={openThis}
      />
      {useThis !== undefined && (
        <IconButton
          label="Use frame for the next clip"
          icon={<IconPhotoPlus size={16} />}
          size="lg"
          onClick={useThis}
        />
      )}
      <IconButton
        label="Save clip"
        tip="Save clip as…"
        icon={<IconDeviceFloppy size={16} />}
        size="lg"
        onClick={() => actions.saveOutput(job.id, output)}
      />
      <ClipDragHandle shown={shown} />
      <MoreMenu
        shown={shown}
        clock={clock}
        onCopy={copyThis}
        onShow={() => actions.showOutput(job.id, output)}
      />
      <IconButton
        label="Full screen"
        tip="Full screen (F)"
        icon={<IconMaximize size={16} />}
        size="lg"
        onClick={() => attempt(toggleFullScreen)}
      />
    </div>
  );
}

/** Rarer actions, and the range, or all of the clip, as a file of its own. */
function MoreMenu(props: {
  readonly shown: ShownClip;
  readonly clock: ClipClock;
  readonly onCopy: () => void;
  readonly onShow: () => void;
}) {
  const { shown, clock, onCopy, onShow } = props;
  const range = useClockValue(clock, (now) => now.range);
  const mode = useClockValue(clock, (now) => now.mode);
  const last = shown.times.length - 2;
  const isWhole = range.first === 0 && range.last === last;
  const what = isWhole ? 'all frames' : `frames ${range.first + 1} to ${range.last + 1}`;
  const course = mode === 'ping-pong' ? ', there and back' : '';
  return (
    <Menu position="top-end">
      <Menu.Target>
        <TipTarget label="More actions">
          <ActionIcon aria-label="More actions for this clip">
            <IconDots size={16} />
          </ActionIcon>
        </TipTarget>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onCopy}>Copy frame</Menu.Item>
        <Menu.Item onClick={onShow}>Show clip in folder</Menu.Item>
        <Menu.Divider />
        <Menu.Label>
          Range: {what}
          {course}. I and O set its ends.
          {shown.sound !== undefined && ' '}
          {shown.sound !== undefined && soundWords(mode)}
        </Menu.Label>
        <Menu.Item onClick={() => attempt(() => saveFilm(shown, range, mode))}>
          Save range as MP4…
        </Menu.Item>
        <Menu.Item onClick={() => attempt(() => saveGif(shown, range, mode))}>
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

/** The sound of saved parts, in words. */
function soundWords(mode: LoopMode): string {
  return mode === 'ping-pong'
    ? 'There and back is saved without sound.'
    : 'MP4 keeps the sound; GIF has none.';
}
