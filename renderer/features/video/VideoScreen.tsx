/** Clips made of a picture: the picture and the form at the left, the player in the middle, all clips at the right. */
import { useEffect } from 'react';
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts';
import { useSettings } from '../../backend/settings.ts';
import { ScreenPanel } from '../../screen/ScreenPanel.tsx';
import { ClipList } from './clips/ClipList.tsx';
import { ClipListHead } from './clips/ClipListHead.tsx';
import { useClips } from './clips/use-clips.ts';
import { ClipStage } from './ClipStage.tsx';
import { FormPanel } from './form/FormPanel.tsx';
import { PicturePane } from './picture/PicturePane.tsx';
import { useVideo, useVideoSession, VideoProvider } from './session/index.ts';
import { useKeptForm } from './use-kept-form.ts';
import { useVideoCommands } from './use-video-commands.ts';
import { useVideoIntake } from './use-video-intake.ts';
import classes from './Video.module.css';

export function VideoScreen() {
  return (
    <VideoProvider>
      <Video />
    </VideoProvider>
  );
}

function Video() {
  const { arePanelsShown } = useSettings() ?? DEFAULT_SETTINGS;
  const isPictureLarge = useVideo((state) => state.isPictureLarge);
  const clips = useClips();
  useRestored();
  useKeptForm();
  useVideoIntake();
  useVideoCommands(clips);
  return (
    <div className={classes['video']}>
      {arePanelsShown && (
        <FormPanel picture={isPictureLarge ? undefined : <PicturePane />} clips={clips} />
      )}
      <div className={classes['stage']}>
        {isPictureLarge ? <PicturePane isLarge /> : <ClipStage clips={clips} />}
      </div>
      <ScreenPanel label="Clips" head={<ClipListHead clips={clips} />}>
        <ClipList clips={clips} />
      </ScreenPanel>
    </div>
  );
}

/** The settings and the picture of the last session. */
function useRestored(): void {
  const session = useVideoSession();
  const settings = useSettings();
  useEffect(() => {
    if (settings !== undefined) session.restore(settings);
  }, [session, settings]);
}
