import { Box } from '@mantine/core';
import { useMemo } from 'react';
import { photoThumbnailUrl } from '../../../../shared/media.ts';
import { EmptyStage } from '../../../core/ui/EmptyStage.tsx';
import { PictureViewer } from '../../../viewer/stage/PictureViewer.tsx';
import { ZoomInToolbar } from '../../../viewer/stage/toolbar-zoom.tsx';
import { useSample, usePictureSlotState } from '../../../viewer/slots/index.ts';
import { pickFiles } from '../../../features/files/file-input.ts';
import { useOwnFiles } from '../commands/use-own-files.ts';
import { FrameBox } from '../picture/FrameBox.tsx';
import { useFramePlan } from '../picture/use-frame-plan.ts';
import { WorkingFrame } from '../picture/WorkingFrame.tsx';
import { useVideoSession } from '../session/index.ts';

export function FrameStage() {
  const session = useVideoSession();
  const { photo } = usePictureSlotState(session.slot);
  const plan = useFramePlan();
  const sample = useSample('video');
  const takeOwnFile = useOwnFiles();
  const picture = useMemo(() => photo && { id: photo.id, url: photo.url, size: photo }, [photo]);
  const patches = useMemo(() => photo?.patches.filter(({ state }) => state === 'applied'), [photo]);
  async function take(files: readonly File[]): Promise<void> {
    if (!(await takeOwnFile(files))) await session.slot.takeFiles(files);
  }
  if (photo === undefined) {
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
