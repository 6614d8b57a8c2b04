/** Clips made of a picture: the picture and the form at the left, the player in the middle, all clips at the right. */
import { useEffect, useEffectEvent } from 'react';
import { isFinalJobState } from '../../../shared/contract/jobs.ts';
import { useScreenState } from '../../base/backend/screen-state.ts';
import { useRestored } from '../../work/runs/use-restored.ts';
import { Inspector } from '../../base/frame/Inspector.tsx';
import { ClipList } from './clips/ClipList.tsx';
import { ClipListHead } from './clips/ClipListHead.tsx';
import { useClips, type Clips } from './clips/use-clips.ts';
import { ClipStage } from './stage/ClipStage.tsx';
import { FormPanel } from './form/FormPanel.tsx';
import { useIsPictureLarge } from './picture/use-is-picture-large.ts';
import { PicturePane } from './picture/PicturePane.tsx';
import { useVideo, useVideoSession, VideoProvider } from './session/index.ts';
import { useKeptForm } from './form/use-kept-form.ts';
import { useVideoCommands } from './commands/use-video-commands.ts';
import { useVideoIntake } from './commands/use-video-intake.ts';
import classes from './Video.module.css';

export function VideoScreen() {
  return (
    <VideoProvider>
      <Video />
    </VideoProvider>
  );
}

/** The same element each time: news of clips do not draw it again. */
const PICTURE = <PicturePane />;

function Video() {
  const arePanelsShown = useScreenState('arePanelsShown');
  const isPictureLarge = useIsPictureLarge();
  const clips = useClips();
  useRestored(useVideoSession(), 'videoForm', 'videoPhotoId');
  useFinishedSweep(clips);
  useKeptForm();
  useVideoIntake();
  useVideoCommands(clips);
  return (
    <div className={classes['video']}>
      {arePanelsShown && <FormPanel picture={isPictureLarge ? undefined : PICTURE} />}
      <div className={classes['stage']}>
        {isPictureLarge ? <PicturePane isLarge /> : <ClipStage clips={clips} />}
      </div>
      <Inspector label="Clips" head={<ClipListHead clips={clips} />}>
        <ClipList clips={clips} />
      </Inspector>
    </div>
  );
}

/** A sweep whose last clip has just come is opened in Compare. */
function useFinishedSweep({ order }: Clips): void {
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
