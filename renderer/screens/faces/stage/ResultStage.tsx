import { Box, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { photoThumbnailUrl } from '../../../../shared/media.ts';
import { queries } from '../../../core/backend/client.ts';
import { useBlendState } from '../../../viewer/blending/index.ts';
import type { ViewLink } from '../../../viewer/stage/comparing/linked-views.ts';
import type { Comparing } from '../../../viewer/stage/comparing/use-comparing.ts';
import { PictureViewer } from '../../../viewer/stage/PictureViewer.tsx';
import { StageJob } from '../../../features/runs/StageJob.tsx';
import { cropsOf, type FaceSlot } from '../model/part.ts';
import { useFaces, useFacesSession } from '../session/index.ts';
import { ResultView } from '../ResultView.tsx';
import { Half } from './Half.tsx';
import { Segments } from '../../../core/ui/Segments.tsx';

const SIDES = [
  { value: 'face', label: 'Face' },
  { value: 'picture', label: 'Picture' },
] as const;

export function ResultStage(props: {
  readonly job: Job;
  readonly link: ViewLink | undefined;
  readonly comparing: Comparing;
}) {
  const { job, link, comparing } = props;
  const session = useFacesSession();
  const { blending } = session;
  const jobId = job.outputs.length > 0 ? job.id : undefined;
  const open = useBlendState(blending, (state) => state.open);
  const isComparing = useFaces((state) => state.isComparing);
  const side = useFaces((state) => state.side);
  const sent = useSentPhoto(job, side);
  // known before the result, so that it need not be opened then
  const photo = useSentPhoto(job, 'picture');
  const shown = open !== undefined && open.output.jobId === jobId ? open : undefined;
  const base = shown?.described.base ?? photo;
  const result = (
    <>
      {base !== undefined && (
        <ResultView key={base.id} base={base} open={shown} link={link} comparing={comparing} />
      )}
      {job.outputs.length === 0 && (
        <StageJob job={job} runs={session.runs} onRunAgain={(id) => void session.runAgain([id])} />
      )}
    </>
  );
  const menu = 'faces.save faces.compare faces.toStudio';
  if (isComparing && shown !== undefined) {
    return (
      <Box component="section" pos="absolute" inset={0} aria-label="Result" data-menu={menu}>
        {result}
      </Box>
    );
  }
  return (
    <SimpleGrid cols={2} spacing="md" pos="absolute" inset={0} px="lg" pt="md" pb="lg">
      <Half
        label="Before"
        head={
          <Segments
            aria-label="Left side"
            data={SIDES}
            value={side}
            onChange={(next) => session.showSide(next)}
          />
        }
        size={sent}
        picture={sent && photoThumbnailUrl(sent.id, '')}
      >
        <SentView photo={sent} side={side} link={side === 'picture' ? link : undefined} />
      </Half>
      <Half label="Result" head="Result" size={base} menu={menu}>
        {result}
      </Half>
    </SimpleGrid>
  );
}

function SentView(props: {
  readonly photo: Photo | undefined;
  readonly side: FaceSlot;
  readonly link: ViewLink | undefined;
}) {
  const { photo, side, link } = props;
  const session = useFacesSession();
  const picture = useMemo(() => photo && { id: photo.id, url: photo.url, size: photo }, [photo]);
  return (
    <PictureViewer
      picture={picture}
      label={side === 'face' ? 'Sent face' : 'Sent picture'}
      link={link}
      onError={(thrown) => session.runs.fail(thrown)}
    />
  );
}

function useSentPhoto({ brief }: Job, side: FaceSlot): Photo | undefined {
  const photoId = brief.kind === 'merge-face' ? cropsOf(brief)[side].photoId : undefined;
  return useQuery({
    ...queries.photos.get.queryOptions({ input: { photoId: photoId ?? '' } }),
    enabled: photoId !== undefined,
    retry: false,
  }).data;
}
