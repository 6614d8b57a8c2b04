import { Box, Center } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { windowClips } from '../../../viewer/clips/window-clips.ts';
import { usePictureSlotState, useSample } from '../../../viewer/slots/index.ts';
import { StageJob } from '../../../features/runs/StageJob.tsx';
import { useJobs } from '../../../features/jobs/jobs.ts';
import { gestureKeys } from '../../../core/commands/shortcut-keys.ts';
import type { ClipList } from '../clips/use-clips.ts';
import { ClipCompare } from '../compare/ClipCompare.tsx';
import { clipOf, titleOfClip } from '../model/clip-list.ts';
import { ClipPlayer } from '../player/ClipPlayer.tsx';
import { type OpenClip, useVideoView } from './use-shown-clip.ts';
import { useVideo, useVideoSession } from '../session/index.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import {
  type ResizeMode,
  likelyFrame,
  useOfFrame as sizeOfUse,
} from '../../../../shared/geometry/working-frame.ts';
import { ClipPicture } from '../clips/ClipPicture.tsx';
import { useSentPicture } from '../player/use-sent-picture.ts';
import shared from '../../../core/ui/shared.module.css';
import { photoThumbnailUrl } from '../../../../shared/media.ts';
import { EmptyStage } from '../../../core/ui/EmptyStage.tsx';
import { PictureViewer } from '../../../viewer/stage/PictureViewer.tsx';
import { ZoomInToolbar } from '../../../viewer/stage/toolbar-zoom.tsx';
import { pickFiles } from '../../../features/files/file-input.ts';
import { useTakeFiles } from '../commands/use-own-files.ts';
import { type PhotoFramePlan, useFramePlan } from '../picture/use-frame-plan.ts';
import { WorkingFrame } from '../picture/WorkingFrame.tsx';
import { MovableBox } from '../../../viewer/stage/box/PictureBox.tsx';
import { sayError } from '../../../core/backend/say-error.ts';

/** Stars of the last clip that is left in Compare. */
const PICKED_STARS = 5;

export function VideoStage(props: {
  readonly clips: ClipList;
  readonly shown: OpenClip | undefined;
}) {
  const { clips, shown } = props;
  const view = useVideoView();
  // ready by the time the first clip is opened
  useEffect(() => windowClips().warm(), []);
  const { photo, isOpening } = usePictureSlotState(useVideoSession().slot);
  if (view === 'picture') return <FrameStage />;
  if (view === 'compare') return <Comparison clips={clips} />;
  const isEmpty = shown === undefined && photo === undefined && clips.jobs.length === 0;
  if (isEmpty && !isOpening) return <FrameStage />;
  return <Player shown={shown} />;
}

function FrameBox({ plan }: { readonly plan: PhotoFramePlan }) {
  const session = useVideoSession();
  const isCropped = useVideo(
    ({ form }) => form.padding === null && form.resizeMode === 'CROP_TO_ASPECT_RATIO',
  );
  const { photo, usedOnPhoto: used } = plan;
  const rect = {
    x: Math.round(used.x),
    y: Math.round(used.y),
    width: Math.min(photo.width, Math.round(used.width)),
    height: Math.min(photo.height, Math.round(used.height)),
  };
  if (!isCropped || plan.cutOff === 0) return null;
  return (
    <MovableBox
      id="working-frame"
      name="Frame of the clip"
      photo={photo}
      rect={rect}
      onMove={session.moveFrame}
    />
  );
}

function FrameStage() {
  const session = useVideoSession();
  const { photo } = usePictureSlotState(session.slot);
  const plan = useFramePlan();
  const sample = useSample('video');
  const take = useTakeFiles();
  const picture = useMemo(() => photo && { id: photo.id, url: photo.url, size: photo }, [photo]);
  const patches = useMemo(() => photo?.patches.filter(({ state }) => state === 'applied'), [photo]);
  if (photo === undefined) {
    if (sample === null) return null;
    return (
      <EmptyStage
        example="video"
        title="Make a picture move"
        line={sample === undefined ? 'Drop one here.' : 'Drop one here, or start with the sample.'}
        openLabel="Open picture…"
        onOpen={() => pickFiles((files) => void take(files))}
        onSample={sample === undefined ? undefined : () => void session.slot.takeSample(sample)}
      />
    );
  }
  return (
    <Box
      pos="absolute"
      inset={0}
      role="region"
      aria-label="Picture on the stage"
      data-picture={photoThumbnailUrl(photo.id, '')}
    >
      <PictureViewer
        picture={picture}
        label="Picture"
        patches={patches}
        fitArea={plan?.frameOnPhoto}
        overlay={
          plan !== undefined && (
            <>
              <WorkingFrame plan={plan} />
              <FrameBox plan={plan} />
            </>
          )
        }
        onError={(thrown) => session.slot.refuse(thrown)}
      >
        <ZoomInToolbar />
      </PictureViewer>
    </Box>
  );
}

function Comparison({ clips }: { readonly clips: ClipList }) {
  const compared = useVideo((state) => state.compared) ?? [];
  const session = useVideoSession();
  const live = useJobs((state) => state.jobs);
  // the window knows the latest clips; older ones come with the pages of the list
  const find = (id: string): Job | undefined =>
    live.get(id) ?? clips.jobs.find((each) => each.id === id);
  const shown = compared.flatMap((id) => {
    const each = find(id);
    const file = each && clipOf(each);
    if (each === undefined || file === undefined) return [];
    return [{ job: each, output: file.id, title: titleOfClip(each) }];
  });
  return (
    <Box pos="absolute" inset={0} role="region" aria-label="Compare">
      <ClipCompare
        clips={shown}
        onClose={() => session.store.setState({ compared: undefined })}
        onFocus={(focused) => session.store.setState({ focusedId: focused.id })}
        onPick={(picked) => {
          void session.clips.rate(picked.id, PICKED_STARS);
          session.clips.open(picked.id);
        }}
      />
    </Box>
  );
}

function Player({ shown }: { readonly shown: OpenClip | undefined }) {
  const session = useVideoSession();
  const { job, output } = shown ?? {};
  const useFrame = (frame: Blob, name: string): void => {
    session.slot.takeFiles([new File([frame], name, { type: 'image/png' })]).catch(sayError);
  };
  return (
    <Box
      pos="absolute"
      inset={0}
      {...(job === undefined ? {} : { role: 'region', 'aria-label': 'Player' })}
    >
      <ClipPlayer
        shown={job === undefined || output === undefined ? undefined : { job, output }}
        onUseFrame={useFrame}
      />
      {output === undefined && (
        <Box pos="absolute" inset={0}>
          {job === undefined ? (
            <Center h="100%" p="lg" c="var(--gesso-on-ground-2)" ta="center">
              {`Select a clip to play it here. Select two to four with ${gestureKeys({ how: 'Mod' })} to compare them.`}
            </Center>
          ) : (
            <>
              <SentPicture job={job} />
              <StageJob job={job} runs={session.runs} />
            </>
          )}
        </Box>
      )}
    </Box>
  );
}

function SentPicture({ job }: { readonly job: Job }) {
  const { subject, brief } = job;
  const width = subject?.region.width ?? 1;
  const height = subject?.region.height ?? 1;
  const mode = brief.kind === 'video' ? brief.parameters.resizeMode : 'ORIGINAL_RESOLUTION';
  const size = useMemo(() => shownSize({ width, height }, mode), [width, height, mode]);
  const picture = useSentPicture(job, size, subject !== undefined);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (picture !== undefined) canvas.current?.getContext('2d')?.drawImage(picture, 0, 0);
  }, [picture]);
  if (picture === undefined) return <ClipPicture job={job} isPlaying={false} />;
  return (
    <canvas
      ref={canvas}
      className={shared['fit']}
      data-whole
      width={size.width}
      height={size.height}
      role="img"
      aria-label="Sent picture"
    />
  );
}

/** Size of the coming clip, as far as it is known. @param region of the photo, pixels */
function shownSize(region: Size, mode: ResizeMode): Size {
  return sizeOfUse(region, mode, likelyFrame(region)).output;
}
