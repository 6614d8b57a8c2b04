import { useEffect, useEffectEvent } from 'react';
import { isFinalJobState } from '../../../shared/contract/jobs.ts';
import { useScreenState } from '../../core/backend/settings.ts';
import { WithPanels } from '../../core/frame/WithPanels.tsx';
import { Frame, KeyHint, StatusEnd } from '../../core/frame/Frame.tsx';
import { ToolbarZoomProvider } from '../../viewer/stage/toolbar-zoom.tsx';
import { useRestored } from '../../features/runs/use-restored.ts';
import { ClipTray } from './clips/ClipTray.tsx';
import { type ClipList, useClips } from './clips/use-clips.ts';
import { useVideoCommands } from './commands/use-video-commands.ts';
import { VideoInspector } from './form/VideoInspector.tsx';
import { VideoProvider, useVideo, useVideoSession } from './session/index.ts';
import { type OpenClip, useShownClip, useVideoView } from './stage/use-shown-clip.ts';
import { VideoStage } from './stage/VideoStage.tsx';
import { VideoToolbar } from './toolbar/VideoToolbar.tsx';
import { useKeptState } from '../../core/backend/kept-state.ts';
import { usePictureSlotState } from '../../viewer/slots/index.ts';
import { Menu } from '@mantine/core';
import { IconFolderOpen, IconX } from '@tabler/icons-react';
import { CommandMenuItem } from '../../core/commands/CommandMenuItem.tsx';
import { ScreenDocument } from '../../core/frame/screen-document.tsx';
import { COMPARE, TRANSPORT, VIDEO } from './commands/video-commands.ts';
import { useFileIntake } from '../../features/files/file-intake.ts';
import { useIntent } from '../../core/screen/navigation.ts';
import { useTakeFiles } from './commands/use-own-files.ts';
import { formatBytes } from '../../core/ui/format.ts';
import { useKeyNames } from '../../core/commands/shortcut-keys.ts';
import shared from '../../core/ui/shared.module.css';
import { describeFrame } from './model/frame-settings.ts';
import { measuresOfClip } from './model/clip-list.ts';
import { useFramePlan } from './picture/use-frame-plan.ts';

export function VideoScreen() {
  return (
    <VideoProvider>
      <ToolbarZoomProvider>
        <Video />
      </ToolbarZoomProvider>
    </VideoProvider>
  );
}

function VideoStatus({ shown }: { readonly shown: OpenClip | undefined }) {
  const { shortcutKeys } = useKeyNames();
  const view = useVideoView();
  const plan = useFramePlan();
  if (view === 'picture') {
    return (
      plan && (
        <span role="status" className={shared['cut']}>
          {describeFrame(plan)}
        </span>
      )
    );
  }
  if (view === 'compare') {
    return (
      <StatusEnd>
        <KeyHint keys={shortcutKeys(TRANSPORT.toggle)}>plays</KeyHint>
        <KeyHint keys={shortcutKeys(COMPARE.drop)}>rejects</KeyHint>
      </StatusEnd>
    );
  }
  const output = shown?.output;
  if (output === undefined) return null;
  return (
    <>
      {measuresOfClip(output).map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      <span>{formatBytes(output.byteLength)}</span>
      <StatusEnd>
        <KeyHint keys={shortcutKeys(TRANSPORT.toggle)}>plays</KeyHint>
        <KeyHint keys={[TRANSPORT.previousFrame, TRANSPORT.nextFrame].flatMap(shortcutKeys)}>
          frame by frame
        </KeyHint>
        <KeyHint keys={['1–5']}>stars</KeyHint>
      </StatusEnd>
    </>
  );
}

function useVideoIntake(): void {
  const session = useVideoSession();
  const take = useTakeFiles();
  useFileIntake({
    label: 'Drop a picture, or a clip of yours to use its settings',
    take: (files) => void take(files),
    refuse: (thrown) => session.runs.fail(thrown),
  });
  useIntent((intent) => {
    if (intent.kind === 'use-picture') void session.slot.takePhoto(intent.photoId);
    if (intent.kind === 'show-job') {
      session.clips.openGroup(undefined);
      session.clips.open(intent.jobId);
    }
    if (intent.kind === 'fill-form' && intent.request.kind === 'video') {
      session.clips.openGroup(undefined);
      session.clips.open(undefined);
      void session.fill(intent.request, undefined);
    }
    if (intent.kind === 'take-files') void take(intent.files);
  });
}

function VideoDocument() {
  const session = useVideoSession();
  const { photo } = usePictureSlotState(session.slot);
  if (photo === undefined) return null;
  return (
    <ScreenDocument name={photo.name}>
      <CommandMenuItem icon={<IconFolderOpen size={16} />} keys={VIDEO.open} label="Open…" />
      <Menu.Item leftSection={<IconX size={16} />} onClick={() => session.slot.set(undefined)}>
        Close
      </Menu.Item>
    </ScreenDocument>
  );
}

function usePersistedForm(): void {
  const { slot } = useVideoSession();
  const isRestored = useVideo((state) => state.isRestored);
  const form = useVideo((state) => state.form);
  const { photo, isOpening } = usePictureSlotState(slot);
  const photoId = photo?.id ?? null;
  const isReady = isRestored && !isOpening;
  useKeptState(isReady ? { videoForm: form, videoPhotoId: photoId } : undefined);
}

/** Always the same element, so that updates of clips do not re-render it. */
const INSPECTOR = <VideoInspector />;

function Video() {
  const arePanelsShown = useScreenState('arePanelsShown');
  const clips = useClips();
  const shown = useShownClip(clips);
  useRestored(useVideoSession(), 'videoForm', 'videoPhotoId');
  useFinishedSweep(clips);
  usePersistedForm();
  useVideoIntake();
  useVideoCommands(clips, shown?.job);
  return (
    <>
      <VideoDocument />
      <Frame
        isStage
        toolbar={
          <WithPanels>
            <VideoToolbar clips={clips} shown={shown} />
          </WithPanels>
        }
        inspector={INSPECTOR}
        tray={
          <WithPanels>
            <ClipTray clips={clips} />
          </WithPanels>
        }
        status={arePanelsShown && <VideoStatus shown={shown} />}
      >
        <VideoStage clips={clips} shown={shown} />
      </Frame>
    </>
  );
}

/** Opens a sweep in Compare when its last clip has arrived. */
function useFinishedSweep({ order }: ClipList): void {
  const { clips } = useVideoSession();
  const groupId = useVideo((state) => state.groupId);
  const isReady =
    groupId !== undefined && order.length > 1 && order.every(({ state }) => isFinalJobState(state));
  const onReady = useEffectEvent(() => {
    if (groupId !== undefined) clips.groupReady(groupId, order);
  });
  useEffect(() => {
    if (isReady) onReady();
  }, [isReady]);
}
