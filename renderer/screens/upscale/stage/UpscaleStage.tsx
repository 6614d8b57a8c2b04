import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { useJobs } from '../../../features/jobs/jobs.ts';
import type { JobPages } from '../../../features/jobs/use-job-pages.ts';
import { useOpenResult } from '../result/open-result.tsx';
import { ResultStage } from '../result/ResultStage.tsx';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { TryGrid } from '../TryGrid.tsx';
import { SourceStage } from './SourceStage.tsx';
import { queries } from '../../../core/backend/client.ts';
import { PictureViewer } from '../../../viewer/stage/PictureViewer.tsx';
import { ZoomInToolbar } from '../../../viewer/stage/toolbar-zoom.tsx';
import { StageJob } from '../../../features/runs/StageJob.tsx';

export function UpscaleStage({ pages }: { readonly pages: JobPages }) {
  const tryIds = useUpscale((state) => state.tryIds);
  const live = useJobs((state) => state.jobs);
  const { job, output } = useOpenResult();
  const find = (id: string): Job | undefined =>
    live.get(id) ?? pages.jobs.find((each) => each.id === id);
  if (tryIds !== undefined) {
    return <TryGrid jobs={tryIds.flatMap((id) => find(id) ?? [])} />;
  }
  if (job === undefined) return <SourceStage />;
  if (output === undefined) return <SentStage job={job} />;
  return <ResultStage key={job.id} job={job} output={output} />;
}

function SentStage({ job }: { readonly job: Job }) {
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
