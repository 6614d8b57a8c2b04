import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { queries } from '../../../base/backend/client.ts';
import { PictureViewer } from '../../../pictures/viewer/PictureViewer.tsx';
import { ZoomInToolbar } from '../../../pictures/viewer/toolbar-zoom.tsx';
import { StageJob } from '../../../work/runs/StageJob.tsx';
import { useUpscaleSession } from '../session/index.ts';

export function SentStage({ job }: { readonly job: Job }) {
  const session = useUpscaleSession();
  const photoId = job.subject?.photoId;
  // it may have left the library
  const { data: photo } = useQuery({
    ...queries.photos.get.queryOptions({ input: { photoId: photoId ?? '' } }),
    enabled: photoId !== undefined,
    retry: false,
  });
  const picture = useMemo(() => photo && { id: photo.id, url: photo.url, size: photo }, [photo]);
  return (
    <Box pos="absolute" inset={0} role="region" aria-label="Sent picture">
      <PictureViewer
        picture={picture}
        label="Sent picture"
        onError={(thrown) => session.runs.fail(thrown)}
      >
        <ZoomInToolbar />
        <StageJob job={job} runs={session.runs} />
      </PictureViewer>
    </Box>
  );
}
