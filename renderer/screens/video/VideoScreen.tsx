import { useEffect, useEffectEvent } from 'react';
import { isFinalJobState } from '../../../shared/contract/jobs.ts';
import { useScreenState } from '../../core/backend/settings.ts';
import { WithPanels } from '../../core/frame/WithPanels.tsx';
import { Frame } from '../../core/frame/Frame.tsx';
import { ToolbarZoomProvider } from '../../viewer/stage/toolbar-zoom.tsx';
import { useRestored } from '../../features/runs/use-restored.ts';
import { ClipTray } from './clips/ClipTray.tsx';
import { useClips, type ClipList } from './clips/use-clips.ts';
import { useVideoCommands } from './commands/use-video-commands.ts';
import { useVideoIntake } from './commands/use-video-intake.ts';
import { usePersistedForm } from './form/use-persisted-form.ts';
import { VideoInspector } from './form/VideoInspector.tsx';
import { useVideo, useVideoSession, VideoProvider } from './session/index.ts';
import { useShownClip } from './stage/use-shown-clip.ts';
import { VideoStage } from './stage/VideoStage.tsx';
import { VideoDocument } from './toolbar/VideoDocument.tsx';
import { VideoStatus } from './toolbar/VideoStatus.tsx';
import { VideoToolbar } from './toolbar/VideoToolbar.tsx';

export function VideoScreen() {
  return (
    <VideoProvider>
      <ToolbarZoomProvider>
        <Video />
      </ToolbarZoomProvider>
    </VideoProvider>
  );
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
  useVideoCommands(clips);
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
