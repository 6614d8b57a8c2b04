import { Button, Group, Menu } from '@mantine/core';
import { CommandMenuItem } from '../../../core/commands/CommandMenuItem.tsx';
import { runCommandById } from '../../../core/commands/run-command.ts';
import { say } from '../../../core/ui/say.ts';
import { ResultToolbar } from '../../../viewer/ResultToolbar.tsx';
import { usePictureSlotState } from '../../../viewer/slots/index.ts';
import { jobActions } from '../../../features/jobs/job-actions.ts';
import { saveAll } from '../../../features/runs/RunSelection.tsx';
import type { ClipList } from '../clips/use-clips.ts';
import { photoOfFrame } from '../player/shown-frame.ts';
import { useFramePlan } from '../picture/use-frame-plan.ts';
import { COMPARED_CLIPS, useVideo, useVideoSession } from '../session/index.ts';
import { type OpenClip, type VideoView, useVideoView } from '../stage/use-shown-clip.ts';
import { CLIP, COMPARE } from '../commands/video-commands.ts';
import { Segments } from '../../../core/ui/Segments.tsx';
import { create } from 'zustand';
import { IconDragDrop } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import type { DragFile } from '../../../../shared/contract/export.ts';
import { backend } from '../../../core/backend/client.ts';
import { sayError } from '../../../core/backend/say-error.ts';
import { dragOut } from '../../../features/saving/drag-out.ts';
import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import { attemptAction, referenceOf } from '../player/clip-actions.ts';

/** Lets Compare, which owns its state, put its controls into the toolbar. */
export const useCompareSlot = create<{ readonly element: HTMLElement | null }>(() => ({
  element: null,
}));

interface Props {
  readonly clips: ClipList;
  readonly shown: OpenClip | undefined;
}

export function VideoToolbar({ clips, shown }: Props) {
  const { runs } = useVideoSession();
  const view = useVideoView();
  const output = view === 'clip' ? shown?.output : undefined;
  const isDisabled = shown === undefined || output === undefined;
  const send = {
    from: 'video',
    toPhoto: (show: (photoId: string) => void) => photoOfFrame().then(show, sayError),
  } as const;
  return (
    <ResultToolbar
      send={send}
      canSend={!isDisabled}
      canSave={!isDisabled || view === 'compare'}
      onSave={() => {
        if (view === 'compare') runCommandById(COMPARE.save.id, false);
        else if (!isDisabled) jobActions.saveOutput(shown.job.id, output);
      }}
      waysToSave={
        <>
          {view === 'compare' && (
            <CommandMenuItem keys={COMPARE.save} label="Save compared frames" />
          )}
          {(isDisabled ? [] : FRAME_COMMANDS).map(([command, label]) => (
            <CommandMenuItem key={label} keys={command} label={label} />
          ))}
          <Menu.Divider />
          {!isDisabled && (
            <>
              <Menu.Item onClick={() => jobActions.showOutput(shown.job.id, output)}>
                Show in folder
              </Menu.Item>
              <ClipDragItem job={shown.job} output={output} />
            </>
          )}
          <Menu.Item onClick={() => void saveAll(runs, clips)}>Save all clips…</Menu.Item>
        </>
      }
    >
      <Views clips={clips} view={view} />
      {view === 'picture' && <CentreButton />}
      {view === 'compare' && <Group ref={lendCompareSlot} gap="2xs" wrap="nowrap" miw={0} />}
    </ResultToolbar>
  );
}

function CentreButton() {
  const { centreFrame } = useVideoSession();
  const plan = useFramePlan();
  if (plan === undefined) return null;
  const { part, photo } = plan;
  if (part.width === photo.width && part.height === photo.height) return null;
  return (
    <Button
      data-tip="The frame is where the faces, the main object or you placed it."
      onClick={centreFrame}
    >
      Centre the frame
    </Button>
  );
}

function ClipDragItem(shown: { readonly job: Job; readonly output: JobOutput }) {
  const [isPreparing, setPreparing] = useState(false);
  /** Made as soon as the pointer comes near. */
  const file = useRef<DragFile>(undefined);

  function prepare(): void {
    if (isPreparing || file.current !== undefined) return;
    setPreparing(true);
    attemptAction(async () => {
      try {
        file.current = await backend.clips.prepareDrag(referenceOf(shown));
      } finally {
        setPreparing(false);
      }
    });
  }

  function begin(event: DragEvent): void {
    const { current } = file;
    if (current === undefined) {
      event.preventDefault();
      say('Preparing the clip. Drag it again in a moment.');
      prepare();
      return;
    }
    dragOut(event, current, (id) => attemptAction(() => backend.export.startDrag({ id })));
  }

  return (
    <Menu.Item
      component="div"
      leftSection={<IconDragDrop size={16} />}
      draggable
      closeMenuOnClick={false}
      onPointerEnter={prepare}
      onDragStart={begin}
    >
      Drag into another program
    </Menu.Item>
  );
}

function lendCompareSlot(element: HTMLElement | null): void {
  useCompareSlot.setState({ element });
}

/** They need the player's current frame and range. */
const FRAME_COMMANDS = [
  [CLIP.save, 'Save clip…'],
  [CLIP.saveFilm, 'Save range as MP4…'],
  [CLIP.saveGif, 'Save range as GIF…'],
  [CLIP.saveFrame, 'Save frame as PNG'],
  [CLIP.copyFrame, 'Copy frame'],
] as const;

function Views({ clips, view }: { readonly clips: ClipList; readonly view: VideoView }) {
  const session = useVideoSession();
  const hasPhoto = usePictureSlotState(session.slot).photo !== undefined;
  const selected = useVideo((state) => state.selected);
  const compared = useVideo((state) => state.compared);
  if (!hasPhoto && clips.jobs.length === 0) return null;
  const isPair = selected.length >= COMPARED_CLIPS.least && selected.length <= COMPARED_CLIPS.most;

  function show(next: VideoView): void {
    if (next === 'picture') session.store.setState({ isPictureLarge: true });
    if (next === 'clip') {
      if (view === 'compare') session.store.setState({ compared: undefined });
      session.store.setState({ isPictureLarge: false });
    }
    if (next === 'compare') session.clips.compare(compared ?? selected);
  }

  return (
    <Segments
      aria-label="View"
      data={[
        { value: 'picture', label: 'Picture', disabled: !hasPhoto },
        { value: 'clip', label: 'Clip', disabled: clips.jobs.length === 0 },
        { value: 'compare', label: 'Compare', disabled: compared === undefined && !isPair },
      ]}
      value={view}
      onChange={show}
    />
  );
}
